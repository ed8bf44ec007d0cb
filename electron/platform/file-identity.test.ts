import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folders.ts';
import { exactStatus, isSameFile } from './file-identity.ts';

test('a file stays the same with its name, and another one is told apart by the last bit of its id', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  writeFileSync(path, 'a');
  const first = exactStatus(path)!;
  renameSync(path, `${path}2`);
  expect(isSameFile(first, exactStatus(`${path}2`))).toBe(true);
  writeFileSync(path, 'a');
  expect(isSameFile(first, exactStatus(path))).toBe(false);
  expect([exactStatus(join(folder, 'none')), isSameFile(undefined, undefined)]).toEqual([undefined, false]);
  // The ids of two files of an NTFS volume that is in use. Both are the same number.
  const [one, two] = [0x0401_0000_0000_1234n, 0x0401_0000_0000_1235n];
  expect(Number(one)).toBe(Number(two));
  expect(isSameFile({ ino: one, dev: 1n }, { ino: two, dev: 1n })).toBe(false);
  rmSync(folder, { recursive: true });
});
