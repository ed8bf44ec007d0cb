import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { RecordCheck } from '../../../shared/record-check.ts';
import { examineStore } from '../repair/examine-store.ts';
import type { KnownIntegration } from '../repair/readable-receipts.ts';
import { salvageStore } from '../repair/salvage-store.ts';
import { COMMITTED_COLUMNS } from '../store/committed-row.ts';
import { suggestsDamage } from '../store/database.ts';
import { leafOfRow } from '../store/misfit-receipts.ts';
import { readPackedTexts } from '../store/plain-texts.ts';
import { RecordTree, treeSize } from '../store/record-tree.ts';
import { receiptCount } from '../store/store-health.ts';
import {
  HISTORY_TABLES,
  type MergedHistory,
  type MergedRow,
  type MergeOrigin,
} from '../store/store-merger.ts';
import { discardPrepared } from './prepared-file.ts';
import { CopyUnusable } from './record-copy.ts';
import { prepareRecord, refuseForeign } from './restore-copy.ts';

/** What a store that can be merged contains. */
export interface MergeFacts extends MergeOrigin {
  receipts: number;
  /** Receipts that could not be read. */
  lost: number;
}

/** One slice keeps events waiting for a few milliseconds. */
const ROWS_PER_SLICE = 64;

/** Refuses a foreign schema. A schema that cannot be read is damage, and then no statement reads the store. */
function refuseUnlessDamaged(source: string): void {
  try {
    refuseForeign(source);
  } catch (error) {
    if (!suggestsDamage(error)) throw error;
  }
}

/** A copy of a store that was set aside, from which receipts are read. */
export class MergeSource {
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly facts: MergeFacts;

  private constructor(file: string, lost: number) {
    this.#file = file;
    this.#db = new DatabaseSync(file);
    readPackedTexts(this.#db);
    const entries = treeSize(this.#db);
    const root = new RecordTree(this.#db).root().toString('base64');
    this.facts = { receipts: receiptCount(this.#db), entries, root, lost };
  }

  /**
   * Copies a healthy store to `target`, or writes there what is readable of a damaged one. The source stays as it is.
   * Throws {@link CopyUnusable} if nothing is readable.
   */
  static async open(
    source: string,
    target: string,
    known: readonly KnownIntegration[],
    check: (db: DatabaseSync) => Promise<RecordCheck>,
  ): Promise<MergeSource> {
    discardPrepared(target);
    if (existsSync(source)) refuseUnlessDamaged(source);
    const { state, lost } = examineStore(source, known);
    if (state === 'missing') throw new CopyUnusable('missing');
    if (state === 'intact') await prepareRecord(source, target, check);
    else if (salvageStore(source, target, known) === undefined) throw new CopyUnusable('not_a_record');
    return new MergeSource(target, lost);
  }

  /** Reads the next receipts after a row. */
  rowsAfter(seq: number): MergedRow[] {
    const rows = this.#db
      .prepare(
        `SELECT ${COMMITTED_COLUMNS}, r.digest, r.repeats, s.digest AS session_digest, s.first_at, s.last_at,
           s.started_at, s.ended_at, s.ended_by_silence, l.hash
         FROM receipts r JOIN integrations i ON i.key = r.integration_key JOIN sessions s ON s.key = r.session_key
           LEFT JOIN tree_leaves l ON l.i = r.leaf
         WHERE r.seq > ? ORDER BY r.seq LIMIT ${ROWS_PER_SLICE}`,
      )
      .all(seq) as unknown as (MergedRow & { hash: Uint8Array | null })[];
    return rows.map(({ hash, ...row }) => {
      const own = row.leaf === null || hash === null ? undefined : leafOfRow(row)?.(row.leaf);
      return { ...row, isProven: own?.equals(hash!) === true };
    });
  }

  /** Reads what is about no receipt. A pause that is not over belongs to the other store. */
  history(): MergedHistory {
    const rowsOf = (table: string) => {
      const ended = table === 'recording_gaps' ? 'WHERE until_at IS NOT NULL' : '';
      return this.#db.prepare(`SELECT * FROM ${table} ${ended}`).all();
    };
    return Object.fromEntries(HISTORY_TABLES.map((table) => [table, rowsOf(table)])) as MergedHistory;
  }

  /** Removes the copy. */
  close(): void {
    this.#db.close();
    discardPrepared(this.#file);
  }
}
