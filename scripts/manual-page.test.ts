import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandLine } from '../electron/cli/all-commands.ts';
import { allCommands, commandTree } from '../electron/cli/command-tree.ts';
import { manualPage } from './manual-page.ts';

const page = manualPage('2026-11-22');
const has = (tool: string) => spawnSync(tool, ['-V']).error === undefined;
const HAS_MAN = has('man') && spawnSync('man', ['--version'], { encoding: 'utf8' }).stdout.includes('man 2');

function rendered(): string {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '200', MANROFFOPT: '-c' };
  const { stdout } = spawnSync('man', ['-l', '-'], { input: page, encoding: 'utf8', env });
  return stdout;
}

test.skipIf(!HAS_MAN)('man-db shows every command, option and example without a warning', () => {
  const { stderr, status } = spawnSync('man', ['--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', '-'], {
    input: page,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const text = rendered();
  for (const { path, commands, options } of allCommands(commandTree(commandLine()))) {
    if (commands.length > 0) continue;
    expect(text).toContain(`plinth ${path.join(' ')}`);
    for (const { flags } of options) expect(text).toContain(flags);
  }
  expect(text).toContain("plinth receipts list --project ~/code/app --since '2 hours ago' --oldest-first");
  expect(text).toContain('EXIT STATUS');
});

test.skipIf(!has('mandoc'))('mandoc finds no fault in the page', () => {
  const { stdout, status } = spawnSync('mandoc', ['-Tlint', '-Wwarning'], { input: page, encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
});
