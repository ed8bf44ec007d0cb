import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface LongTest {
  args: readonly string[];
  env?: Record<string, string>;
}

const vitest = (...args: string[]) => ['node_modules/vitest/vitest.mjs', 'run', ...args];

/** Tests that `npm test` leaves out or runs in a shorter form, with the arguments of Node that run the whole of each. */
const LONG_TESTS: Readonly<Record<string, LongTest>> = {
  // The texts of reporters take linear time.
  linear: { args: vitest('test/linear-time'), env: { PLINTH_LONG_TESTS: '1' } },
  // A minute of hostile neighbours, and all hostile inputs. Each measures times, so no two run at once.
  neighbour: {
    args: vitest('--no-file-parallelism', 'test/faults/hostile-neighbours', 'test/faults/hostile-inputs'),
    env: { PLINTH_NEIGHBOUR_SECONDS: '60' },
  },
  // Rounds of harm to the data directory under load, and kills.
  survival: {
    args: vitest('test/faults/survival-rounds', 'electron/receipts/store/durability'),
    env: { PLINTH_SURVIVAL_ROUNDS: '50', PLINTH_KILLS: '20' },
  },
  // Every command in every broken home.
  homes: { args: vitest('test/faults/broken-homes'), env: { PLINTH_EVERY_COMMAND: '1' } },
  // Damaged pages of a store, one after the other.
  damage: { args: vitest('test/faults/damaged-pages'), env: { PLINTH_DAMAGE_CASES: '200' } },
  requests: { args: vitest('electron/listener/fuzz'), env: { PLINTH_FUZZ_REQUESTS: '4000' } },
  fuzz: { args: ['scripts/fuzz.ts', '--minutes', '5'] },
  // Node for Windows on Wine 10, where that can be had.
  windows: { args: ['scripts/test-windows.ts', '--rounds', '10'] },
};

/** The exit code of a test that cannot run on this computer. */
const EXIT_SKIPPED = 77;

/** Runs one and returns its result. */
function resultOf({ args, env }: LongTest): 'passed' | 'skipped' | 'FAILED' {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  const { status } = spawnSync(process.execPath, args, options);
  return status === 0 ? 'passed' : status === EXIT_SKIPPED ? 'skipped' : 'FAILED';
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(LONG_TESTS);
const unknown = names.find((name) => !Object.hasOwn(LONG_TESTS, name));
if (unknown !== undefined) {
  console.error(`No long test is named ${unknown}. There are: ${Object.keys(LONG_TESTS).join(', ')}.`);
  process.exitCode = 2;
} else {
  const lines: string[] = [];
  for (const name of names) {
    const startedAt = performance.now();
    const result = resultOf(LONG_TESTS[name]!);
    if (result === 'FAILED') process.exitCode = 1;
    lines.push(`${name}: ${result} in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  console.log(`\n${lines.join('\n')}`);
}
