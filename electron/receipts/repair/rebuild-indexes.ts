import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { removeDatabase, replaceByRename } from '../../platform/held-file.ts';
import { createPrivateFile } from '../../platform/private-file.ts';
import { isDerived } from '../schema/derived-tables.ts';
import { ensureSchema, SCHEMA_VERSION, schemaVersion } from '../schema/schema.ts';
import { hasUnreadableReceipt, isEnvironmentError, lacksLeaves } from '../store/database.ts';

function recordTables(db: DatabaseSync): string[] {
  const rows = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all() as { name: string }[];
  return rows.map(({ name }) => name).filter((name) => !isDerived(name));
}

function isIntact(db: DatabaseSync, table: string): boolean {
  return db.prepare(`PRAGMA quick_check(${table})`).get()?.quick_check === 'ok';
}

/** Copies the record into the new database `target`. Returns false if part of it is unreadable. */
function copyRecord(db: DatabaseSync, target: string): boolean {
  if (schemaVersion(db) !== SCHEMA_VERSION) return false;
  // The new file has its own progress: no receipt is indexed.
  const tables = recordTables(db).filter((table) => table !== 'progress');
  if (!tables.includes('receipts') || !tables.every((table) => isIntact(db, table))) return false;
  if (hasUnreadableReceipt(db) || lacksLeaves(db)) return false;
  // Moves the content of the log into the file, because the new file replaces both.
  const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy !== 0) return false;

  const fresh = new DatabaseSync(target);
  try {
    fresh.exec('PRAGMA auto_vacuum = INCREMENTAL');
    ensureSchema(fresh);
  } finally {
    fresh.close();
  }
  db.prepare('ATTACH ? AS fresh').run(target);
  // It names no column that follows from others.
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)');
  db.exec('BEGIN');
  for (const table of tables) {
    const names = columns
      .all(table)
      .map(({ name }) => name)
      .join(', ');
    db.exec(
      `DELETE FROM fresh.${table}; INSERT INTO fresh.${table} (${names}) SELECT ${names} FROM main.${table}`,
    );
  }
  // The indexes of the new file are empty. The background index fills them.
  db.exec('COMMIT');
  return true;
}

/**
 * Rebuilds the indexes of a damaged, closed database if only the indexes are damaged. It copies the record into a new
 * file, and that file replaces the damaged one in one step. Returns false and changes nothing if the record itself is
 * damaged or cannot be copied.
 */
export function rebuildIndexes(file: string): boolean {
  const target = `${file}.rebuilding`;
  removeDatabase(target);
  try {
    createPrivateFile(target);
    const db = new DatabaseSync(file, { timeout: 5000 });
    try {
      // No file is mapped that another program could empty.
      db.exec('PRAGMA locking_mode = EXCLUSIVE');
      if (!copyRecord(db, target)) return false;
    } finally {
      db.close();
    }
    // SQLite would apply a remaining log of the old file to the new file.
    if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) return false;
    replaceByRename(target, file);
    return true;
  } catch (error) {
    // A full disk is not damage. This start fails, and the next start tries again.
    if (isEnvironmentError(error)) throw error;
    // The record is unreadable, so the damage is not limited to the indexes.
    return false;
  } finally {
    removeDatabase(target);
  }
}
