import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Check } from 'typebox/value';
import { exactStatus, type FileIdentity, isSameFile } from '../../platform/file-identity.ts';
import { parseMark, rangesOf } from '../../proof/leaves.ts';
import { CopyUnusable, isCopy, refuseForeign, trimmedRanges } from '../repair/record-rows.ts';
import { seqOfReceiptId } from '../schema/receipt-id.ts';
import { ensureSchema, insertInto } from '../schema/schema.ts';
import {
  closedOnError,
  firstValue,
  inTransaction,
  type SqlRow,
  type SqlValue,
} from '../schema/statements.ts';
import { COPY_TABLES } from '../schema/store-schema.ts';
import { receiptCount } from '../store/receipt-counts.ts';
import type { RetentionLimits } from '../store/receipt-eraser.ts';
import { usedBytes } from '../store/receipt-sizes.ts';
import {
  COPY_START,
  CopyPosition,
  type CopySlice,
  SMALL_TABLES,
  TREE_TABLES,
} from '../store/record-slice.ts';
import { RecordTree } from '../store/record-tree.ts';
import { deleteReceipts } from '../store/session-notes.ts';

export type CopyFacts = ReturnType<RecordCopy['facts']>;

const ROWS_PER_TRIM = 1024;

/**
 * A second copy of the record, in a file of its own with the same tables. Indexes for search are not in it. A small
 * table, `copy_state`, tells how far it has come and which receipts its own retention deleted.
 */
export class RecordCopy {
  readonly db: DatabaseSync;
  readonly #file: string;
  readonly #identity: FileIdentity | undefined;

  private constructor(db: DatabaseSync, file: string) {
    this.db = db;
    this.#file = file;
    this.#identity = exactStatus(file);
  }

  /** Creates a copy in a new, empty file of mode 0600. */
  static create(file: string, instanceId: string): RecordCopy {
    const copy = new RecordCopy(connect(file), file);
    ensureSchema(copy.db);
    copy.db.exec(COPY_TABLES);
    copy.#set('instance', instanceId);
    copy.#set('position', JSON.stringify(COPY_START));
    return copy;
  }

  /** Opens an existing copy. Throws {@link CopyUnusable} and changes nothing if it is none of this version. */
  static open(file: string): RecordCopy {
    if (!existsSync(file)) throw new CopyUnusable('missing');
    return closedOnError(connect(file), (db) => {
      if (!isCopy(db)) throw new CopyUnusable('not_a_record');
      refuseForeign(db);
      return new RecordCopy(db, file);
    });
  }

  /** Returns true if the open file is still the one at its path. */
  isInPlace(): boolean {
    return isSameFile(this.#identity, exactStatus(this.#file));
  }

  facts() {
    return {
      /** Installation whose record it copies. */
      instanceId: this.#get('instance') ?? '',
      position: this.#position(),
      root: new RecordTree(this.db).root(),
      receipts: receiptCount(this.db),
      bytes: statSync(this.#file).size,
    };
  }

  /** Adds a slice that begins where the copy ends. */
  apply(slice: CopySlice): void {
    if (slice.from.seq !== this.#position().seq || slice.from.leaves !== this.#position().leaves) {
      throw new Error('slice_out_of_order');
    }
    inTransaction(this.db, () => {
      const db = this.db;
      db.prepare('DELETE FROM tree_checkpoints WHERE key >= ?').run(slice.from.checkpoint);
      for (const table of TREE_TABLES) this.#insert(table, slice.tree[table]);
      this.#addReceipts(slice);
      for (const { leaf } of slice.tree.tree_marks) this.#applyMark(leaf as string);
      for (const table of slice.small === undefined ? [] : SMALL_TABLES) {
        db.exec(`DELETE FROM ${table}`);
        this.#insert(table, slice.small![table]);
      }
      this.#set('position', JSON.stringify(slice.to));
    });
  }

  /** Deletes the oldest receipts over the limits of this copy. */
  trim({ olderThan, maxBytes }: RetentionLimits): void {
    const isOver = () => maxBytes !== null && usedBytes(this.db) > maxBytes;
    while (olderThan !== null && this.#trimSlice('received_at < ?', olderThan));
    while (isOver() && this.#trimSlice('1'));
    this.db.exec('PRAGMA incremental_vacuum');
  }

  /** Closes the copy, and removes its empty journal: a backup is one file. */
  close(): void {
    try {
      if (this.isInPlace()) this.db.exec('PRAGMA journal_mode = DELETE');
    } catch {
      // The volume is gone. The next connection takes the journal.
    }
    this.db.close();
  }

  /** Deletes the oldest receipts of a condition. Returns false if there were none. */
  #trimSlice(where: string, ...values: SqlValue[]): boolean {
    const rows = this.db
      .prepare(`SELECT seq, leaf FROM receipts WHERE ${where} ORDER BY seq LIMIT ${ROWS_PER_TRIM}`)
      .all(...values) as { seq: number; leaf: number }[];
    if (rows.length === 0) return false;
    inTransaction(this.db, () => {
      const ranges = trimmedRanges(this.db);
      for (const { seq } of rows) deleteReceipts(this.db, 'seq = ?', seq);
      ranges.push(...rangesOf(rows.map(({ leaf }) => leaf)));
      this.#set('trimmed', JSON.stringify(ranges));
      this.#removeUnused();
    });
    return true;
  }

  #addReceipts({ receipts, sessions, notes, integrations, redactions }: CopySlice): void {
    const agents = this.#addKeyed('integrations', integrations, 'id');
    const shared = this.#addKeyed('redactions', redactions, 'text');
    const ofAgents = sessions.map((row) => ({ ...row, integration_key: agents.get(row.integration_key!)! }));
    const ofSessions = this.#addKeyed('sessions', ofAgents, 'integration_key, digest');
    const inSession = (row: SqlRow): SqlRow => ({ ...row, session_key: ofSessions.get(row.session_key!)! });
    this.#insert(
      'receipts',
      receipts.map((row) => ({
        ...inSession(row),
        integration_key: agents.get(row.integration_key!)!,
        redaction: shared.get(row.redaction!)!,
      })),
    );
    // A note of a receipt that is not here would outlive its deletion. Names of counts are no ids.
    const find = this.db.prepare('SELECT 1 FROM receipts WHERE seq = ?');
    const isKnown = (seq: number | undefined) => seq === undefined || find.get(seq) !== undefined;
    const known = notes.filter(({ name }) => isKnown(seqOfReceiptId(name as string)));
    this.#insert('session_notes', known.map(inSession));
  }

  /** Adds rows that can have other keys in the copy, or brings those that are there up to date. Returns their keys. */
  #addKeyed(table: string, rows: readonly SqlRow[], unique: string): Map<SqlValue, SqlValue> {
    const keys = new Map<SqlValue, SqlValue>();
    for (const { key, ...row } of rows) {
      const names = Object.keys(row);
      // The copy can have older receipts of a session than the record.
      const updated = names.filter((name) => name !== 'first_at').map((name) => `${name} = excluded.${name}`);
      const sql = `${insertInto(table, names)} ON CONFLICT (${unique}) DO UPDATE SET ${updated.join(', ')} RETURNING key`;
      keys.set(key!, firstValue<number>(this.db, sql, ...Object.values(row))!);
    }
    return keys;
  }

  /** Deletes what the user deleted. What the record's retention deleted stays: the copy has its own. */
  #applyMark(leaf: string): void {
    const mark = parseMark(leaf);
    if (mark === undefined || !('erased' in mark) || mark.why !== 'user') return;
    for (const range of mark.erased) deleteReceipts(this.db, 'leaf BETWEEN ? AND ?', ...range);
    this.#removeUnused();
  }

  #removeUnused(): void {
    this.db.exec(`
      DELETE FROM sessions WHERE NOT EXISTS (SELECT 1 FROM receipts r WHERE r.session_key = sessions.key);
      DELETE FROM integrations WHERE key NOT IN (SELECT integration_key FROM sessions);
    `);
  }

  #insert(table: string, rows: readonly SqlRow[]): void {
    const [first] = rows;
    if (first === undefined) return;
    const names = Object.keys(first);
    const insert = this.db.prepare(insertInto(table, names, 'OR REPLACE'));
    for (const row of rows) insert.run(...names.map((name) => row[name]!));
  }

  #position(): CopyPosition {
    const position: unknown = JSON.parse(this.#get('position') ?? 'null');
    if (!Check(CopyPosition, position)) throw new CopyUnusable('not_a_record');
    return position;
  }

  #get(name: string): string | undefined {
    return firstValue<string>(this.db, 'SELECT value FROM copy_state WHERE name = ?', name);
  }

  #set(name: string, value: string): void {
    this.db.prepare('INSERT OR REPLACE INTO copy_state (name, value) VALUES (?, ?)').run(name, value);
  }
}

/**
 * Opens the file of a copy. It can be on a volume of another kind, where a write-ahead log does not work, and the volume
 * can be removed at any time: every transaction waits for the disk.
 */
function connect(file: string): DatabaseSync {
  return closedOnError(new DatabaseSync(file, { timeout: 2000 }), (db) => {
    db.exec(`
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = TRUNCATE;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA foreign_keys = OFF;
      PRAGMA temp_store = MEMORY;
      PRAGMA mmap_size = 0;
    `);
    return db;
  });
}
