import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildParts } from './build.ts';
import { PARTS } from './built-parts.ts';
import { LINT, packageCommand, TYPES } from './checks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'plinth-test-reports-'));

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The file and title of each failed test, to be read at the end of a long log. */
  failures?: string[];
}

interface Suite {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  /** Reads the counts that the suite wrote. A suite without counts is one check, by its exit code. */
  counts?: () => Counts;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function vitestCounts(file: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults } =
    readJson(file);
  // A file that could not be loaded has no tests that fail.
  const unloaded = testResults.filter(
    (result: { status: string; assertionResults: unknown[] }) =>
      result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
  return {
    passed: numPassedTests,
    failed:
      numFailedTests + (numFailedTests === 0 && numFailedTestSuites > 0 ? Math.max(1, unloaded) : unloaded),
    skipped: numPendingTests,
    failures: testResults.flatMap(failuresOfFile),
  };
}

interface VitestFile {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
}

function failuresOfFile({ name, status, assertionResults }: VitestFile): string[] {
  const file = relative(root, name);
  if (status === 'failed' && assertionResults.length === 0) return [`${file}: could not be loaded`];
  return assertionResults
    .filter((result) => result.status === 'failed')
    .map((result) => `${file}: ${result.fullName}`);
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { ok: boolean; file: string; line: number; title: string }[];
}

function failuresOfSuite({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}:${spec.line}: ${spec.title}`);
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

function playwrightCounts(file: string): Counts {
  const { stats, suites } = readJson(file);
  const { expected, unexpected, flaky, skipped } = stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: failuresOfSuite({ suites }),
  };
}

/** Two lanes run at the same time: much of both is waiting for processes and time limits. */
const behaviour: Suite[] = [
  {
    name: 'Unit and behaviour tests',
    command: [
      ...packageCommand('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(root, 'scripts/slowest-files.ts')}`,
      `--outputFile.json=${reports}/vitest.json`,
    ],
    env: { PLINTH_SHORT_TESTS: '1', PLINTH_NEIGHBOUR_SECONDS: '5' },
    counts: () => vitestCounts(`${reports}/vitest.json`),
  },
];

const beside: Suite[] = [
  { name: 'Types', command: TYPES },
  {
    name: 'Lint, formatting and the direction of imports',
    command: LINT,
  },
  {
    name: 'End to end',
    command: [process.execPath, join(root, 'scripts/e2e.ts')],
    env: { PLINTH_SHORT_TESTS: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/playwright.json` },
    counts: () => playwrightCounts(`${reports}/playwright.json`),
  },
  {
    name: 'SDKs',
    command: [process.execPath, join(root, 'scripts/sdk-test.ts'), '--short'],
    env: { PLINTH_SDK_TEST_REPORT: `${reports}/sdk.json` },
    counts: () => readJson(`${reports}/sdk.json`),
  },
];

async function run({ name, command, env }: Suite, output: 'shown' | 'kept'): Promise<number> {
  if (output === 'shown') console.log(`\n── ${name}`);
  const [program, ...args] = command as [string, ...string[]];
  const child = spawn(program, args, {
    cwd: root,
    stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const kept: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept.push(chunk));
  const status = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
  if (output === 'kept') console.log(`\n── ${name}\n${Buffer.concat(kept)}`);
  return status;
}

function countsOf(suite: Suite, status: number): Counts {
  const byStatus = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  if (suite.counts === undefined) return byStatus;
  try {
    const counts = suite.counts();
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return byStatus;
  }
}

const results = new Map<Suite, Counts>();

/** Runs suites one after another. What a suite prints is shown at once, or kept and shown in one piece. */
async function runInOrder(suites: readonly Suite[], output: 'shown' | 'kept'): Promise<void> {
  for (const suite of suites) results.set(suite, countsOf(suite, await run(suite, output)));
}

// Each host and command of a test has a home of its own, and would compile the program again.
process.env.NODE_COMPILE_CACHE = join(reports, 'compile-cache');
// Once for all suites, which then find everything built.
await buildParts(PARTS, { onlyStale: true, logLevel: 'warn' });
await Promise.all([runInOrder(behaviour, 'shown'), runInOrder(beside, 'kept')]);

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
for (const suite of [...beside, ...behaviour]) {
  const counts = results.get(suite)!;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  lines.push(`${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  for (const failure of counts.failures ?? []) lines.push(`  failed: ${failure}`);
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}\n`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
