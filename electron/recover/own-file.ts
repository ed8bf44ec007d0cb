import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSameFile } from '../platform/file-identity.ts';
import { MAX_COPY_BYTES } from './file-copy.ts';

/** A file that cannot be a copy: a link, a device, another user's, or too large. */
class Unusable extends Error {}

/**
 * Reads a regular file of this user of at most `maxBytes`. No part of its path below `base` may be a link, and nothing waits
 * for a pipe. The file must be the same before and after. Throws {@link Unusable}, or Node's error.
 */
export async function readOwnFile(path: string, base: string, maxBytes = MAX_COPY_BYTES): Promise<Buffer> {
  const folder = await realpath(dirname(path));
  const allowed = await realpath(base);
  const expected = dirname(path).replace(base, () => allowed);
  if (folder !== expected) throw new Unusable('a link leads elsewhere');
  const before = await lstat(path, { bigint: true });
  const uid = process.getuid?.();
  if (!before.isFile() || before.size > maxBytes) throw new Unusable('no regular file, or too large');
  if (uid !== undefined && before.uid !== BigInt(uid)) throw new Unusable('the file of another user');
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    const status = await file.stat({ bigint: true });
    if (!isSameFile(status, before) || !status.isFile()) throw new Unusable('it was replaced');
    const bytes = Buffer.alloc(Number(status.size));
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new Unusable('it changes');
      at += bytesRead;
    }
    const after = await file.stat({ bigint: true });
    if (BigInt(at) !== after.size || after.mtimeNs !== status.mtimeNs) throw new Unusable('it changes');
    return bytes;
  } finally {
    await file.close();
  }
}
