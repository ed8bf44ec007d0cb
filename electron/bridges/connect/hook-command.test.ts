import { expect, test } from 'vitest';
import { hookCommand, launcherOf, runsLauncher } from './hook-command.ts';

const FOLDERS = [
  'C:\\Users\\Jörg Müller\\AppData\\Local\\Plinth',
  "D:\\it's (x86) & more\\a^b!c",
  'C:\\100%\\100%',
  "C:\\''",
  'C:\\%PATH%\\%%',
  '\\\\server\\share\\Plinth',
];

test.each(FOLDERS)('a hook of each shell of Windows tells its launcher below %s', (folder) => {
  const path = `${folder}\\bridges\\report`;
  for (const shell of ['cmd', 'powershell'] as const) {
    const command = hookCommand({ path, bridgeId: 'codex' }, shell);
    expect(launcherOf(command)).toBe(path);
    expect(runsLauncher(command, path)).toBe(true);
    expect(runsLauncher(command, `${path}s`)).toBe(false);
  }
  const bash = hookCommand({ path, bridgeId: 'claude-code' }, 'git_bash');
  expect(launcherOf(bash)?.replaceAll('\\', '/')).toBe(path.replaceAll('\\', '/'));
  expect(runsLauncher(bash, path)).toBe(process.platform === 'win32');
});

test('cmd finds no name of a variable in a path, and doubles no caret', () => {
  const command = hookCommand({ path: 'C:\\%PATH%\\a^b\\bridges\\report', bridgeId: 'codex' }, 'cmd');
  expect(command).not.toMatch(/%[^%"^]+%|\bcall\b/);
  // What cmd makes of the word: outside of quotes, a caret keeps the next character, and quotes are no part of a path.
  const word = /^if exist (\S+) /.exec(command)![1]!;
  const read = word.split('"').map((part, at) => (at % 2 === 0 ? part.replaceAll(/\^(.)/g, '$1') : part));
  expect(read.join('')).toBe('C:\\%PATH%\\a^b\\bridges\\report.cmd');
});
