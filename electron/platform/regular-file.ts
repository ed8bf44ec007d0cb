import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

interface RegularFile {
  bytes: Buffer;
  status: Stats;
}

const CHUNK_BYTES = 65_536;

/**
 * Reads an open file, a pipe or the standard input to its end. Returns undefined as soon as it has more than `maxBytes`:
 * a pipe states no size, and a file can grow meanwhile.
 */
export function readToLimit(descriptor: number, maxBytes: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
    if (read === 0) return Buffer.concat(chunks, length);
    length += read;
    if (length > maxBytes) return undefined;
    chunks.push(chunk.subarray(0, read));
  }
}

/**
 * Reads a regular file of at most `maxBytes`. Anybody can put a pipe, a device or a link to one in the place of a file,
 * and to open a pipe blocks until it has a writer. The file is therefore opened in non-blocking mode, and its type is
 * checked before it is read. Throws Node's error where the file cannot be opened or read.
 */
export function readRegularFile(path: string, maxBytes: number): RegularFile | 'not_a_file' | 'too_large' {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return 'not_a_file';
    if (status.size > maxBytes) return 'too_large';
    const bytes = readToLimit(descriptor, maxBytes);
    return bytes === undefined ? 'too_large' : { bytes, status };
  } finally {
    closeSync(descriptor);
  }
}

/** Exceeds the size of each text file that Plinth keeps. 100 integrations take some 50 KB of settings. */
const MAX_OWN_BYTES = 16_777_216;

/** A pipe, a device or a far too large file has the place of a file of Plinth. */
export class StrangeFile extends Error {}

/** Reads a text file that Plinth keeps. Throws {@link StrangeFile}, or Node's error where it cannot be opened. */
export function readOwnText(path: string): string {
  const file = readRegularFile(path, MAX_OWN_BYTES);
  if (typeof file !== 'string') return file.bytes.toString('utf8');
  // A folder can hold files of somebody else: it stays, and the start fails as for a data directory of others.
  if (statSync(path).isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
  throw new StrangeFile(file);
}

/** Returns true if a pipe, a device or a far too large file has this path, also by a link. */
export function isStrange(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isDirectory()) return false;
  return !status.isFile() || status.size > MAX_OWN_BYTES;
}
