import { DamagedDatabase, sqliteCode } from './database.ts';
import { InvalidCursor } from './receipt-reader.ts';
import type { StoreFailure } from './worker-protocol.ts';

const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;

/** The failure's kind alone: SQLite's messages may quote what was being written. */
export function storeFailure(error: unknown): StoreFailure {
  if (error instanceof InvalidCursor) return 'invalid_cursor';
  if (error instanceof DamagedDatabase) return 'storage_damaged';
  const code = sqliteCode(error) ?? (error as NodeJS.ErrnoException | null)?.code;
  if (code === SQLITE_FULL || code === 'ENOSPC' || code === 'EDQUOT') return 'storage_full';
  if (code === SQLITE_READONLY || code === SQLITE_CANTOPEN || code === 'EACCES' || code === 'EROFS') {
    return 'storage_unwritable';
  }
  return 'storage_failed';
}
