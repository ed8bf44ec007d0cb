import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from '../test/fuzz/rounds.ts';
import buildHostOnce from '../test/support/build-host-once.ts';

/**
 * Sends bodies at the edge of every budget to real hosts, and prints one line of JSON. `--seed` makes the same inputs again:
 * that of the run, or that of a failure with a time of a round. `--wait-ms` is the longest wait of a neighbour, for a machine
 * that does other work.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, 'wait-ms': { type: 'string' } },
});
/** fast-check takes seeds of 32 bits, and a long run counts up from the first. */
const MAX_SEED = 2 ** 30;
const waitMs = values['wait-ms'];
const removeFolders = await buildHostOnce();
const report = await fuzz({
  seed: Number(values.seed ?? randomInt(MAX_SEED)),
  minutes: Number(values.minutes ?? 5),
  waitMs: waitMs === undefined ? undefined : Number(waitMs),
  say: (line) => console.error(`${new Date().toISOString()} ${line}`),
});
removeFolders();
console.log(JSON.stringify(report));
process.exitCode = report.failures.length === 0 ? 0 : 1;
