import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Reads a database that a store has open. The store keeps other connections out, so this reads a copy. */
export function readDatabaseCopy<T>(file: string, read: (db: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-copy-'));
  try {
    const copy = join(folder, 'copy.db');
    for (const suffix of ['', '-wal'])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
    const db = new DatabaseSync(copy);
    try {
      return read(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
