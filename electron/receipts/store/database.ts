import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, setAsideName } from '../../platform/private-file.ts';
import { migrate } from './migrations.ts';

const SQLITE_ERROR = 1;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR_SHORT_READ = 522;

/** SQLite's primary result code of a thrown error, or undefined when it did not come from SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/**
 * True when an error may come of a damaged database, which only a second look at the file can tell: see
 * {@link isDamaged}. SQLite does not always name damage itself: a broken table of the schema is a general error to it,
 * and a file that was cut short a short read.
 */
export function suggestsDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB || code === SQLITE_ERROR) return true;
  return (error as { errcode?: unknown } | null)?.errcode === SQLITE_IOERR_SHORT_READ;
}

/**
 * Looks at a closed database a second time, over a connection of its own: true when SQLite itself finds it damaged.
 * Every other difficulty, such as a full disk or a missing permission, passes and leaves a healthy file.
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
 * Opens the receipts database, creating it with mode 0600, and makes of it what is wanted. The file is closed when it
 * throws.
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
    db.close();
    throw error;
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
