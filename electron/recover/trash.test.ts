import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folders.ts';
import { windowsTrash } from './trash.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Seconds from 1601 to 1970, and the tenths of microseconds of a second. */
const [TO_1970, TICKS] = [11_644_473_600n, 10_000_000n];

/** Writes a file `$I…` as Windows does: of version 2 since Windows 10, of version 1 before. */
function recycle(bin: string, name: string, original: string, version: 1 | 2) {
  const head = Buffer.alloc(24);
  head.writeBigInt64LE(BigInt(version));
  head.writeBigInt64LE((TO_1970 + 60n) * TICKS, 16);
  const path = Buffer.from(`${original}\0`, 'utf16le');
  const length = Buffer.alloc(version === 2 ? 4 : 0);
  if (version === 2) length.writeInt32LE(original.length + 1);
  writeFileSync(join(bin, `$I${name}`), Buffer.concat([head, length, path]));
}

test('the recycle bin of Windows has files, and folders with what is in them', async () => {
  const bin = join(folder, '$Recycle.Bin', 'S-1-5-21');
  const project = join(folder, 'Jörg Müller');
  mkdirSync(join(bin, '$RB', 'deep'), { recursive: true });
  writeFileSync(join(bin, '$RA.txt'), 'a');
  writeFileSync(join(bin, '$RB', 'deep', 'b.txt'), 'b');
  recycle(bin, 'A.txt', join(project, 'a.txt'), 2);
  recycle(bin, 'B', join(project, 'folder'), 1);
  writeFileSync(join(bin, '$IC'), 'of another format, and long enough');
  const found = async (path: string) => {
    const { candidates } = await windowsTrash(path, join(folder, '$Recycle.Bin'));
    return Promise.all(
      candidates.map(async ({ path: original, savedAt, read }) => [original, savedAt, String(await read())]),
    );
  };
  const a = [join(project, 'a.txt'), 60_000, 'a'];
  const b = [join(project, 'folder', 'deep', 'b.txt'), 60_000, 'b'];
  expect(await found(join(project, 'a.txt'))).toEqual([a]);
  expect(await found(join(project, 'folder', 'deep', 'b.txt'))).toEqual([b]);
  expect(await found(project)).toEqual([a, b]);
  expect(await found(join(project, 'other.txt'))).toEqual([]);
});
