import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type LeafRange, readRanges } from '../../proof/leaves.ts';
import {
  columnsOf,
  ensureSchema,
  insertInto,
  recordTables,
  SCHEMA_VERSION,
  schemaVersion,
} from '../schema/schema.ts';
import { firstValue, type SqlValue } from '../schema/statements.ts';
import { hasForeignSchema } from '../schema/store-schema.ts';
import { bytesWithLog, connectToRead, hasUnreadableReceipt } from '../store/database.ts';
import { treeSize } from '../store/record-tree.ts';
import { makeDatabase } from '../survival/restore-database.ts';

/** Why a file cannot be used as a record or a copy of one. */
export type CopyFault = 'missing' | 'exists' | 'not_a_record' | 'other_version';

export class CopyUnusable extends Error {
  readonly fault: CopyFault;

  constructor(fault: CopyFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The longest value that is read. No event is longer, and findings are at most as long as their event. */
const MOST_VALUE_BYTES = 16_777_216;
/** All values of a record are at most so many times as long as its files. Pages of a made-up file can be read without end. */
const BYTES_PER_FILE_BYTE = 2;
/** The longest time for the rows of a record. A million receipts take half a minute. */
const MOST_MS = 1_800_000;
const ROWS_PER_LOOK = 4096;

/** A receipt without its agent, its session or the agent of this is in no list. */
const NAMELESS = `SELECT 1 FROM receipts r LEFT JOIN integrations i ON i.key = r.integration_key
  LEFT JOIN sessions s ON s.key = r.session_key LEFT JOIN integrations o ON o.key = s.integration_key
  WHERE i.key IS NULL OR o.key IS NULL LIMIT 1`;

/** Makes a store in a new file at `target`, and gives it to `fill`. Leaves no file if that throws. */
export function makeStore<T>(target: string, fill: (db: DatabaseSync) => T): T {
  return makeDatabase(target, () => {
    using db = new DatabaseSync(target);
    // Nobody opens the file before it is whole and on the disk.
    db.exec(`
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA foreign_keys = OFF;
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = OFF;
    `);
    ensureSchema(db);
    return fill(db);
  }).filled;
}

/** Returns true for a backup or a mirror. */
export const isCopy = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'copy_state'").get() !== undefined;

/** Throws {@link CopyUnusable} if a file does not have the schema. */
export function refuseForeign(db: DatabaseSync): void {
  const version = schemaVersion(db);
  const isRecord = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'receipts'").get() !== undefined;
  if (version === 0 || !isRecord) throw new CopyUnusable('not_a_record');
  if (version !== SCHEMA_VERSION) throw new CopyUnusable('other_version');
  if (hasForeignSchema(db)) throw new CopyUnusable('not_a_record');
}

const lengthOf = (value: SQLOutputValue | SqlValue): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 1;

/** Returns a function that counts rows of a file. It returns false for more than the file holds, and after the longest time. */
export function rowsOfFile(file: string): (row: readonly (SQLOutputValue | SqlValue)[]) => boolean {
  const until = performance.now() + MOST_MS;
  let left = BYTES_PER_FILE_BYTE * bytesWithLog(file);
  let count = 0;
  return (row) => {
    count += 1;
    left -= row.reduce((sum: number, value) => sum + lengthOf(value), 0);
    return left >= 0 && (count % ROWS_PER_LOOK !== 0 || performance.now() <= until);
  };
}

/**
 * Writes all rows of the record in `source` to an empty store. Nothing else of the source is taken, and it stays as it is. Returns
 * the ranges that the retention of a copy deleted, or undefined if the source is no copy. Throws {@link CopyUnusable} or SQLite's
 * error if the rows are not those of a record.
 */
export function takeRows(source: string, db: DatabaseSync): LeafRange[] | undefined {
  using from = connectToRead(source, { limits: { length: MOST_VALUE_BYTES } });
  from.exec('PRAGMA trusted_schema = OFF');
  refuseForeign(from);
  const isInFile = rowsOfFile(source);
  db.exec('BEGIN');
  for (const table of recordTables(db)) {
    const columns = columnsOf(db, table);
    // Each row has a key of its own, so a row that is there twice ends the copy.
    const insert = db.prepare(insertInto(table, columns));
    const rows = from.prepare(`SELECT ${columns.join(', ')} FROM ${table}`);
    rows.setReturnArrays(true);
    let count = 0;
    for (const row of rows.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
      // A leaf far behind the end would make the tree as long as that.
      const isFarLeaf = table === 'tree_leaves' && row[0] !== count;
      if (isFarLeaf || !isInFile(row)) throw new CopyUnusable('not_a_record');
      insert.run(...row);
      count += 1;
    }
  }
  db.exec('COMMIT');
  if (hasUnreadableReceipt(db) || firstValue(db, NAMELESS) !== undefined)
    throw new CopyUnusable('not_a_record');
  return isCopy(from) ? trimmedRanges(from, treeSize(db)) : undefined;
}

/** Returns the positions of the receipts that the retention of a copy deleted. Another program can have written them. */
export function trimmedRanges(copy: DatabaseSync, size = treeSize(copy)): LeafRange[] {
  const state = copy.prepare("SELECT value FROM copy_state WHERE name = 'trimmed'").get();
  const ranges = readRanges(JSON.parse((state?.value as string | undefined) ?? '[]'));
  if (ranges === undefined || (ranges.at(-1)?.[1] ?? -1) >= size) throw new CopyUnusable('not_a_record');
  return ranges;
}
