import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import Type, { type Static } from 'typebox';
import { RECEIPT_TABLE_COLUMNS } from '../schema/schema.ts';
import type { SqlRow, SqlValue } from '../schema/statements.ts';
import { treeSize } from './record-tree.ts';
import { pageOf } from './slice-time.ts';

/** How far a copy has come. A slice takes it from one position to the next. */
export const CopyPosition = Type.Object({
  /** Row number of the last copied receipt. */
  seq: Type.Integer({ minimum: -1 }),
  /** Leaves that the copy has. */
  leaves: Type.Integer({ minimum: 0 }),
  /** Key of the newest copied checkpoint. */
  checkpoint: Type.Integer({ minimum: 0 }),
  /** Digest of the small tables, which are copied whole when they changed. */
  small: Type.String(),
});
export type CopyPosition = Static<typeof CopyPosition>;

/** A part of the record: rows that the copy lacks, by their table. */
export type CopySlice = ReturnType<typeof readSlice>;

export const TREE_TABLES = ['tree_leaves', 'tree_subtrees', 'tree_marks', 'tree_checkpoints'] as const;
export const SMALL_TABLES = [
  'incidents',
  'recording_gaps',
  'vault_keys',
  'secret_marks',
  'refusals',
  'dismissed_problems',
] as const;

/** One slice keeps events waiting for a few milliseconds. */
const RECEIPTS_PER_SLICE = 256;
const LEAVES_PER_SLICE = 16_384;
/** Heights of the subtrees whose roots the tree stores. A tree of more than 2^32 leaves does not exist. */
const STORED_HEIGHTS = [8, 16, 24, 32];

/** The position of a copy without content. */
export const COPY_START: CopyPosition = { seq: -1, leaves: 0, checkpoint: 0, small: '' };

const rowsOf = (db: DatabaseSync, sql: string, ...values: SqlValue[]) =>
  db.prepare(sql).all(...values) as SqlRow[];

/** Reads what a copy at `from` lacks. */
export function readSlice(db: DatabaseSync, from: CopyPosition) {
  const size = treeSize(db);
  const following = db
    .prepare(`SELECT ${RECEIPT_TABLE_COLUMNS.join(', ')} FROM receipts WHERE seq > ? ORDER BY seq`)
    .iterate(from.seq);
  const { rows: found, isFull } = pageOf(
    following as Iterable<SqlRow>,
    RECEIPTS_PER_SLICE,
    ({ body_bytes: bytes }) => Number(bytes),
  );
  const most = Math.min(size, from.leaves + LEAVES_PER_SLICE);
  const leaves = isFull ? endOfLeaves(found, from.leaves, most) : most;
  const tooNew = found.findIndex(({ leaf }) => (leaf as number) >= leaves);
  const receipts = tooNew === -1 ? found : found.slice(0, tooNew);
  const isLast = leaves === size && !isFull && receipts.length === found.length;
  const checkpoints = rowsOf(db, 'SELECT * FROM tree_checkpoints WHERE key >= ?', from.checkpoint).filter(
    (row) => (row.size as number) <= leaves,
  );
  const small = isLast ? readSmall(db) : undefined;
  const isSmallSame = small === undefined || small.digest === from.small;
  const tree = { ...readTree(db, from.leaves, leaves), tree_checkpoints: checkpoints };
  return {
    from,
    to: {
      seq: (receipts.at(-1)?.seq as number | undefined) ?? from.seq,
      leaves,
      checkpoint: (checkpoints.at(-1)?.key as number | undefined) ?? from.checkpoint,
      small: small?.digest ?? from.small,
    },
    receipts,
    sessions: rowsByKey(db, 'sessions', 'key', receipts, 'session_key'),
    /** What the ways of these sessions' reports say. A later note is copied with the session's next receipt. */
    notes: rowsByKey(db, 'session_notes', 'session_key', receipts, 'session_key'),
    integrations: rowsByKey(db, 'integrations', 'key', receipts, 'integration_key'),
    redactions: rowsByKey(db, 'redactions', 'key', receipts, 'redaction'),
    /** Rows of the tree and of its checkpoints. */
    tree,
    /** Complete small tables. Undefined if they did not change. */
    small: isSmallSame ? undefined : small.tables,
    /** True if the copy has everything after this slice. */
    isLast,
  };
}

/** A slice ends before the leaf of a receipt that is not in it, if it can: another program can change the leaves of rows. */
function endOfLeaves(receipts: readonly SqlRow[], from: number, most: number): number {
  const last = receipts.at(-1)!.leaf as number;
  return last < from ? most : Math.min(most, last + 1);
}

function readTree(db: DatabaseSync, from: number, to: number) {
  const range = 'WHERE i >= ? AND i < ?';
  return {
    tree_leaves: rowsOf(db, `SELECT * FROM tree_leaves ${range}`, from, to),
    tree_marks: rowsOf(db, `SELECT * FROM tree_marks ${range}`, from, to),
    tree_subtrees: STORED_HEIGHTS.flatMap((level) =>
      rowsOf(
        db,
        `SELECT * FROM tree_subtrees ${range} AND level = ?`,
        Math.floor(from / 2 ** level),
        Math.floor(to / 2 ** level),
        level,
      ),
    ),
  };
}

/** Returns the rows of a table whose `key` is a value of `column` in the receipts. */
function rowsByKey(
  db: DatabaseSync,
  table: string,
  key: string,
  receipts: readonly SqlRow[],
  column: string,
) {
  const keys = JSON.stringify(receipts.map((row) => row[column]));
  return rowsOf(db, `SELECT * FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?))`, keys);
}

function readSmall(db: DatabaseSync) {
  const tables = Object.fromEntries(
    SMALL_TABLES.map((table) => [table, rowsOf(db, `SELECT * FROM ${table}`)]),
  ) as Record<(typeof SMALL_TABLES)[number], SqlRow[]>;
  return { tables, digest: hash('sha256', JSON.stringify(tables), 'base64') };
}
