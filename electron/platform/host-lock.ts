import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './private-file.ts';

const LOCK_FILE = 'host.lock';

export interface HostLock {
  /** Returns true if the lock file is still at its path, where other processes look for it. */
  isKept(): boolean;
  /** Locks a new file at the path. Throws when another process has locked it meanwhile. */
  restore(): void;
  release(): void;
}

/** The held locks. Node closes a database that nothing references any more, which would release its lock. */
const held = new Set<DatabaseSync>();

const statusOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

/** Opens and locks the file. Returns undefined when another process holds the lock. */
function lockFile(file: string): DatabaseSync | undefined {
  createPrivateFile(file);
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
    held.add(db);
    return db;
  } catch (error) {
    db.close();
    const busy = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    if (busy === 5 || busy === 6) return undefined;
    throw error;
  }
}

/**
 * Locks the data directory for this process, or returns undefined when another process holds the lock. It is
 * SQLite's lock on an empty database. The operating system releases it when the process ends, however it ends,
 * so it is never stale.
 */
export function acquireHostLock(dataDir: string): HostLock | undefined {
  const file = join(dataDir, LOCK_FILE);
  let db = lockFile(file);
  if (db === undefined) return undefined;
  let own = statusOf(file);
  const release = () => {
    if (db === undefined) return;
    held.delete(db);
    db.close();
    db = undefined;
  };
  return {
    isKept() {
      const now = statusOf(file);
      return own !== undefined && own.ino === now?.ino && own.dev === now.dev;
    },
    restore() {
      const fresh = lockFile(file);
      if (fresh === undefined) throw new Error('lock_taken');
      release();
      db = fresh;
      own = statusOf(file);
    },
    release,
  };
}
