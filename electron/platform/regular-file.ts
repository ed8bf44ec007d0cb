import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

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
