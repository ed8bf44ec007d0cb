import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { LoadOrder } from './load-generator.ts';
import { medianOf } from './measured-run.ts';
import { generateTokens, runLoad, startPlinth } from './processes.ts';

/* Measures the latency of one integration's small events while another integration sends as much as it can. */

/** The largest p99 beside the other integration, relative to the p99 alone. */
const TARGET = 2;
/** Below the rate limit of one token. */
const PAUSE_MS = 20;
const SMALL_BYTES = 1024;
const LARGE_BYTES = 1_000_000;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '5' } },
});
const seconds = Number(values.seconds);

const plinth = await startPlinth();
try {
  const [quiet, loud] = await generateTokens(plinth.dataDir, 2);
  const order = { port: plinth.port, seconds, bodyBytes: SMALL_BYTES };
  const quietOrder = { ...order, connections: 1, pauseMs: PAUSE_MS, integrations: [quiet!] };
  const loads: Record<string, Omit<LoadOrder, 'run'> | undefined> = {
    alone: undefined,
    'beside 32 connections of another': { ...order, connections: 32, integrations: [loud!] },
    'beside 1 MB bodies of another, full of secrets': {
      ...order,
      connections: 4,
      bodies: 'secrets',
      bodyBytes: LARGE_BYTES,
      integrations: [loud!],
    },
  };
  await runLoad({ ...quietOrder, run: 'warm-up' });
  const p99s = new Map<string, number[]>(Object.keys(loads).map((name) => [name, []]));
  // Interleaved, so that other work on the machine affects all of them equally.
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [name, load] of Object.entries(loads)) {
      const run = `${name} ${round}`;
      const [result] = await Promise.all([
        runLoad({ ...quietOrder, run }),
        load === undefined ? undefined : runLoad({ ...load, run: `other ${run}` }),
      ]);
      if (result.notAccepted > 0)
        throw new Error(`${result.notAccepted} events of the quiet integration were refused`);
      p99s.get(name)!.push(result.p99Ms);
    }
  }
  const alone = medianOf(p99s.get('alone')!);
  const report = {
    what: `p99 of ${1000 / PAUSE_MS} events of 1 KiB a second at most, medians of ${values.rounds} rounds of ${seconds} s`,
    when: new Date().toISOString(),
    node: process.version,
    target: TARGET,
    loads: [...p99s].map(([name, all]) => ({ name, p99Ms: medianOf(all), ofAlone: medianOf(all) / alone })),
  };
  const folder = fileURLToPath(new URL('./results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}fairness.json`, `${JSON.stringify(report, null, 2)}\n`);
  console.log(report);
} finally {
  await plinth.stop();
}
