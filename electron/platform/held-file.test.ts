import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { REMOVED_WHOLE, removeFile, replaceByRename } from './held-file.ts';

const OPEN_ALONE = 0x1000_0000;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file takes the place of another one, and a missing one is removed', () => {
  const [from, to] = [join(folder, 'new'), join(folder, 'old')];
  writeFileSync(to, 'old');
  writeFileSync(from, 'new');
  replaceByRename(from, to);
  expect(readFileSync(to, 'utf8')).toBe('new');
  removeFile(to);
  removeFile(to);
  expect(() => replaceByRename(from, join(folder, 'missing', 'name'))).toThrow('ENOENT');
});

test.runIf(process.platform === 'win32')(
  'a file that another program keeps open stays, and the error says so',
  () => {
    const [from, to] = [join(folder, 'new'), join(folder, 'old')];
    writeFileSync(from, 'new');
    const held = openSync(to, constants.O_RDWR | constants.O_CREAT | OPEN_ALONE);
    expect(() => replaceByRename(from, to)).toThrow(/EPERM|EACCES|EBUSY/);
    expect(() => removeFile(to)).toThrow(/EPERM|EACCES|EBUSY/);
    closeSync(held);
    replaceByRename(from, to);
    expect(readFileSync(to, 'utf8')).toBe('new');
  },
);

test('a folder in which a program ran until now is removed', async () => {
  const held = join(folder, 'held');
  mkdirSync(held);
  const script = `console.log('runs'); setTimeout(() => {}, 300)`;
  const program = spawn(process.execPath, ['-e', script], { cwd: held });
  const ended = once(program, 'exit');
  await once(program.stdout, 'data');
  rmSync(held, REMOVED_WHOLE);
  expect(existsSync(held)).toBe(false);
  await ended;
});
