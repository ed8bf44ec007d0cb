import type { DatabaseSync } from 'node:sqlite';

/** Runs an action in a transaction that writes. If it throws, nothing of it stays. */
export function inTransaction<T>(db: DatabaseSync, act: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite ends a transaction itself after some errors, such as a full disk.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
