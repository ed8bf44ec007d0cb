import { rmSync } from 'node:fs';

/** SQLite's files beside a database that may hold a part of its content. */
export const JOURNALS = ['-wal', '-journal'];

/** Removes a prepared record. */
export function discardPrepared(target: string): void {
  for (const suffix of ['', ...JOURNALS, '-shm']) rmSync(target + suffix, { force: true });
}
