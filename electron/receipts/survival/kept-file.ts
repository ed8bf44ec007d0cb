import type { BigIntStats } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { FileHarm } from '../../../shared/incident.ts';
import { exactStatus, type FileIdentity, isSameFile } from '../../platform/file-identity.ts';
import { isWhole } from '../schema/statements.ts';
import { logUseOf } from './write-ahead-log.ts';

/** The files at the database's paths are not the open ones, or another program changed them. */
export class FileLost extends Error {
  readonly harm: FileHarm;

  constructor(harm: FileHarm) {
    super(harm);
    this.harm = harm;
  }
}

/** A check of the pages has found damage. */
export class DamageFound extends Error {}

/** Another program reads the files, so deleted content is still in them. */
export class FilesInUse extends Error {
  /** SQLITE_BUSY. */
  readonly errcode = 5;
}

/** Time that a statement waits for a lock of another program. */
export const LOCK_TIMEOUT_MS = 5000;

/** SQLite shortens a larger write-ahead log to this size when it starts to reuse it. */
export const LOG_SIZE_LIMIT = 67_108_864;
/**
 * Use of the write-ahead log at which its pages are moved into the database. Events wait meanwhile: 15 ms for this size,
 * and longer for more. Half of it needs twice the processor time, because each move waits for the disk twice.
 */
const CHECKPOINT_BYTES = 8 * 1_048_576;
/** A deletion writes far more than events do. Its log is emptied often, so that events never wait for long. */
const CHECKPOINT_BYTES_OF_DELETION = 4 * 1_048_576;

/** Of a store that is larger than the page cache, not all that is read stays in memory. Its pages are still checked. */
const READ_AHEAD_BYTES = 24 * 1_048_576;

const statusOf = (path: string): BigIntStats | undefined => {
  try {
    return exactStatus(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A folder above was replaced by a file, or closed. The copy to a new file reports what it cannot do.
    if (code === 'ENOTDIR' || code === 'EACCES' || code === 'ELOOP') return undefined;
    throw error;
  }
};

/**
 * Watches the two files of an open database. A deleted or replaced file stays open and readable, but nobody would find
 * at its path what is written to it.
 */
export class KeptFile {
  readonly #db: DatabaseSync;
  readonly #file: string;
  /** True if this connection alone writes the files: every other change is then harm. */
  readonly #isExclusive: boolean;
  #database: BigIntStats;
  #log: BigIntStats;
  readonly #logUse: (() => number) | undefined;
  /** Use of the log after its pages were moved, until SQLite begins at its start again. */
  #movedUpTo = 0;
  #hasReadAhead = false;
  /** True if another program kept the log from being emptied. */
  #isEmptyingDue = false;
  /** Set when the files are lost and cannot be restored yet: events then go to the open file that nobody else sees. */
  isGivenUp = false;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.#isExclusive = db.prepare('PRAGMA locking_mode').get()?.locking_mode === 'exclusive';
    // A read creates the write-ahead log.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    this.#database = this.#open('');
    this.#log = this.#open('-wal');
    this.#logUse = logUseOf(db);
  }

  get identity(): FileIdentity {
    return this.#database;
  }

  /** Compares the files at the paths with the open ones. Two system calls: it runs with every commit. */
  harm(): FileHarm | undefined {
    const database = statusOf(this.#file);
    const log = statusOf(`${this.#file}-wal`);
    if (database === undefined || log === undefined) return 'deleted';
    if (!isSameFile(this.#database, database) || !isSameFile(this.#log, log)) return 'replaced';
    if (this.#isExclusive && this.#isOverwritten(database, log)) return 'overwritten';
    if (!this.#isPrivate(database) || !this.#isPrivate(log)) return 'permissions';
    this.#log = log;
    return undefined;
  }

  /**
   * Reads every page of a small database into memory. They can be written again when another program empties the file.
   * Throws {@link DamageFound} if a page is damaged.
   */
  readAheadOnce(): void {
    if (this.#hasReadAhead) return;
    this.#hasReadAhead = true;
    if (this.#database.size > READ_AHEAD_BYTES) return;
    if (!isWhole(this.#db)) throw new DamageFound();
  }

  /** Returns true if the open database file is still at its path, so that a new file supersedes it. */
  isOwn(): boolean {
    return isSameFile(this.#database, statusOf(this.#file));
  }

  /**
   * Writes all pages again where no new file can take the place of the open one: Windows refuses that. They are in memory,
   * or where another program has not written. Returns false elsewhere.
   */
  rewriteInPlace(): boolean {
    if (process.platform !== 'win32' || !this.isOwn()) return false;
    this.#db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    this.#database = this.#open('');
    this.#log = this.#open('-wal');
    this.#movedUpTo = 0;
    this.isGivenUp = false;
    return true;
  }

  /**
   * Moves the pages of the write-ahead log into the database, if the log is long. SQLite then writes over the log. To
   * shorten the file and let it grow again would take a third of the time.
   */
  checkpointIfDue(): void {
    if (this.isGivenUp) return;
    const use = this.#usedLog();
    if (use < this.#movedUpTo) this.#movedUpTo = 0;
    // A statement that still reads the log keeps SQLite from writing over it: the next move waits for as much growth.
    if (use - this.#movedUpTo < CHECKPOINT_BYTES) return;
    // An SQLite that does not tell the use of the log must shorten it.
    this.#movePages(this.#logUse === undefined ? 'TRUNCATE' : 'PASSIVE');
    this.#movedUpTo = use;
  }

  /** Does the same between two slices of a deletion, where no commit checks the log. Returns true if the log was long. */
  checkpointDeletionIfDue(): boolean {
    if (this.isGivenUp || this.harm() !== undefined) return false;
    if (this.#usedLog() < CHECKPOINT_BYTES_OF_DELETION) return false;
    this.checkpoint();
    return true;
  }

  /**
   * Moves the pages of the write-ahead log into the database and empties the log, so that no deleted content is left. Returns
   * false if another program reads them: {@link checkpointIfLeft} then tries again.
   */
  checkpoint(): boolean {
    this.#isEmptyingDue = !this.#movePages('TRUNCATE');
    if (!this.#isEmptyingDue) this.#movedUpTo = 0;
    return !this.#isEmptyingDue;
  }

  checkpointIfLeft(): void {
    if (this.#isEmptyingDue && !this.isGivenUp) this.checkpoint();
  }

  #usedLog(): number {
    return this.#logUse?.() ?? Number(this.#log.size);
  }

  /** Returns false if another program kept the pages from being moved. */
  #movePages(mode: 'PASSIVE' | 'TRUNCATE'): boolean {
    const harm = this.isGivenUp ? undefined : this.harm();
    if (harm !== undefined && harm !== 'permissions') throw new FileLost(harm);
    try {
      // Events must not wait for a program that reads.
      this.#db.exec('PRAGMA busy_timeout = 0');
      return this.#db.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.busy === 0;
    } finally {
      this.#db.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
      // On a full disk, some of the pages are in the database. Nobody else has changed it.
      this.#database = statusOf(this.#file) ?? this.#database;
      this.#log = statusOf(`${this.#file}-wal`) ?? this.#log;
    }
  }

  #open(suffix: string): BigIntStats {
    const status = statusOf(this.#file + suffix);
    if (status === undefined) throw new FileLost('deleted');
    return status;
  }

  /** Only a checkpoint writes the database, and only a checkpoint or {@link LOG_SIZE_LIMIT} shortens the log. */
  #isOverwritten(database: BigIntStats, log: BigIntStats): boolean {
    return (
      database.size !== this.#database.size ||
      database.mtimeNs !== this.#database.mtimeNs ||
      (log.size < this.#log.size && log.size < LOG_SIZE_LIMIT)
    );
  }

  /** The start closes the files to others. A file that was open to them before stays as it was. */
  #isPrivate({ mode }: BigIntStats): boolean {
    if (process.platform === 'win32') return true;
    return (mode & 0o600n) === 0o600n && (mode & 0o077n & ~this.#database.mode) === 0n;
  }
}
