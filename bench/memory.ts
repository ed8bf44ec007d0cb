import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bodies } from './load-generator.ts';
import { generateTokens, runLoad, startPlinth } from './processes.ts';
import { memoryOf } from './server-memory.ts';

/*
 * Measures the memory of the host before, during and after a load of bodies of a megabyte. Each kind of bodies has a host of
 * its own; one rests while the other is under load. Only for Linux.
 */

/** In megabytes of 1,000,000 bytes. */
const TARGETS = { idleMB: 90, peakMB: 250 };
const BODY_BYTES = 1_040_000;
/** Each body has a token of its own, so that no token reaches its rate limit. */
const TOKENS = 64;
/** After its start, a host is idle within this time. */
const START_SETTLE_MS = 15_000;
/** After a burst, the collections of an idle host end within this time. */
const BURST_SETTLE_MS = 35_000;

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '15' },
  },
});

async function startIdle() {
  const plinth = await startPlinth();
  return { plinth, integrations: await generateTokens(plinth.dataDir, TOKENS) };
}

async function load({ plinth, integrations }: Awaited<ReturnType<typeof startIdle>>, bodies: Bodies) {
  const idleMB = memoryOf(plinth.pid, 'VmRSS');
  const { requests, notAccepted } = await runLoad({
    port: plinth.port,
    connections: Number(values.connections),
    seconds: Number(values.seconds),
    bodyBytes: BODY_BYTES,
    bodies,
    integrations,
    run: bodies,
  });
  const peakMB = memoryOf(plinth.pid, 'VmHWM');
  const after = delay(BURST_SETTLE_MS).then(() => memoryOf(plinth.pid, 'VmRSS'));
  return { bodies, requests, notAccepted, idleMB, peakMB, after };
}

async function measure() {
  const hosts = [await startIdle(), await startIdle()] as const;
  try {
    await delay(START_SETTLE_MS);
    const loads = [await load(hosts[0], 'sentence'), await load(hosts[1], 'secrets')];
    return await Promise.all(loads.map(async ({ after, ...rest }) => ({ ...rest, afterMB: await after })));
  } finally {
    for (const { plinth } of hosts) await plinth.stop();
  }
}

const report = {
  what: `memory in use with bodies of 1 MB on ${values.connections} connections for ${values.seconds} s`,
  when: new Date().toISOString(),
  node: process.version,
  loads: await measure(),
  targets: TARGETS,
};
const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}memory.json`, `${JSON.stringify(report, null, 2)}\n`);
console.log(report);
