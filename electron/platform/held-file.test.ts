import { closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { removeFile, replaceByRename } from './held-file.ts';

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
