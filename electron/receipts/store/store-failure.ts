import { isDiskFull, sqliteCode } from './database.ts';
import { InvalidCursor } from './receipt-reader.ts';

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CANTOPEN = 14;

/** Why the store could not do what it was asked, without a word of what was written. */
export type StoreFailure =
  | 'storage_full'
  | 'storage_unwritable'
  | 'storage_unreadable'
  | 'storage_locked'
  | 'too_many_files'
  | 'invalid_cursor'
  | 'storage_damaged'
  | 'storage_failed';

/** The store was damaged and has been replaced, so it cannot answer the call. */
export class StoreReplaced extends Error {}

/** Returns only the kind of the failure, because SQLite's messages may quote the data that was written. */
export function storeFailure(error: unknown): StoreFailure {
  if (error instanceof InvalidCursor) return 'invalid_cursor';
  if (error instanceof StoreReplaced) return 'storage_damaged';
  if (isDiskFull(error)) return 'storage_full';
  const code = sqliteCode(error) ?? (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'EMFILE' || code === 'ENFILE') return 'too_many_files';
  if (code === SQLITE_BUSY || code === SQLITE_LOCKED) return 'storage_locked';
  if (code === SQLITE_IOERR || code === 'EIO') return 'storage_unreadable';
  if (code === SQLITE_READONLY || code === SQLITE_CANTOPEN || code === 'EACCES' || code === 'EROFS') {
    return 'storage_unwritable';
  }
  return 'storage_failed';
}
