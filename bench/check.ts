import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bodies } from './load-generator.ts';
import { type MeasuredRun, measureRun, medianOf, medianRun } from './measured-run.ts';
import { generateTokens, type ServerProcess, startPlinth } from './processes.ts';

/** A change of the median ratio beyond this fails the check. */
const TOLERANCE = 0.1;
const TOKENS = 256;
const CONNECTIONS = 32;
const BODY_BYTES = 1024;
const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'origin/main' },
    // Two processes of one commit differ by up to a third: one start of each side says nothing.
    starts: { type: 'string', default: '7' },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '2' },
    /** A folder with sources and documents of other programs: only the mix is measured then, with these texts. */
    texts: { type: 'string' },
  },
});
const BODIES: readonly Bodies[] = values.texts === undefined ? ['sentence', 'mixed'] : ['mixed'];
const rounds = Number(values.rounds);
const starts = Number(values.starts);
const project = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();

interface Side {
  server: ServerProcess & { dataDir: string };
  integrations: { name: string; token: string }[];
}

async function start(name: string, checkout: string): Promise<Side> {
  const server = { ...(await startPlinth(undefined, checkout)), name };
  return { server, integrations: await generateTokens(server.dataDir, TOKENS) };
}

/** The rate and the processor time of an event that one pair of processes reached. */
interface Pair {
  base: MeasuredRun;
  own: MeasuredRun;
}

/** Measures two fresh processes in turns. The first round warms up. */
async function measurePair(base: Side, own: Side, bodies: Bodies, start: number): Promise<Pair> {
  const runs = new Map<Side, MeasuredRun[]>([
    [base, []],
    [own, []],
  ]);
  for (let round = 0; round <= rounds; round += 1) {
    // The order changes in each round, so that a load that rises or falls favours neither side.
    for (const side of (start + round) % 2 === 0 ? [base, own] : [own, base]) {
      const order = {
        connections: CONNECTIONS,
        bodyBytes: BODY_BYTES,
        bodies,
        texts: values.texts,
        seconds: Number(values.seconds),
      };
      const run = `${bodies}-${round}`;
      const own = { ...order, integrations: side.integrations, run };
      const measured = await measureRun(side.server, own, { waitsForIdle: true });
      if (round > 0) runs.get(side)!.push(measured);
    }
  }
  return { base: medianRun(runs.get(base)!), own: medianRun(runs.get(own)!) };
}

/** Starts both sides anew for each pair. Returns the pairs of each kind of bodies. */
async function measurePairs(baseCheckout: string): Promise<Map<Bodies, Pair[]>> {
  const pairs = new Map<Bodies, Pair[]>(BODIES.map((bodies) => [bodies, []]));
  for (let index = 0; index < starts; index += 1) {
    const base = await start('base', baseCheckout);
    const own = await start('this commit', project);
    try {
      for (const bodies of BODIES) pairs.get(bodies)!.push(await measurePair(base, own, bodies, index));
    } finally {
      await base.server.stop();
      await own.server.stop();
    }
  }
  return pairs;
}

type Cost = 'cpuMicrosecondsPerEvent' | 'cpuMicrosecondsUntilIdle';
const COSTS: [string, Cost][] = [
  ['processor time, index included', 'cpuMicrosecondsUntilIdle'],
  ['processor time under the load ', 'cpuMicrosecondsPerEvent'],
];

const range = (numbers: number[], digits: number) =>
  `${Math.min(...numbers).toFixed(digits)} to ${Math.max(...numbers).toFixed(digits)}`;

/** Compares two commits in one interleaved run. Returns true if neither rate nor processor time is worse. */
async function check(baseCheckout: string): Promise<boolean> {
  let passes = true;
  for (const [bodies, pairs] of await measurePairs(baseCheckout)) {
    const rates = pairs.map(({ base, own }) => own.perSecond / base.perSecond);
    const costsOf = (figure: Cost) => pairs.map(({ base, own }) => own[figure] / base[figure]);
    const isCostly = COSTS.some(([, figure]) => medianOf(costsOf(figure)) > 1 + TOLERANCE);
    const rate = medianOf(rates);
    const isWorse = rate < 1 - TOLERANCE || isCostly;
    passes &&= !isWorse;
    const cpu = (side: keyof Pair, figure: Cost) =>
      range(
        pairs.map((pair) => pair[side][figure]),
        0,
      );
    const told = COSTS.map(([name, figure]) => {
      const costs = costsOf(figure);
      return `  ${name}  ${medianOf(costs).toFixed(2)} (${range(costs, 2)}); µs of an event: base ${cpu('base', figure)}, this commit ${cpu('own', figure)}`;
    });
    console.log(
      [
        `${bodies}: ${isWorse ? 'worse' : 'within 10 %'} of ${values.base}, ${starts} starts of each`,
        `  rate            ${rate.toFixed(2)} (${range(rates, 2)})`,
        ...told,
      ].join('\n'),
    );
  }
  return passes;
}

const folder = mkdtempSync(join(tmpdir(), 'plinth-base-'));
const checkout = join(folder, 'base');
git('worktree', 'add', '--detach', checkout, values.base);
try {
  symlinkSync(join(project, 'node_modules'), join(checkout, 'node_modules'));
  process.exitCode = (await check(checkout)) ? 0 : 1;
} finally {
  git('worktree', 'remove', '--force', checkout);
  rmSync(folder, { recursive: true, force: true });
}
