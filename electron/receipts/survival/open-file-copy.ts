import { closeSync, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { removeDatabase } from '../../platform/held-file.ts';

const CHUNK_BYTES = 1_048_576;

/**
 * Copies the files of an open database. A process loses its locks on a file when it closes any descriptor of this file,
 * so the descriptors stay open until {@link OpenFileCopy.close}, which must follow the close of the database.
 */
export class OpenFileCopy {
  readonly #descriptors: number[] = [];

  /** Runs an action on such a copy, and removes it. */
  while<T>(file: string, action: (copy: string) => T): T {
    const target = `${file}.examined`;
    removeDatabase(target);
    try {
      this.#write(file, target);
      return action(target);
    } finally {
      removeDatabase(target);
    }
  }

  close(): void {
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor);
  }

  /** Writes the database and its write-ahead log, as they are now, to a new file that only the user can read. */
  #write(file: string, target: string): void {
    for (const suffix of ['', '-wal']) {
      if (!existsSync(file + suffix)) continue;
      const from = openSync(file + suffix, 'r');
      this.#descriptors.push(from);
      const to = openSync(target + suffix, 'wx', 0o600);
      try {
        copyAll(from, to);
      } finally {
        closeSync(to);
      }
    }
  }
}

function copyAll(from: number, to: number): void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; ; ) {
    const length = readSync(from, chunk, 0, CHUNK_BYTES, at);
    if (length === 0) return;
    for (let written = 0; written < length; ) written += writeSync(to, chunk, written, length - written);
    at += length;
  }
}
