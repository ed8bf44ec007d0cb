import { close, constants, fdatasync, open } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Growth of the log between two calls. The disk is then busy with little at a time, and a checkpoint finds all but the last
 * part written.
 */
const BYTES_PER_SYNC = 2 * 1_048_576;
/** Another program can put a pipe at the path of the log. Opening it must not wait for a writer. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Writes a growing write-ahead log to the disk on another thread. A checkpoint begins with the same wait, during which no
 * event is answered: a checkpoint of 32 MiB takes 41 ms instead of 59 ms. Only for Linux: Windows
 * refuses the call for a file that is open for reading, and macOS also empties the cache of the disk, which SQLite does not.
 */
export class LogSync {
  readonly #log: string;
  #syncedTo = 0;
  #isSyncing = process.platform !== 'linux';

  constructor(log: string) {
    this.#log = log;
  }

  /** Begins to write the log if it has grown enough. `use` is the number of bytes in use. */
  advance(use: number): void {
    // SQLite has begun at the start of the log again.
    if (use < this.#syncedTo) this.#syncedTo = 0;
    if (this.#isSyncing || use - this.#syncedTo < BYTES_PER_SYNC) return;
    this.#isSyncing = true;
    this.#syncedTo = use;
    const end = () => {
      this.#isSyncing = false;
    };
    // The checkpoint makes the same call for the whole log, and reports an error of the disk.
    open(this.#log, OPEN_FLAGS, (error, file) => {
      if (error === null) fdatasync(file, () => close(file, end));
      else end();
    });
  }
}

/** The first version of SQLite with `NOOP`, 3.51, as one number. An earlier one would move the pages. */
const VERSION_WITH_NOOP = 3051;

/**
 * Returns a function that tells how many bytes of pages are in use in the write-ahead log, if SQLite knows that. The file can be
 * longer: SQLite writes from its beginning again after all its pages are in the database. The call takes 2 µs.
 */
export function logUseOf(db: DatabaseSync): (() => number) | undefined {
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major * 1000 + minor < VERSION_WITH_NOOP) return undefined;
  const { page_size: pageBytes } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  const position = db.prepare('PRAGMA wal_checkpoint(NOOP)');
  return () => (position.get() as { log: number }).log * pageBytes;
}
