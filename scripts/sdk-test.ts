import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from './sdk-python.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const javascript = join(root, 'sdk/javascript');
const python = join(root, 'sdk/python');
/** Long enough for a machine that does much else: there the Python tests alone need ten minutes. */
const LONGEST_STEP_MS = 1_200_000;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Step {
  name: string;
  /** The arguments of the command, or the reason why there is none to run. */
  command: string[] | string;
  cwd: string;
  env?: Record<string, string>;
  /** Reads the test counts from the output. A step without counts is one check. */
  counts?: (printed: string) => Counts;
}

interface Result extends Counts {
  name: string;
  note: string;
}

// Usage: sdk-test.ts [--short]. `npm test` takes the short form.
const isShort = process.argv.includes('--short');
/** Fresh environments, dozens of processes and long texts: `npm run test:long sdk` runs them. */
const LONG = ['packaging', 'proxy[-_]trap', 'linear_time'];
const isRun = (name: string) => !isShort || !LONG.some((long) => new RegExp(long).test(name));
const testsOf = (folder: string, form: RegExp) =>
  readdirSync(folder).filter((name) => form.test(name) && isRun(name));

// The network code is fully covered. The runtime counts one branch that cannot be taken, the end of an endless
// loop, so the threshold for branches is slightly lower.
const COVERED = [
  'answer',
  'base-url',
  'client',
  'connection-report',
  'call-options',
  'delivery',
  'encoding',
  'event-queue',
  'pauses',
  'reporter',
  'reporter-options',
  'transport',
  'tries',
];

const COVERAGE = [
  '--experimental-test-coverage',
  ...COVERED.map((name) => `--test-coverage-include=src/${name}.ts`),
  '--test-coverage-lines=100',
  '--test-coverage-functions=100',
  '--test-coverage-branches=99',
];

const lastNumber = (printed: string, pattern: RegExp) =>
  Number([...printed.matchAll(pattern)].at(-1)?.[1] ?? 0);

const nodeCounts = (printed: string): Counts => ({
  passed: lastNumber(printed, /^\W*pass (\d+)$/gm),
  failed: lastNumber(printed, /^\W*fail (\d+)$/gm) + lastNumber(printed, /^\W*cancelled (\d+)$/gm),
  skipped: lastNumber(printed, /^\W*skipped (\d+)$/gm),
});

function unittestCounts(printed: string): Counts {
  const ran = lastNumber(printed, /^Ran (\d+) tests?/gm);
  const failed = lastNumber(printed, /failures=(\d+)/g) + lastNumber(printed, /errors=(\d+)/g);
  const skipped = lastNumber(printed, /skipped=(\d+)/g);
  // A test with subtests may fail in several of them.
  return { passed: Math.max(0, ran - failed - skipped), failed, skipped };
}

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const interpreter = findPython();
const has = (tool: string) => spawnSync(tool, ['--version']).status === 0;
const withPython = (...args: string[]) =>
  interpreter ? [interpreter, ...args] : 'no Python 3.9 or later here';
const withTool = (tool: string, ...args: string[]) =>
  has(tool) ? [tool, ...args] : `${tool} is not installed`;
const withPackage = (name: string, script: string) =>
  existsSync(join(root, 'node_modules', name))
    ? [process.execPath, join(root, script)]
    : `${name} is not installed`;

const javascriptSteps: Step[] = [
  { name: 'JavaScript: types', command: [process.execPath, compiler, '-p', '.'], cwd: javascript },
  {
    name: 'JavaScript: tests',
    command: [
      process.execPath,
      '--test',
      '--test-reporter=spec',
      '--test-concurrency=2',
      '--test-timeout=120000',
      ...(isShort ? [] : COVERAGE),
      ...testsOf(join(javascript, 'test'), /\.test\.ts$/).map((name) => `test/${name}`),
    ],
    cwd: javascript,
    counts: nodeCounts,
  },
];

const pythonSteps: Step[] = [
  {
    name: 'Python: tests',
    command: withPython(
      ...['-W', 'error::SyntaxWarning', '-m', 'unittest', '--verbose'],
      ...testsOf(join(python, 'tests'), /^test_.*\.py$/).map((name) => `tests.${name.slice(0, -3)}`),
    ),
    cwd: python,
    env: { PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
    counts: unittestCounts,
  },
];
if (!isShort)
  pythonSteps.push(
    { name: 'Python: mypy --strict', command: withTool('mypy'), cwd: python },
    {
      name: 'Python: ruff',
      command: withPackage('@astral-sh/ruff-wasm-nodejs', 'scripts/python-lint.ts'),
      cwd: python,
    },
  );

async function run({ name, command, cwd, env, counts }: Step): Promise<Result> {
  if (typeof command === 'string') return { name, note: command, passed: 0, failed: 0, skipped: 1 };
  const [tool, ...args] = command as [string, ...string[]];
  const began = performance.now();
  const child = spawn(tool, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_STEP_MS,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const status = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
  // In one piece: a step of the other language runs at the same time.
  console.log(`\n── ${name}\n${printed}`);
  const good = status === 0;
  const counted = counts?.(printed) ?? { passed: good ? 1 : 0, failed: 0, skipped: 0 };
  const failed = good ? counted.failed : Math.max(1, counted.failed);
  return { name, ...counted, failed, note: `${((performance.now() - began) / 1000).toFixed(1)} s` };
}

async function runInOrder(steps: readonly Step[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) results.push(await run(step));
  return results;
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
// Both languages at the same time: much of their tests is waiting for hosts and time limits.
const results = await Promise.all([javascriptSteps, pythonSteps].map(runInOrder));
for (const { name, note, passed, failed, skipped } of results.flat()) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  lines.push(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${note})`);
}
console.log(`\n── SDKs\n${lines.join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
const report = process.env.PLINTH_SDK_TEST_REPORT;
if (report) writeFileSync(report, JSON.stringify(total));
process.exitCode = total.failed === 0 ? 0 : 1;
