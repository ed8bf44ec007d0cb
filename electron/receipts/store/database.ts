import { existsSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { createPrivateFile } from '../../platform/private-file.ts';
import { EVENT_CODES } from '../schema/receipt-codes.ts';
import {
  columnsOf,
  ensureSchema,
  OtherVersion,
  refuseOtherVersion,
  schemaVersion,
} from '../schema/schema.ts';
import { closedOnError, firstValue, isWhole, numberOf } from '../schema/statements.ts';
import { removeForeignObjects } from '../schema/store-schema.ts';
import { addIncident, lastSeqOf } from '../survival/incidents.ts';
import { DamageFound, LOCK_TIMEOUT_MS, LOG_SIZE_LIMIT } from '../survival/kept-file.ts';
import { treeSize } from './record-tree.ts';

const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_NOMEM = 7;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
export const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR_SHORT_READ = 522;

/** Returns SQLite's primary result code of an error, or undefined if the error is not SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Returns true if the disk or the user's quota has no room. */
export function isDiskFull(error: unknown): boolean {
  const code = sqliteCode(error) ?? (error as NodeJS.ErrnoException | null)?.code;
  return code === SQLITE_FULL || code === 'ENOSPC' || code === 'EDQUOT';
}

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN. */
const ENVIRONMENT_CODES = [8, 10, 13, 14];

/** Returns true if the disk or the permissions caused the error, and not the content of the file. */
export function isEnvironmentError(error: unknown): boolean {
  const system = (error as NodeJS.ErrnoException | null)?.syscall;
  return system !== undefined || ENVIRONMENT_CODES.includes(sqliteCode(error) ?? 0);
}

/**
 * Returns true if a damaged database may have caused the error. Only {@link isDamaged} can confirm the damage. SQLite
 * does not always report damage as such. It reports a broken schema table as a general error, and a truncated file as a
 * short read.
 */
export function suggestsDamage(error: unknown): boolean {
  if (error instanceof DamageFound) return true;
  const code = sqliteCode(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB || code === SQLITE_ERROR) return true;
  return (error as { errcode?: unknown } | null)?.errcode === SQLITE_IOERR_SHORT_READ;
}

/**
 * Returns what an action returns, or `damaged` where damage ends it. SQLite's binding refuses a damaged number by a RangeError, and
 * SQLite finds no memory for a damaged length. This is enough for a report, and not for a repair.
 */
export function unlessDamaged<T, D>(action: () => T, damaged: D): T | D {
  try {
    return action();
  } catch (error) {
    if (suggestsDamage(error) || error instanceof RangeError || sqliteCode(error) === SQLITE_NOMEM)
      return damaged;
    throw error;
  }
}

/**
 * Checks a closed database over a new connection. Returns true if SQLite finds it damaged. Other problems, such as a
 * full disk or a missing permission, are temporary and leave an intact file.
 */
export function isDamaged(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    using db = new DatabaseSync(file, { timeout: 5000 });
    // As in `connectAs`: the program that damages the file can empty the one of the index, too.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    return !isWhole(db) || (hasOurReceipts(db) && hasUnreadableReceipt(db));
  } catch (error) {
    const code = sqliteCode(error);
    return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
  }
}

/** Returns true if the open database can be read completely, from memory and from its files. */
export function isReadable(db: DatabaseSync): boolean {
  try {
    return isWhole(db);
  } catch {
    return false;
  }
}

/** The receipts that follow have greater numbers, and SQLite's binding reads none of 2^53. */
const MOST_NUMBER = 2 ** 52;

const isObject = (json: string) =>
  `iif(typeof(${json}) = 'text' AND json_valid(${json}), json_type(${json}) = 'object', 0)`;

/**
 * The SQL expression that a receipt holds only what Plinth writes, so that it can be read. SQLite does not notice a changed
 * bit inside of a value.
 */
export const IS_READABLE = `(${isObject('data')} AND (sizes IS NULL OR ${isObject('sizes')}) AND (found IS NULL OR ${isObject('found')})
  AND seq BETWEEN 1 AND ${MOST_NUMBER} AND leaf BETWEEN 0 AND ${MOST_NUMBER}
  AND event IN (${Object.values(EVENT_CODES).join()}) AND received_at BETWEEN 0 AND 8.64e15 AND occurred_at BETWEEN 0 AND 8.64e15)`;

/** Returns true if a receipt cannot be read. */
export const hasUnreadableReceipt = (db: DatabaseSync): boolean =>
  firstValue(db, `SELECT 1 FROM receipts WHERE NOT ${IS_READABLE} LIMIT 1`) !== undefined;

/** Returns true if a damaged value may have caused an error. SQLite reports JSON that is none as a general error. */
export const mayBeOfContent = (error: unknown): boolean =>
  [SyntaxError, RangeError, TypeError].some((kind) => error instanceof kind) ||
  [SQLITE_ERROR, SQLITE_CONSTRAINT].includes(sqliteCode(error) ?? 0);

/** Returns the damage of an open database that may have caused an error. Undefined if the cause is another. */
export function damageBehind(db: DatabaseSync, error: unknown): unknown {
  const otherwise = suggestsDamage(error) ? error : undefined;
  if (!mayBeOfContent(error)) return otherwise;
  try {
    return hasUnreadableReceipt(db) ? new DamageFound() : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Opens a connection in WAL mode. It takes the database for itself, so that the index of the WAL is in memory: SQLite
 * would map a file beside the database, and the process would be killed if another program truncated that file. If
 * another program reads the database meanwhile, both share it.
 */
function connect(file: string): DatabaseSync {
  try {
    return connectAs('EXCLUSIVE', file, 0);
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) throw error;
    return connectAs('NORMAL', file, LOCK_TIMEOUT_MS);
  }
}

/** The memory that the pages of a database may take. A larger cache made no commit faster in bench/throughput.ts. */
const PAGE_CACHE_KIB = 16_384;

/**
 * Frees the page cache of a database that is larger than the cache. The cache of a smaller one holds all of it, so that it
 * can be restored if another program empties the file.
 */
export function releaseLargeCache(db: DatabaseSync): void {
  const bytes = numberOf(db, 'SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()');
  if (bytes > PAGE_CACHE_KIB * 1024) db.exec('PRAGMA shrink_memory');
}

function connectAs(lockingMode: 'EXCLUSIVE' | 'NORMAL', file: string, timeout: number): DatabaseSync {
  return closedOnError(new DatabaseSync(file, { timeout }), (db) => {
    // A commit reaches the operating system's cache before it is acknowledged, so it survives the death of the process.
    // Only a checkpoint waits for the disk. The file is not memory-mapped: if another program truncated it, the next
    // access would kill the process. The mode of the locks comes first: every other statement reads the schema, and the log
    // keeps the index that its first reader made. Checkpoints are explicit, because any other change of the file is an accident.
    db.exec(`
      PRAGMA locking_mode = ${lockingMode};
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -${PAGE_CACHE_KIB};
      PRAGMA mmap_size = 0;
      PRAGMA journal_size_limit = ${LOG_SIZE_LIMIT};
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS};
    `);
    return db;
  });
}

/** Columns that another program's table of receipts hardly has. */
const OUR_COLUMNS = ['seq', 'random', 'data', 'redaction'];

const hasOurReceipts = (db: DatabaseSync): boolean => {
  const columns = columnsOf(db, 'receipts');
  return OUR_COLUMNS.every((ours) => columns.includes(ours));
};

/**
 * Prepares a database for use. A statement fails where damage has changed a name in the schema, and the making of the schema
 * where it has set the number of the version to zero.
 */
function prepareKnown<T>(db: DatabaseSync, prepare: (db: DatabaseSync) => T): T {
  try {
    return prepare(db);
  } catch (error) {
    throw sqliteCode(error) === SQLITE_ERROR && hasOurReceipts(db) ? new DamageFound() : error;
  }
}

/**
 * Returns true if the store says how far its indexes are. Every store has this row. SQLite does not notice that a page has
 * the place of another of the same kind.
 */
export const hasProgress = (db: DatabaseSync): boolean =>
  firstValue(db, "SELECT 1 FROM progress WHERE name = 'indexed'") !== undefined;

/** Returns true if the tree ends before the newest receipts. The next receipts would take the leaves of these. */
export function lacksLeaves(db: DatabaseSync): boolean {
  const newest = firstValue<number>(db, 'SELECT leaf FROM receipts ORDER BY seq DESC LIMIT 1');
  return newest !== undefined && newest >= treeSize(db);
}

/** Throws if another version wrote the file. A usual connection would change the file, even if it only reads. */
function refuseOtherFile(file: string): void {
  try {
    using db = connectTo(file, 'immutable=1');
    refuseOtherVersion(schemaVersion(db));
  } catch (error) {
    // The connection that is opened next reports a file that cannot be read.
    if (error instanceof OtherVersion) throw error;
  }
}

/**
 * Opens the receipts database, creates it with mode 0600 if necessary, and passes it to `assemble`. Closes the file if
 * it throws.
 */
export function openDatabase<T>(file: string, assemble: (db: DatabaseSync) => T): T {
  createPrivateFile(file);
  refuseOtherFile(file);
  return assembled(connect(file), assemble, (db) => hasOurReceipts(db) && removeForeignObjects(db));
}

/**
 * Opens the receipts database without a change on the disk. Without a file, the database is empty and in memory. The
 * caller notices a program that writes meanwhile.
 */
export function openForReading<T>(file: string, assemble: (db: DatabaseSync) => T): T {
  refuseOtherFile(file);
  return assembled(existsSync(file) ? connectToRead(file) : new DatabaseSync(':memory:'), assemble);
}

export const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

/** Returns the bytes of a database with its write-ahead log. */
export const bytesWithLog = (file: string): number => (sizeOf(file) ?? 0) + (sizeOf(`${file}-wal`) ?? 0);

function connectTo(file: string, how: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  // SQLite takes a share of Windows only as a path, and an address of Node's has no \\localhost.
  const path = resolve(file).split(sep).map(encodeURIComponent).join('/');
  return new DatabaseSync(`file://${path.replace(/^(?!\/)/, '/')}?${how}`, { ...options, readOnly: true });
}

/**
 * Opens a connection that makes no file and takes no lock. A write-ahead log that a killed process left is read with its
 * index in memory, which needs SQLite's file system without locks.
 */
export function connectToRead(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const hasLog = (sizeOf(`${file}-wal`) ?? 0) > 0;
  const withoutLocks = `vfs=${process.platform === 'win32' ? 'win32' : 'unix'}-none`;
  const db = connectTo(file, hasLog ? withoutLocks : 'immutable=1', options);
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0');
  return db;
}

/**
 * Passes an open database to `assemble`. `clean` removes what another program has added to its schema, and returns true if
 * there was anything. Closes the database if one of them throws.
 */
function assembled<T>(
  db: DatabaseSync,
  assemble: (db: DatabaseSync) => T,
  clean?: (db: DatabaseSync) => boolean,
): T {
  return closedOnError(db, () => {
    const hasRemoved = clean !== undefined && prepareKnown(db, clean);
    prepareKnown(db, (opened) => ensureSchema(opened, clean === undefined));
    const wouldLoseNext = clean !== undefined && (lacksLeaves(db) || lastSeqOf(db) > MOST_NUMBER);
    if (!hasProgress(db) || wouldLoseNext) throw new DamageFound();
    if (hasRemoved) addIncident(db, { harm: 'schema' });
    return prepareKnown(db, assemble);
  });
}
