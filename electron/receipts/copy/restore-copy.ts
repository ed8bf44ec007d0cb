import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { RecordCheck } from '../../../shared/record-check.ts';
import { removeDatabase } from '../../platform/held-file.ts';
import { createPrivateFile } from '../../platform/private-file.ts';
import { type LeafRange, parseMark, rangesOf } from '../../proof/leaves.ts';
import { isDerived } from '../schema/derived-tables.ts';
import { eventOfCode } from '../schema/receipt-codes.ts';
import { ensureSchema, SCHEMA_VERSION, schemaVersion } from '../schema/schema.ts';
import { hasForeignSchema } from '../schema/store-schema.ts';
import { connectToRead, hasUnreadableReceipt, isEnvironmentError } from '../store/database.ts';
import { RecordTree, treeSize } from '../store/record-tree.ts';
import { receiptCount } from '../store/store-health.ts';
import { CopyUnusable } from './record-copy.ts';

/** The longest value that is read. No event is longer, and findings are at most as long as their event. */
const MOST_VALUE_BYTES = 16_777_216;
/** All values of a copy are at most so many times as long as its files. Pages of a made-up file can be read without end. */
const BYTES_PER_FILE_BYTE = 2;
/** The longest time for the rows of a copy. A million receipts take half a minute. */
const MOST_MS = 1_800_000;
const ROWS_PER_LOOK = 4096;

type Value = string | number | Uint8Array | null;

/** What a record that was prepared for its restoration contains. */
export interface PreparedRecord<Use = RecordCheck> {
  receipts: number;
  oldestAt: number | null;
  newestAt: number | null;
  /** What the caller has made of the new store. */
  check: Use;
}

/**
 * Makes a store at `target` of the rows of a backup, a mirror or a store that was set aside. Nothing else of the source
 * is taken, and it stays as it is. Throws {@link CopyUnusable} if it is none, or if another version of Plinth wrote it.
 */
export async function prepareRecord<Use>(
  source: string,
  target: string,
  check: (db: DatabaseSync) => Promise<Use>,
): Promise<PreparedRecord<Use>> {
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true) throw new CopyUnusable('missing');
  removeDatabase(target);
  let db: DatabaseSync | undefined;
  try {
    createPrivateFile(target);
    db = new DatabaseSync(target);
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA foreign_keys = OFF');
    ensureSchema(db);
    const trimmed = takeRows(source, db);
    if (hasUnreadableReceipt(db)) throw new CopyUnusable('not_a_record');
    settle(db, trimmed);
    const checked = await check(db);
    return { ...factsOf(db), check: checked };
  } catch (error) {
    db?.close();
    db = undefined;
    removeDatabase(target);
    if (error instanceof CopyUnusable || isEnvironmentError(error)) throw error;
    throw new CopyUnusable('not_a_record');
  } finally {
    db?.close();
  }
}

/** Throws {@link CopyUnusable} if a file does not have the schema. */
function refuseForeign(db: DatabaseSync): void {
  const version = schemaVersion(db);
  const isRecord = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'receipts'").get() !== undefined;
  if (version === 0 || !isRecord) throw new CopyUnusable('not_a_record');
  if (version !== SCHEMA_VERSION) throw new CopyUnusable('other_version');
  if (hasForeignSchema(db)) throw new CopyUnusable('not_a_record');
}

/**
 * Writes the rows of the record in `source` to an empty store. Returns the ranges that the retention of a copy deleted, or
 * undefined if the source is no copy.
 */
function takeRows(source: string, db: DatabaseSync): LeafRange[] | undefined {
  const from = connectToRead(source, { limits: { length: MOST_VALUE_BYTES } });
  try {
    from.exec('PRAGMA trusted_schema = OFF');
    refuseForeign(from);
    const until = performance.now() + MOST_MS;
    let left = ['', '-wal'].reduce(
      (sum, suffix) =>
        sum + BYTES_PER_FILE_BYTE * (statSync(source + suffix, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
      .all()
      .map(({ name }) => name as string)
      .filter((name) => name !== 'progress' && !isDerived(name));
    db.exec('BEGIN');
    for (const table of tables) {
      const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
      const names = columns.map(({ name }) => name).join(', ');
      // Each row has a key of its own, so a row that is there twice ends the restoration.
      const insert = db.prepare(
        `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      const rows = from.prepare(`SELECT ${names} FROM ${table}`);
      rows.setReturnArrays(true);
      let count = 0;
      for (const row of rows.iterate() as Iterable<unknown> as Iterable<Value[]>) {
        // A leaf far behind the end would make the tree as long as that.
        if (table === 'tree_leaves' && row[0] !== count) throw new CopyUnusable('not_a_record');
        insert.run(...row);
        count += 1;
        left -= row.reduce((sum: number, value) => sum + bytesOf(value), 0);
        if (left < 0) throw new CopyUnusable('not_a_record');
        if (count % ROWS_PER_LOOK === 0 && performance.now() > until) throw new CopyUnusable('not_a_record');
      }
    }
    db.exec('COMMIT');
    const isCopy = from.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'copy_state'").get() !== undefined;
    if (!isCopy) return undefined;
    const state = from.prepare("SELECT value FROM copy_state WHERE name = 'trimmed'").get();
    return JSON.parse((state?.value as string | undefined) ?? '[]') as LeafRange[];
  } finally {
    from.close();
  }
}

const bytesOf = (value: Value): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 1;

function factsOf(db: DatabaseSync): Omit<PreparedRecord, 'check'> {
  const at = (order: string) =>
    (db.prepare(`SELECT received_at FROM receipts ORDER BY seq ${order} LIMIT 1`).get()?.received_at as
      | number
      | undefined) ?? null;
  return { receipts: receiptCount(db), oldestAt: at('ASC'), newestAt: at('DESC') };
}

/** Counts the receipts of each session, and notes in the tree what a copy has and lacks. */
function settle(db: DatabaseSync, trimmed: LeafRange[] | undefined): void {
  const { restored, erased } =
    trimmed === undefined ? { restored: [], erased: [] } : differences(db, trimmed);
  const tree = treeSize(db) === 0 ? undefined : new RecordTree(db);
  db.exec('BEGIN IMMEDIATE');
  countSessions(db);
  if (restored.length > 0) tree?.appendMark({ restored: rangesOf(restored), v: 1 });
  if (erased.length > 0) tree?.appendMark({ erased: rangesOf(erased), v: 1, why: 'retention' });
  db.exec('COMMIT');
}

/**
 * Returns the positions of the receipts that retention deleted in the record but not in its copy, and of those that only
 * the copy's own retention deleted.
 */
function differences(
  db: DatabaseSync,
  trimmed: readonly LeafRange[],
): { restored: number[]; erased: number[] } {
  const erased = new Uint8Array(treeSize(db));
  const marks = db.prepare('SELECT leaf FROM tree_marks ORDER BY i').all() as { leaf: string }[];
  for (const { leaf } of marks) {
    const mark = parseMark(leaf);
    if (mark === undefined || !('erased' in mark || 'restored' in mark)) continue;
    const isErasure = 'erased' in mark;
    for (const [from, to] of isErasure ? mark.erased : mark.restored) {
      erased.fill(isErasure ? 1 : 0, from, to + 1);
    }
  }
  const restored: number[] = [];
  const rows = db.prepare('SELECT leaf FROM receipts ORDER BY leaf').iterate();
  for (const { leaf } of rows as Iterable<{ leaf: number }>) if (erased[leaf] === 1) restored.push(leaf);
  const only: number[] = [];
  for (const [from, to] of trimmed) {
    const last = Math.min(to, erased.length - 1);
    for (let leaf = from; leaf <= last; leaf += 1) if (erased[leaf] === 0) only.push(leaf);
  }
  return { restored, erased: only };
}

function countSessions(db: DatabaseSync): void {
  const counts = new Map<number, Record<string, number>>();
  const rows = db
    .prepare('SELECT session_key AS key, event, count(*) AS events FROM receipts GROUP BY session_key, event')
    .all() as { key: number; event: number; events: number }[];
  for (const { key, event, events } of rows) {
    const counted = counts.get(key) ?? {};
    counted[eventOfCode(event)] = events;
    counts.set(key, counted);
  }
  db.exec("UPDATE sessions SET events = 0, counts = '{}'");
  const update = db.prepare('UPDATE sessions SET events = ?, counts = ? WHERE key = ?');
  for (const [key, counted] of counts) {
    const events = Object.values(counted).reduce((sum, each) => sum + each, 0);
    update.run(events, JSON.stringify(counted), key);
  }
}
