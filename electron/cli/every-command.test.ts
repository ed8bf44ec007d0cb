import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../test/support/command-line.ts';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { commandLine } from './all-commands.ts';
import { allCommands, commandTree } from './command-tree.ts';
import { examplesOf } from './examples.ts';
import { EXIT, EXIT_STATUS } from './exit-codes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const plinth = join(root, 'bin/plinth.js');
const leaves = allCommands(commandTree(commandLine())).filter(({ commands }) => commands.length === 0);

let home: string;
beforeAll(() => {
  home = temporaryFolder();
  // A file where the data directory should be: nothing can be stored there.
  writeFileSync(join(home, 'file'), '');
  mkdirSync(join(home, 'empty'));
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));

const run = (words: readonly string[], env: Record<string, string> = {}) =>
  runCommand(words, {
    cwd: home,
    env: { ...process.env, HOME: home, PLINTH_KEYCHAIN: 'off', PLINTH_CONSOLE_PORT: '0', ...env },
  });

/** The words of an example, without what the shell does with its input and output. */
const wordsOf = (line: string): string[] =>
  line
    .replace(/ (?:[|>&<]|>>|\|\|) .*/, '')
    .match(/'[^']*'|\S+/g)!
    .slice(1)
    .map((word) => word.replaceAll("'", ''));

/** A program that throws instead of ending the process, and whose commands do nothing. */
function inertProgram() {
  const program = commandLine();
  const silence = (command: typeof program) => {
    command.exitOverride().configureOutput({ writeErr: () => {}, outputError: () => {} });
    command.action(() => {});
    for (const each of command.commands) silence(each);
  };
  silence(program);
  return program;
}

const commandAt = (path: readonly string[]) =>
  path.reduce((command, name) => command.commands.find((each) => each.name() === name)!, commandLine());

/**
 * Commands that succeed without a data directory, those that run another program also without Plinth, and those that
 * would change the service of the user who runs the tests.
 */
const NOT_FAILING = /^(?:acp|completion|recover|redact|run|service \w+)$/;

describe.each(leaves.map(({ path }) => path.join(' ')))('plinth %s', (name) => {
  const path = name.split(' ');

  test('has examples that its parser accepts, and says what its JSON is', () => {
    let help = '';
    commandAt(path)
      .configureOutput({
        writeOut: (text) => {
          help += text;
        },
      })
      .outputHelp();
    expect(help).toMatch(/--json {2,}(?:print|same as)/);
    expect(examplesOf(path).length).toBeGreaterThan(0);
    for (const { line } of examplesOf(path)) {
      expect(help).toContain(`  ${line}\n`);
      expect(() => inertProgram().parse(wordsOf(line), { from: 'user' }), line).not.toThrow();
    }
  });

  test('takes the options of every command before and after its name, and no others', () => {
    const words = wordsOf(examplesOf(path)[0]!.line);
    const global = ['--json', '--quiet', '--data-dir', 'x'];
    const parse = (...args: string[]) => inertProgram().parse(args, { from: 'user' });
    expect(() => parse(...global, ...words)).not.toThrow();
    expect(() => parse(...path, ...global, ...words.slice(path.length))).not.toThrow();
    expect(() => parse(...path, '--no-such-option', ...words.slice(path.length))).toThrow(/unknown option/);
  });

  test.skipIf(NOT_FAILING.test(name))('exits with 1 or 3 where Plinth cannot run, with JSON', async () => {
    const args = ['--data-dir', join(home, 'file'), '--json'];
    const words = wordsOf(examplesOf(path)[0]!.line);
    const { status, stdout } = await run([...args, ...words], { PLINTH_DATA_DIR: join(home, 'unused') });
    expect([EXIT.refused, EXIT.unavailable], stdout).toContain(status);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });
});

test('wrong usage exits with 2, and is JSON for a program that asks for it', async () => {
  expect((await run(['receipts', 'lst'])).status).toBe(EXIT.usage);
  const wrong = await run(['receipts', 'list', '--json', '--limit', 'many']);
  expect(wrong).toMatchObject({ status: EXIT.usage, stderr: '' });
  expect(JSON.parse(wrong.stdout).error).toMatchObject({ code: 'invalid_params' });
});

test('the exit codes are in the help, and in the documentation', async () => {
  const { stdout } = await run(['--help']);
  const document = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
  for (const { code, meaning } of EXIT_STATUS) {
    expect(stdout).toContain(meaning);
    expect(document).toContain(`| ${code} | ${meaning} |`);
  }
  const described = EXIT_STATUS.flatMap(({ code }) => code.split(', ').map(Number));
  expect(described).toEqual(Object.values(EXIT));
});

test('--quiet leaves the result, and takes notes and confirmations away', async () => {
  const dataDir = join(home, 'empty/data');
  const loud = await run(['--data-dir', dataDir, 'token', 'generate', '--name', 'loud']);
  expect(loud.stderr).toContain('Copy it now');
  const quiet = await run(['-q', '--data-dir', dataDir, 'token', 'generate', '--name', 'quiet']);
  expect(quiet).toMatchObject({ status: 0, stderr: '' });
  expect(quiet.stdout).toMatch(/^plint_\w+\n$/);
  expect(await run(['token', 'revoke', 'quiet', '--yes', '--quiet', '--data-dir', dataDir])).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
  expect((await run(['token', 'revoke', 'nobody', '--quiet', '--data-dir', dataDir])).stderr).not.toBe('');
});

test('the words after the command of “plinth run” belong to it', async () => {
  const script = 'console.log(process.argv.slice(1).join())';
  const args = ['-q', 'run', process.execPath, '-e', script, 'word', '--json', '--data-dir', 'x', '-q'];
  const env = { ...process.env, PLINTH_DATA_DIR: join(home, 'none') };
  expect(execFileSync(process.execPath, [plinth, ...args], { encoding: 'utf8', env })).toBe(
    'word,--json,--data-dir,x,-q\n',
  );
  expect((await run(['run', '--', join(home, 'missing')])).status).toBe(EXIT.notFound);
  // Windows finds no program without an ending.
  const empty = process.platform === 'win32' ? EXIT.notFound : EXIT.notRunnable;
  expect((await run(['run', '--', join(home, 'empty')])).status).toBe(empty);
});
