import { expect, test } from 'vitest';
import { installedHook } from '../configuration/installed-hook.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { hookCommand, launcherOf, runsLauncher } from './hook-command.ts';

const FOLDERS = [
  'C:\\Users\\Jörg Müller\\AppData\\Local\\Plinth',
  "D:\\it's (x86) & more\\a^b!c",
  'C:\\100%\\100%',
  "C:\\''",
  'C:\\Users\\Mira O\u2019Neill \u2018\u201a\u201b\u2019\u2019 \u201cx\u201d',
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

test('PowerShell reads a quoted path to its end, whatever quotes are in it', () => {
  const path = 'C:\\O\u2019Neill\\bridges\\report';
  const command = hookCommand({ path, bridgeId: 'cursor' }, 'powershell');
  // PowerShell takes typographic quotes for plain ones.
  const words = command.match(/['\u2018-\u201b](?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*['\u2018-\u201b]/g)!;
  expect(words.map((word) => word.slice(1, -1).replaceAll('\u2019\u2019', '\u2019'))).toEqual([
    `${path}.cmd`,
    `${path}.cmd`,
  ]);
});

/** Calls a function as on another system. */
function onPlatform<T>(platform: NodeJS.Platform, call: () => T): T {
  const ofSystem = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  try {
    return call();
  } finally {
    Object.defineProperty(process, 'platform', { value: ofSystem });
  }
}

test.each([
  ['win32', true],
  ['linux', false],
] as const)('on %s a launcher in another case is the same one: %s', (platform, isOne) => {
  const path = 'C:\\Data\\Plinth\\bridges\\report';
  for (const shell of ['cmd', 'powershell'] as const) {
    const command = hookCommand({ path, bridgeId: 'codex' }, shell);
    expect(onPlatform(platform, () => runsLauncher(command, path.toLowerCase()))).toBe(isOne);
  }
});

test.each([
  ['codex', 'if exist '],
  ['copilot', 'if (Test-Path '],
  ['windsurf', 'if (Test-Path '],
] as const)('the hook of %s that is tested on Windows is the one that runs there', (harness, begin) => {
  const launcher = { path: 'C:\\Data\\Plinth\\bridges\\report', bridgeId: harness };
  const plan = HARNESSES[harness].plan({ home: 'C:\\Users\\me', variables: {}, platform: 'win32' }, launcher);
  const text =
    plan.form === 'own_file'
      ? plan.content
      : JSON.stringify({
          hooks: { SessionStart: plan.form === 'json_hooks' ? [plan.entries[0]!.element] : [] },
        });
  const hook = onPlatform('win32', () => installedHook(text, launcher.path));
  expect(hook).toMatchObject({ form: 'command', command: expect.stringContaining(begin) });
});

test('cmd finds no name of a variable in a path, and doubles no caret', () => {
  const command = hookCommand({ path: 'C:\\%PATH%\\a^b\\bridges\\report', bridgeId: 'codex' }, 'cmd');
  expect(command).not.toMatch(/%[^%"^]+%|\bcall\b/);
  // What cmd makes of the word: outside of quotes, a caret keeps the next character, and quotes are no part of a path.
  const word = /^if exist (\S+) /.exec(command)![1]!;
  const read = word.split('"').map((part, at) => (at % 2 === 0 ? part.replaceAll(/\^(.)/g, '$1') : part));
  expect(read.join('')).toBe('C:\\%PATH%\\a^b\\bridges\\report.cmd');
});
