import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bodies } from './load-generator.ts';
import { generateTokens, runLoad, startPlinth } from './processes.ts';
import { memoryOf } from './server-memory.ts';

/* Measures the memory of the host before, during and after a load of bodies of a megabyte. Only for Linux. */

/** In megabytes of 1,000,000 bytes. */
const TARGETS = { idleMB: 90, peakMB: 250 };
const BODY_BYTES = 1_040_000;
/** Each body has a token of its own, so that no token reaches its rate limit. */
const TOKENS = 64;
/** After its start, a host is idle within this time. */
const START_SETTLE_MS = 15_000;
/** After a burst, the collections of an idle host end within this time. */
const BURST_SETTLE_MS = 45_000;

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '60' },
  },
});

async function measure(bodies: Bodies) {
  const plinth = await startPlinth();
  try {
    const integrations = await generateTokens(plinth.dataDir, TOKENS);
    await delay(START_SETTLE_MS);
    const idleMB = memoryOf(plinth.pid, 'VmRSS');
    const result = await runLoad({
      port: plinth.port,
      connections: Number(values.connections),
      seconds: Number(values.seconds),
      bodyBytes: BODY_BYTES,
      bodies,
      integrations,
      run: bodies,
    });
    const peakMB = memoryOf(plinth.pid, 'VmHWM');
    await delay(BURST_SETTLE_MS);
    const { requests, notAccepted } = result;
    return { bodies, requests, notAccepted, idleMB, peakMB, afterMB: memoryOf(plinth.pid, 'VmRSS') };
  } finally {
    await plinth.stop();
  }
}

const report = {
  what: `memory in use with bodies of 1 MB on ${values.connections} connections for ${values.seconds} s`,
  when: new Date().toISOString(),
  node: process.version,
  loads: [await measure('sentence'), await measure('secrets')],
  targets: TARGETS,
};
const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}memory.json`, `${JSON.stringify(report, null, 2)}\n`);
console.log(report);
