import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { callerByCommands } from './calling-program.ts';
import { readFolder, readProgramList } from './program-list.ts';

/** The form of macOS, by its manual: whole paths, names with spaces and login shells. */
const MACOS = `    1     0     0 /sbin/launchd
  612     1   501 /System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal
  640   612     0 login
  641   640   501 -zsh
  702   641   501 /Users/mara/Library/Application Support/claude/claude
  710   702   502 /usr/bin/other-user
`;

test('the list of macOS gives this user\u2019s programs by their names', () => {
  const programs = readProgramList(MACOS, 501);
  expect([...programs]).toEqual([
    [612, { name: 'Terminal', parent: 1 }],
    [641, { name: 'zsh', parent: 640 }],
    [702, { name: 'claude', parent: 641 }],
  ]);
  expect(readFolder('p702\nfcwd\nn/Users/mara/some work\n')).toBe('/Users/mara/some work');
  expect(readFolder('')).toBeUndefined();
});

test.skipIf(process.platform === 'win32')(
  'the list of this computer names a program of this user',
  async () => {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    try {
      await once(child, 'spawn');
      const caller = await callerByCommands(child.pid!, false);
      expect(caller).toMatchObject({ program: 'sleep', folder: null });
      expect(caller!.parents.length).toBeGreaterThan(0);
    } finally {
      child.kill();
    }
  },
);
