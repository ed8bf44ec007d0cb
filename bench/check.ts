import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bodies } from './load-generator.ts';
import { type MeasuredRun, measureRun, medianOf } from './measured-run.ts';
import { generateTokens, type ServerProcess, startPlinth } from './processes.ts';

/** A change of the median ratio beyond this fails the check. */
const TOLERANCE = 0.1;
const TOKENS = 256;
const CONNECTIONS = 32;
const BODY_BYTES = 1024;
const BODIES: readonly Bodies[] = ['sentence', 'mixed'];

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'origin/main' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
  },
});
const rounds = Number(values.rounds);
const project = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
const build = (checkout: string) =>
  execFileSync(process.execPath, [join(checkout, 'scripts/build.ts'), 'host'], { stdio: 'ignore' });

interface Side {
  server: ServerProcess & { dataDir: string };
  integrations: { name: string; token: string }[];
}

async function start(name: string, checkout: string): Promise<Side> {
  const server = { ...(await startPlinth(undefined, checkout)), name };
  return { server, integrations: await generateTokens(server.dataDir, TOKENS) };
}

/** Returns the ratios of this commit to the base, one for each round. The first round warms up. */
async function compare(base: Side, own: Side, bodies: Bodies): Promise<{ rate: number[]; cpu: number[] }> {
  const rate: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const runs = new Map<Side, MeasuredRun>();
    // The order changes in each round, so that a load that rises or falls favours neither side.
    for (const side of round % 2 === 0 ? [base, own] : [own, base]) {
      const order = {
        connections: CONNECTIONS,
        bodyBytes: BODY_BYTES,
        bodies,
        seconds: Number(values.seconds),
      };
      const run = `${bodies}-${round}`;
      runs.set(side, await measureRun(side.server, { ...order, integrations: side.integrations, run }));
    }
    if (round === 0) continue;
    rate.push(runs.get(own)!.perSecond / runs.get(base)!.perSecond);
    cpu.push(runs.get(own)!.cpuMicrosecondsPerEvent / runs.get(base)!.cpuMicrosecondsPerEvent);
  }
  return { rate, cpu };
}

/** Compares two commits in one interleaved run. Returns true if neither rate nor processor time is worse. */
async function check(baseCheckout: string): Promise<boolean> {
  const base = await start('base', baseCheckout);
  const own = await start('this commit', project);
  let passes = true;
  try {
    for (const bodies of BODIES) {
      const { rate, cpu } = await compare(base, own, bodies);
      const [medianRate, medianCpu] = [medianOf(rate), medianOf(cpu)];
      const isWorse = medianRate < 1 - TOLERANCE || medianCpu > 1 + TOLERANCE;
      passes &&= !isWorse;
      console.log(
        `${bodies.padEnd(9)} rate ${medianRate.toFixed(2)}, processor time ${medianCpu.toFixed(2)} of ${values.base}: ${isWorse ? 'worse' : 'within 10 %'}`,
      );
    }
  } finally {
    await base.server.stop();
    await own.server.stop();
  }
  return passes;
}

const folder = mkdtempSync(join(tmpdir(), 'plinth-base-'));
const checkout = join(folder, 'base');
git('worktree', 'add', '--detach', checkout, values.base);
try {
  symlinkSync(join(project, 'node_modules'), join(checkout, 'node_modules'));
  build(checkout);
  build(project);
  process.exitCode = (await check(checkout)) ? 0 : 1;
} finally {
  git('worktree', 'remove', '--force', checkout);
  rmSync(folder, { recursive: true, force: true });
}
