import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { messages } from '../renderer/messages/index.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { NOT_ON_WINDOWS, NOT_ON_WINE } from './windows/left-out.ts';
import { checkout, driveP, NotHere, setUp } from './windows/setup.ts';
import { startNode, type WineProgram } from './windows/wine.ts';

/*
 * Tries Plinth on Windows, by Node for Windows on Wine 10: the unit tests, a round of the real host, its screens in Chromium,
 * and its end by Ctrl+C. docs/windows.md tells what Wine shows, and what not.
 */

/** The exit code of a test that cannot run here, as GNU Automake has it. */
const EXIT_SKIPPED = 77;
const START_LIMIT_MS = 120_000;
const LOOK_MS = 200;
/** Time for a Node that has written its report. On Wine, one of its threads can stay for ever. */
const ENDING_MS = 30_000;
/** Longer than any test may take. On Wine, the first thread of a Node can end without the others. */
const SILENCE_MS = 1_500_000;

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    /** Rounds of the real host. */
    rounds: { type: 'string', default: '3' },
    /** Kills of a host that records. */
    kills: { type: 'string', default: '20' },
    /** Leaves the unit tests out. */
    'only-host': { type: 'boolean', default: false },
  },
});

interface Counts {
  passed: number;
  failed: string[];
  leftOut: number;
}

/** Waits for a run of tests, and ends it where it has written its report and stays, or prints nothing any more. */
async function endOf(program: WineProgram, report: string): Promise<number | null> {
  let [printed, silent] = [0, 0];
  for (let waited = 0; ; ) {
    const status = await Promise.race([program.ended, delay(LOOK_MS, 'runs' as const)]);
    if (status !== 'runs') return status;
    if (existsSync(report)) waited += LOOK_MS;
    const { length } = program.output();
    silent = length === printed ? silent + LOOK_MS : 0;
    printed = length;
    if (waited > ENDING_MS || silent > SILENCE_MS) program.child.kill('SIGKILL');
  }
}

const REPORT = 'tests.json';

/** Runs tests in Wine. Vitest cannot start processes of its own there, so it uses threads. */
async function runTests(args: readonly string[], env: Record<string, string>): Promise<Counts> {
  const report = join(checkout, REPORT);
  rmSync(report, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--pool=threads', '--maxWorkers=2'];
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${REPORT}`];
  const program = startNode([...vitest, ...reporters, ...args], { env });
  const status = await endOf(program, report);
  const ended = [`the tests ended with ${status}: ${program.output().slice(-2000)}`];
  if (!existsSync(report)) return { passed: 0, failed: ended, leftOut: 0 };
  const { success, numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = testResults.flatMap(
    (file: { name: string; status: string; message: string; assertionResults: TestResult[] }) => {
      const short = file.name.replace(/^.*?plinth\//, '');
      // Without a failed test, its preparation failed, or it could not be read.
      if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
        return [`${short}: ${file.message}`];
      return file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => `${short}: ${test.fullName}\n    ${(test.failureMessages[0] ?? '').split('\n')[0]}`);
    },
  );
  for (const [, line] of program.output().matchAll(/^(A hook of cmd [^\r\n]*)/gm)) console.log(line);
  // Without a failed test, something before the tests failed.
  const isWhole = status === 0 || failed.length > 0 || (status === null && success);
  return { passed: numPassedTests, failed: isWhole ? failed : ended, leftOut: numPendingTests };
}

interface TestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}

/** Waits for a text in what a program prints. */
async function printed(program: WineProgram, pattern: RegExp): Promise<string> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    const found = pattern.exec(program.output())?.[1];
    if (found !== undefined) return found;
    await delay(LOOK_MS);
  }
  throw new Error(`nothing like ${pattern} was printed:\n${program.output()}`);
}

/** Opens the screens of a host in Wine in Chromium, and ends the host by a Ctrl+C in its terminal. */
async function tryScreens(): Promise<Counts> {
  const dataDir = 'C:\\users\\root\\AppData\\Local\\Plinth screens';
  const files = join(driveP, 'prefix/drive_c/users/root/AppData/Local/Plinth screens');
  rmSync(files, { recursive: true, force: true });
  const failed: string[] = [];
  const host = startNode(['bin/plinth.js', '--data-dir', dataDir, 'serve', '--port', '0'], {
    env: { PLINTH_CONSOLE_PORT: '0' },
    inTerminal: true,
  });
  try {
    const link = await printed(host, /(http:\/\/127\.0\.0\.1:\d+\/login#[\w-]+)/);
    const sent = startNode(['bin/plinth.js', '--data-dir', dataDir, 'send', 'prompt', 'Written on Windows']);
    if ((await sent.ended) !== 0) throw new Error(`send failed: ${sent.output()}`);
    const browser = await chromium.launch({ executablePath: ensureBrowser()!, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.goto(link);
      await page.getByRole('button', { name: messages.welcome.skip }).click();
      await page.goto(`${new URL(link).origin}/#/timeline`);
      await page.getByText('Written on Windows').first().waitFor();
    } finally {
      await browser.close();
      host.child.stdin?.write('\x03');
    }
    const status = await Promise.race([host.ended, delay(START_LIMIT_MS, 'still runs' as const)]);
    if (status !== 0) failed.push(`Ctrl+C: the host ended with ${status}\n${host.output().slice(-1000)}`);
    if (existsSync(join(files, 'runtime.json'))) failed.push('Ctrl+C: the host did not clean up');
  } catch (error) {
    failed.push(`screens: ${(error as Error).message}`);
    host.child.kill();
  }
  return { passed: failed.length === 0 ? 1 : 0, failed, leftOut: 0 };
}

const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.flatMap(({ failed }) => failed),
  leftOut: all.reduce((total, { leftOut }) => total + leftOut, 0),
});

try {
  setUp();
  const variables = {
    PLINTH_HOST_BUILT: '1',
    PLINTH_WINDOWS_ROUNDS: options.rounds,
    PLINTH_KILLS: options.kills,
  };
  const notOnWine = `--testNamePattern=^(?!.*(?:${Object.keys(NOT_ON_WINE).join('|')}))`;
  const which = options['only-host'] ? ['test/windows'] : files;
  const length = which.length > 0 ? {} : { PLINTH_SHORT_TESTS: '1' };
  const results = [await runTests([...which, notOnWine], { ...variables, ...length })];
  if (files.length === 0) results.push(await tryScreens());
  const { passed, failed, leftOut: skipped } = sum(results);
  for (const failure of failed) console.log(`failed: ${failure}`);
  console.log(
    `Windows: ${passed} passed, ${failed.length} failed, ${skipped} skipped, ${Object.keys(NOT_ON_WINDOWS).length} files or folders left out`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof NotHere)) throw error;
  console.log(`Windows: skipped, because ${error.message}.`);
  process.exitCode = EXIT_SKIPPED;
}
