import { existsSync, renameSync, statSync } from 'node:fs';
import { setAsideName } from '../../platform/private-file.ts';

/** Size of the header at the start of every SQLite database. */
const HEADER_BYTES = 100;

/**
 * Returns true if the file exists and ends within its header. SQLite opens an empty file as a new database and deletes
 * the write-ahead log beside it, so this check must come first.
 */
export function endsInHeader(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  return size !== undefined && size < HEADER_BYTES;
}

/**
 * Renames a damaged database and its WAL, so that no data is lost and a new database can start. Returns the new name.
 */
export function setDatabaseAside(file: string, now: Date): string {
  const aside = setAsideName(file, now);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}
