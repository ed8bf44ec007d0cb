import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { changedFiles } from './changed-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface LongTest {
  /** The arguments of Node of each command. */
  commands: readonly (readonly string[])[];
  env?: Record<string, string>;
  /** A change of a file whose path begins with one of them asks for this test. */
  folders: readonly string[];
}

const vitest = (...args: string[]) => ['node_modules/vitest/vitest.mjs', 'run', ...args];

/** Tests that `npm test` leaves out or runs in a shorter form. */
const LONG_TESTS: Readonly<Record<string, LongTest>> = {
  // The texts of reporters take linear time.
  linear: {
    commands: [vitest('test/linear-time', 'bench/redaction/linear-time')],
    folders: ['electron/redaction/', 'shared/', 'test/linear-time/'],
  },
  // The weights of the scorer are those that its corpus teaches.
  weights: {
    commands: [['bench/redaction/talk/train.ts', '--check']],
    folders: ['electron/redaction/talk/', 'bench/redaction/'],
  },
  // No secret of the corpus reaches the disk.
  leaks: {
    commands: [vitest('bench/redaction/nothing-leaks')],
    folders: ['electron/redaction/', 'electron/receipts/', 'bench/redaction/'],
  },
  // A minute of hostile neighbours, and all hostile inputs. Each measures times, so no two run at once.
  neighbour: {
    commands: [
      vitest('--no-file-parallelism', 'test/faults/hostile-neighbours', 'test/faults/hostile-inputs'),
    ],
    env: { PLINTH_NEIGHBOUR_SECONDS: '60' },
    folders: ['electron/listener/', 'test/faults/'],
  },
  // Rounds of harm to the data directory under load, kills, and restarts under load.
  survival: {
    commands: [
      vitest(
        ...['test/faults/survival-rounds', 'test/faults/restart-under-load'],
        'electron/receipts/store/durability',
      ),
    ],
    env: { PLINTH_SURVIVAL_ROUNDS: '50', PLINTH_KILLS: '20' },
    folders: ['electron/receipts/', 'electron/host/', 'test/faults/'],
  },
  // Every command in every broken home.
  homes: {
    commands: [vitest('test/faults/broken-homes')],
    env: { PLINTH_EVERY_COMMAND: '1' },
    folders: ['electron/cli/', 'test/faults/'],
  },
  // Damaged pages of a store, one after the other.
  damage: {
    commands: [vitest('test/faults/damaged-pages')],
    env: { PLINTH_DAMAGE_CASES: '200' },
    folders: ['electron/receipts/', 'test/faults/'],
  },
  requests: {
    commands: [vitest('electron/listener/fuzz')],
    env: { PLINTH_FUZZ_REQUESTS: '4000' },
    folders: ['electron/listener/', 'shared/'],
  },
  // Every way to lose a file, and hostile repositories and folders.
  recover: {
    commands: [vitest('electron/recover')],
    folders: ['electron/recover/', 'electron/git/'],
  },
  // Both tools that package the app, their installers, the npm package of the host, and the app from its sources.
  packaging: {
    commands: [
      ['scripts/packaging-tools.ts'],
      ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.packaging.json'],
      vitest('test/packaging', 'test/start/dev'),
    ],
    folders: ['package', 'build/', 'electron-builder.yml', 'forge.config.ts', 'scripts/', 'test/packaging/'],
  },
  // All tests of the SDKs, with their coverage, their archives and the window's snippets in fresh environments, and the
  // linter of Python.
  sdk: {
    commands: [['scripts/packaging-tools.ts'], ['scripts/sdk-test.ts'], vitest('test/snippets')],
    folders: ['sdk/', 'shared/', 'renderer/screens/integrations/'],
  },
  // A search that is typed at every pace, on a slow processor.
  typing: {
    commands: [['scripts/e2e.ts', '--project=headless', '--grep', 'what is typed']],
    folders: ['renderer/screens/activity/'],
  },
  fuzz: { commands: [['scripts/fuzz.ts', '--minutes', '5']], folders: ['electron/listener/', 'test/fuzz/'] },
  // Node for Windows on Wine 10, where that can be had.
  windows: {
    commands: [['scripts/test-windows.ts', '--rounds', '10']],
    folders: ['bin/', 'electron/bridges/', 'electron/platform/', 'scripts/windows/', 'test/windows/'],
  },
};

/** The exit code of a test that cannot run on this computer. */
const EXIT_SKIPPED = 77;

/** Runs one, until a command of it fails, and returns its result. */
function resultOf({ commands, env }: LongTest): 'passed' | 'skipped' | 'FAILED' {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  for (const args of commands) {
    const { status } = spawnSync(process.execPath, args, options);
    if (status !== 0) return status === EXIT_SKIPPED ? 'skipped' : 'FAILED';
  }
  return 'passed';
}

/** Returns the tests of the folders in which this branch changed something. */
function namesOfChanges(): string[] {
  const changed = changedFiles();
  return Object.entries(LONG_TESTS)
    .filter(([, { folders }]) => changed.some((file) => folders.some((folder) => file.startsWith(folder))))
    .map(([name]) => name);
}

// Usage: npm run test:long [-- NAME … | --changed]
const args = process.argv.slice(2);
const everyName = Object.keys(LONG_TESTS);
const names = args[0] === '--changed' ? namesOfChanges() : args.length > 0 ? args : everyName;
const unknown = names.find((name) => !Object.hasOwn(LONG_TESTS, name));
if (unknown !== undefined) {
  console.error(`No long test is named ${unknown}. There are: ${everyName.join(', ')}.`);
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
