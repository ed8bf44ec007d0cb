import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/*
 * Measures the processor time of `plinth redact --check -`, which a Git hook starts for each commit, beside a start of
 * Node alone. The target is 0.3 seconds.
 */

const ROUNDS = 9;
const MICROSECONDS = 1e6;
const bundle = fileURLToPath(new URL('../.host/bundle/plinth-redact.cjs', import.meta.url));
const report = 'console.error(JSON.stringify(process.cpuUsage()))';
const redact = `require(${JSON.stringify(bundle)}).main(['node', 'plinth', 'redact', '--check', '-'])`;

function secondsOf(code: string): number {
  const { stderr } = spawnSync(process.execPath, ['-e', code], { input: 'plain\n', encoding: 'utf8' });
  const { user, system } = JSON.parse(stderr.trimEnd().split('\n').at(-1)!);
  return (user + system) / MICROSECONDS;
}

const bare: number[] = [];
const started: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(secondsOf(report));
  started.push(secondsOf(`${redact}.then(() => ${report})`));
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
console.log(`Node alone:    ${median(bare).toFixed(3)} s of processor time`);
console.log(`plinth redact: ${median(started).toFixed(3)} s of processor time (target 0.3 s)`);
