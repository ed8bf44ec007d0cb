import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './private-file.ts';

const LOCK_FILE = 'host.lock';

export interface HostLock {
  release(): void;
}

/** The held locks. Node closes a database that nothing references any more, which would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks the data directory for this process, or returns undefined when another process holds the lock. It is
 * SQLite's lock on an empty database. The operating system releases it when the process ends, however it ends,
 * so it is never stale.
 */
export function acquireHostLock(dataDir: string): HostLock | undefined {
  const file = join(dataDir, LOCK_FILE);
  createPrivateFile(file);
  const db = new DatabaseSync(file, { timeout: 0 });
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
    release() {
      held.delete(db);
      db.close();
    },
  };
}
