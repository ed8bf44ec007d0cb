import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, setAsideName } from '../private-file.ts';
import { migrate } from './migrations.ts';

const SQLITE_ERROR = 1;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const DAMAGE_CODES = [SQLITE_ERROR, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB];

/** SQLite's primary result code of a thrown error, or undefined when it did not come from SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/**
 * True when an error comes of a damaged database. SQLite does not always say so itself: a broken table of the schema
 * is a general error to it, and a file that was cut short a failed read, so that the database is looked through then.
 */
export function isCorruption(error: unknown, db: DatabaseSync): boolean {
  const code = sqliteCode(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return true;
  if (code !== SQLITE_ERROR && code !== SQLITE_IOERR) return false;
  try {
    return db.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok';
  } catch (checkError) {
    return DAMAGE_CODES.includes(sqliteCode(checkError) ?? 0);
  }
}

/** Thrown by {@link openDatabase} when the file is damaged. */
export class DamagedDatabase extends Error {}

/**
 * Opens the receipts database, creating it with mode 0600, and makes of it what is wanted. Throws
 * {@link DamagedDatabase}, with the file closed, when the file is no database or a damaged one.
 */
export function openDatabase<T>(file: string, assemble: (db: DatabaseSync) => T): T {
  createPrivateFile(file);
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    // A commit reaches the operating system's cache before it is acknowledged, so it survives the death of the
    // process; only a checkpoint waits for the disk. The file is not mapped into memory: if somebody cut it short, the
    // process would die of the next look at it.
    db.exec(`
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -32768;
      PRAGMA mmap_size = 0;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA wal_autocheckpoint = 8000;
    `);
    migrate(db);
    return assemble(db);
  } catch (error) {
    const damaged = isCorruption(error, db);
    db.close();
    throw damaged ? new DamagedDatabase() : error;
  }
}

/** Renames a damaged database, with its WAL, so that nothing is lost and a new one can begin; gives the new name. */
export function setDatabaseAside(file: string, now: Date): string {
  const aside = setAsideName(file, now);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}
