import { closeSync, existsSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { removeFile } from '../../platform/held-file.ts';
import { rangesOf } from '../../proof/leaves.ts';
import { ensureSchema } from '../schema/schema.ts';
import { inTransaction, type SqlValue } from '../schema/statements.ts';
import { RecordTree } from '../store/record-tree.ts';

/** Tables that stay when everything is deleted: the hashes of the tree and what is not about a receipt. */
export const KEPT_TABLES = [
  'tree_leaves',
  'tree_subtrees',
  'tree_marks',
  'tree_checkpoints',
  'incidents',
  'vault_keys',
  'redactions',
  'secret_marks',
  'progress',
];
const OVERWRITTEN_AT_ONCE = 1_048_576;

function copyRows(from: DatabaseSync, to: DatabaseSync, table: string, where = '1'): void {
  const rows = from.prepare(`SELECT * FROM ${table} WHERE ${where}`);
  rows.setReturnArrays(true);
  const width = rows.columns().length;
  const insert = to.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${Array(width).fill('?').join(', ')})`);
  for (const row of rows.iterate() as unknown as Iterable<SqlValue[]>) {
    insert.run(...row);
  }
}

/**
 * Returns what stays of an open store when everything in it is deleted, in memory, with the mark of the deletion in its tree. A full
 * disk has no room for a deletion by rows: the write-ahead log would need space for each page that it overwrites.
 */
export function remainderOf(db: DatabaseSync): DatabaseSync {
  const kept = new DatabaseSync(':memory:');
  ensureSchema(kept);
  inTransaction(kept, () => {
    for (const table of KEPT_TABLES) copyRows(db, kept, table);
    copyRows(db, kept, 'recording_gaps', 'until_at IS NULL');
    const leaves = db.prepare('SELECT leaf FROM receipts ORDER BY leaf').all() as { leaf: number }[];
    const erased = rangesOf(leaves.map(({ leaf }) => leaf));
    if (erased.length > 0) new RecordTree(kept).appendMark({ erased, v: 1, why: 'user' });
  });
  return kept;
}

export function writeRemainder(kept: DatabaseSync, db: DatabaseSync): void {
  inTransaction(db, () => {
    for (const table of [...KEPT_TABLES, 'recording_gaps']) copyRows(kept, db, table);
  });
}

/** Writes zeros over a closed database and its log, and removes them. No block of them keeps deleted content. */
export function overwriteAndRemove(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (!existsSync(path)) continue;
    overwrite(path);
    removeFile(path);
  }
}

function overwrite(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    const { size } = fstatSync(descriptor);
    const zeros = Buffer.alloc(Math.min(size, OVERWRITTEN_AT_ONCE));
    for (let at = 0; at < size; at += zeros.length) {
      writeSync(descriptor, zeros, 0, Math.min(zeros.length, size - at), at);
    }
    // Without this, the removal would discard the zeros before they reach the disk.
    fsyncSync(descriptor);
  } catch (error) {
    // A disk that writes changed blocks to another place may have none left. The removal frees this one.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}
