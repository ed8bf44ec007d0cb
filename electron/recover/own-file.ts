import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isSameFile } from '../platform/file-identity.ts';

/** The most content that is read of one copy, and of one group. A larger file is counted and not read. */
export const MAX_COPY_BYTES = 24 * 1_048_576;

/** Returns true if no part of a path below `base` is a link. */
export async function isUnlinked(folder: string, base: string): Promise<boolean> {
  const [real, allowed] = await Promise.all([realpath(folder), realpath(base)]);
  // On Windows, the disk can have the name in another case.
  return relative(join(allowed, relative(base, folder)), real) === '';
}

/** Returns the home folder for a folder in it, and else the folder itself: links above a base are the user's. */
export const baseOf = (folder: string, home: string): string =>
  folder.startsWith(home + sep) ? home : folder;

/**
 * Reads a regular file of this user of at most `maxBytes`. No part of its path below `base` may be a link, and nothing waits
 * for a pipe. The file must be the same before and after. Throws for any other.
 */
export async function readOwnFile(path: string, base: string, maxBytes = MAX_COPY_BYTES): Promise<Buffer> {
  if (!(await isUnlinked(dirname(path), base))) throw new Error('a link leads elsewhere');
  const before = await lstat(path, { bigint: true });
  const uid = process.getuid?.();
  if (!before.isFile() || before.size > maxBytes) throw new Error('no regular file, or too large');
  if (uid !== undefined && before.uid !== BigInt(uid)) throw new Error('the file of another user');
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    const status = await file.stat({ bigint: true });
    if (!isSameFile(status, before) || !status.isFile() || status.size > maxBytes)
      throw new Error('it was replaced');
    const bytes = Buffer.alloc(Number(status.size));
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new Error('it changes');
      at += bytesRead;
    }
    const after = await file.stat({ bigint: true });
    if (BigInt(at) !== after.size || after.mtimeNs !== status.mtimeNs) throw new Error('it changes');
    return bytes;
  } finally {
    await file.close();
  }
}
