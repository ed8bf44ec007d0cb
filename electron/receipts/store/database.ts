import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, setAsideName } from '../../platform/private-file.ts';
import { migrate } from './migrations.ts';

const SQLITE_ERROR = 1;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR_SHORT_READ = 522;

/** Returns SQLite's primary result code of an error, or undefined if the error is not SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/**
 * Returns true if a damaged database may have caused the error. Only {@link isDamaged} can confirm the damage. SQLite
 * does not always report damage as such. It reports a broken schema table as a general error, and a truncated file as a
 * short read.
 */
export function suggestsDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB || code === SQLITE_ERROR) return true;
  return (error as { errcode?: unknown } | null)?.errcode === SQLITE_IOERR_SHORT_READ;
}

/**
 * Checks a closed database over a new connection. Returns true if SQLite finds it damaged. Other problems, such as a
 * full disk or a missing permission, are temporary and leave an intact file.
 */
export function isDamaged(file: string): boolean {
  if (!existsSync(file)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: 5000 });
    return db.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok';
  } catch (error) {
    const code = sqliteCode(error);
    return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
  } finally {
    if (db?.isOpen) db.close();
  }
}

/**
 * Opens the receipts database, creates it with mode 0600 if necessary, and passes it to `assemble`. Closes the file if
 * it throws.
 */
export function openDatabase<T>(file: string, assemble: (db: DatabaseSync) => T): T {
  createPrivateFile(file);
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    // A commit reaches the operating system's cache before it is acknowledged, so it survives the death of the process.
    // Only a checkpoint waits for the disk. The file is not memory-mapped: if another program truncated it, the next
    // access would kill the process.
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
    db.close();
    throw error;
  }
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
