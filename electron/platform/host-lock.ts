import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exactStatus, isSameFile } from './file-identity.ts';
import { createPrivateFile } from './private-file.ts';

const LOCK_FILE = 'host.lock';
/** Time for another process that only looks whether the lock is held. */
const LOOK_MS = 100;

export interface HostLock {
  /** Returns true if the lock file is still at its path, where other processes look for it. */
  isKept(): boolean;
  /** Locks a new file at the path. Throws when another process has locked it meanwhile. */
  restore(): void;
  release(): void;
}

/** The held locks. Node closes a database that nothing references any more, which would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file by SQLite's lock on an empty database. Returns undefined when another process holds it. The operating
 * system releases the lock when the process ends, however it ends, so it is never stale.
 */
export function lockFile(file: string): { close(): void } | undefined {
  createPrivateFile(file);
  const db = new DatabaseSync(file, { timeout: LOOK_MS });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (error) {
    db.close();
    const busy = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    if (busy === 5 || busy === 6) return undefined;
    throw error;
  }
  held.add(db);
  return {
    close() {
      if (held.delete(db)) db.close();
    },
  };
}

/** Tells whether a process holds the lock of a data directory. */
export function isHostLocked(dataDir: string): boolean {
  const file = join(dataDir, LOCK_FILE);
  if (!existsSync(file)) return false;
  try {
    const lock = lockFile(file);
    lock?.close();
    return lock === undefined;
  } catch {
    // No host has a file that cannot be opened.
    return false;
  }
}

/** Locks the data directory for this process, or returns undefined when another process holds the lock. */
export function acquireHostLock(dataDir: string): HostLock | undefined {
  const file = join(dataDir, LOCK_FILE);
  let lock = lockFile(file);
  if (lock === undefined) return undefined;
  let own = exactStatus(file);
  return {
    isKept: () => isSameFile(own, exactStatus(file)),
    restore() {
      const fresh = lockFile(file);
      if (fresh === undefined) throw new Error('lock_taken');
      lock?.close();
      lock = fresh;
      own = exactStatus(file);
    },
    release: () => lock?.close(),
  };
}
