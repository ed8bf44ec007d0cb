import { closeSync, openSync, readSync } from 'node:fs';
import { sizeOf } from '../store/database.ts';

/**
 * Size of the header at the start of every SQLite database, and the places of the size and the number of pages in it:
 * https://sqlite.org/fileformat2.html#the_database_header.
 */
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const PAGE_COUNT_AT = 28;
const MAGIC = 'SQLite format 3\0';

/**
 * Returns true if opening the database would lose what is in its files: SQLite opens an empty file as a new database and
 * deletes the write-ahead log beside it. `holdsRecord` tells that an earlier process has opened the file.
 */
export function wouldLoseRecord(file: string, holdsRecord: boolean): boolean {
  const size = sizeOf(file);
  if (size === undefined || size >= HEADER_BYTES) return false;
  return size > 0 || holdsRecord || (sizeOf(`${file}-wal`) ?? 0) > 0;
}

/** Returns true if a database has no header. SQLite would delete the write-ahead log beside it. */
export const isEmpty = (file: string): boolean => (sizeOf(file) ?? 0) < HEADER_BYTES;

/** Returns true if a database is shorter than its header says. SQLite calls every damage by one name. */
export function isCutOff(file: string): boolean {
  if (isEmpty(file)) return true;
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, header, 0, HEADER_BYTES, 0);
  closeSync(descriptor);
  const bytes = header.readUInt32BE(PAGE_COUNT_AT) * header.readUInt16BE(PAGE_SIZE_AT);
  return header.toString('latin1', 0, 16) === MAGIC && bytes > sizeOf(file)!;
}
