import type { DatabaseSync } from 'node:sqlite';
import type { DeletionScope } from '../../../shared/control.ts';
import { pauseScopeName } from '../../../shared/pause.ts';
import { type ErasureReason, rangesOf } from '../../proof/leaves.ts';
import { eventOfCode } from '../schema/receipt-codes.ts';
import { inTransaction, numberOf } from '../schema/statements.ts';
import { lastSeqOf } from '../survival/incidents.ts';
import { FilesInUse, type KeptFile } from '../survival/kept-file.ts';
import type { BackgroundIndex } from './background-index.ts';
import { isDiskFull } from './database.ts';
import { type Condition, deletionCondition, MatchingReceipts } from './matching-receipts.ts';
import type { FilterConditions } from './receipt-conditions.ts';
import type { IndexedRow } from './receipt-facets.ts';
import {
  type Deletion,
  lastOfOldest,
  measure,
  nothingDeleted,
  ROW_BYTES,
  usedBytes,
  type WalkParts,
} from './receipt-sizes.ts';
import type { ReceiptWriter } from './receipt-writer.ts';
import { lastSeqBefore } from './received-time.ts';
import type { RecordTree } from './record-tree.ts';
import { deleteEndedGaps } from './recording-gaps.ts';
import { deleteReceipts } from './session-notes.ts';
import { fittingUnits, startSlice } from './slice-time.ts';

const ROWS_PER_SLICE = 256;
/** The time of a slice depends on the texts and on the size of the store, so the time of each sets the rows of the next. */
const FIRST_SLICE_ROWS = 16;
/** Each slice adds a leaf to the tree, and thousands of them would outgrow what they erase. */
const LEAST_SLICE_ROWS = 8;

/** Pages by which one turn makes the file shorter. */
const PAGES_PER_TURN = 128;
/** A slice that did not fit on the disk is followed by one of so much fewer rows. */
const SMALLER_SLICE = 8;
/** Space of deleted rows in pages that other rows still use, and of the marks of the slices. */
const PARTLY_FILLED_BYTES = 229_376;
/** Before the first row. */
const NO_ROW = -1;
/**
 * The part of the size limit that a run leaves free for the next receipts. Each run merges a part of the text index, which
 * takes half a second. Without the spare, a store at its limit would need one for each MiB of receipts.
 */
const SPARE_SHARE = 0.01;
/** A leaf of the tree on disk: hash, position and cell. It stays when its receipt is deleted. */
const BYTES_PER_LEAF = 44;
/** The part of the size limit that the tree cannot take from the receipts. Beyond it, the file outgrows the limit. */
const SHARE_OF_RECEIPTS = 0.5;

export interface RetentionLimits {
  /** Receipts received before this epoch millisecond are deleted. Null keeps all. */
  olderThan: number | null;
  /** Maximum bytes of the database. Null means no limit. */
  maxBytes: number | null;
}

interface ErasedParts extends WalkParts {
  tree: RecordTree;
  writer: ReceiptWriter;
  conditions: FilterConditions;
  /** A store that is only read has none, and only counts. */
  kept: KeptFile | undefined;
}

interface DoomedRow extends IndexedRow {
  bytes: number;
}

const DOOMED_ROWS = {
  columns: `r.seq, r.leaf, r.integration_key, r.session_key, r.event, r.received_at, r.body_bytes, r.flags, s.label,
    r.data, r.found, ${ROW_BYTES} AS bytes`,
  joins: 'LEFT JOIN sessions s ON s.key = r.session_key',
};

/** Takes receipts of one type out of the counts of a session. A bound number is a fraction, which the text would show. */
const UNCOUNT = `UPDATE sessions SET events = events - ?3, counts = json_set(counts, '$."' || ?1 || '"',
    CAST(coalesce(json_extract(counts, '$."' || ?1 || '"'), ?3) - ?3 AS INTEGER))
  WHERE key = ?2`;

/**
 * Deletes receipts in small transactions and lets events commit between them. Deleted data does not stay readable:
 * `secure_delete` overwrites freed pages, and {@link finish} takes the terms out of the text index and empties the WAL.
 */
export class ReceiptEraser {
  readonly #parts: ErasedParts;
  readonly #db: DatabaseSync;
  readonly #index: BackgroundIndex;

  constructor(parts: ErasedParts) {
    this.#parts = parts;
    this.#db = parts.db;
    this.#index = parts.index;
  }

  /** Deletes receipts. Counts them in `total`, also if it fails. A dry run only returns their number and bytes. */
  async erase(scope: DeletionScope, dryRun: boolean, total = nothingDeleted()): Promise<Deletion> {
    // A project is known only of indexed receipts.
    if ('project' in scope) await this.#indexStored();
    const condition = deletionCondition(scope, this.#parts.conditions);
    if (dryRun) return measure(this.#parts, condition);
    await this.#eraseWhere(condition, 'user', total);
    if ('everything' in scope) {
      deleteEndedGaps(this.#db);
      this.#db.exec('DELETE FROM refusals; DELETE FROM dismissed_problems');
      this.#db.exec('DELETE FROM integrations WHERE key NOT IN (SELECT integration_key FROM sessions)');
      this.#parts.writer.forget();
    }
    // Gaps of one project or integration name it. A range leaves some of its receipts.
    const isNarrowed = 'from' in scope || 'until' in scope;
    if (!isNarrowed && ('project' in scope || 'integrationId' in scope))
      deleteEndedGaps(this.#db, pauseScopeName(scope));
    await this.#finish();
    return total;
  }

  /** Deletes the receipts over the limits. With `dryRun`, returns the same count and bytes without deleting. */
  async applyRetention(limits: RetentionLimits, dryRun: boolean): Promise<Deletion> {
    const condition = await this.#overLimits(limits);
    if (dryRun) return measure(this.#parts, condition);
    const total = nothingDeleted();
    await this.#eraseWhere(condition, 'retention', total);
    // The end of a process can have interrupted an earlier deletion.
    if (total.receipts > 0 || this.#index.texts.firstErased() !== undefined) await this.#finish();
    return total;
  }

  async #overLimits({ olderThan, maxBytes }: RetentionLimits): Promise<Condition> {
    const tooOld: Condition =
      olderThan === null
        ? { where: '0', values: [], last: NO_ROW }
        : { where: 'r.received_at < ?', values: [olderThan], last: lastSeqBefore(this.#db, olderThan) };
    if (maxBytes === null) return tooOld;
    const most = Math.max(maxBytes, this.#treeBytes() + maxBytes * SHARE_OF_RECEIPTS);
    const excess = usedBytes(this.#db) - (await measure(this.#parts, tooOld)).bytes - most;
    const last =
      excess <= 0
        ? undefined
        : await lastOfOldest(
            this.#parts,
            tooOld,
            excess + PARTLY_FILLED_BYTES + maxBytes * SPARE_SHARE,
            this.#treeBytes(),
          );
    if (last === undefined) return tooOld;
    return {
      where: `${tooOld.where} OR r.seq <= ?`,
      values: [...tooOld.values, last],
      last: Math.max(tooOld.last ?? last, last),
    };
  }

  #treeBytes(): number {
    return this.#parts.tree.size * BYTES_PER_LEAF;
  }

  /** Lets events commit after a slice of a deletion. They must not wait for the slice and for the log. */
  async #leaveSlice(): Promise<void> {
    await this.#parts.giveWay();
    try {
      if (this.#parts.kept?.checkpointDeletionIfDue() !== true) return;
    } catch (error) {
      // The next slice says whether it has room, and the end of the deletion empties the log.
      if (!isDiskFull(error)) throw error;
    }
    await this.#parts.giveWay();
  }

  /** Deletes receipts, and counts them in `total`. */
  async #eraseWhere(condition: Condition, why: ErasureReason, total: Deletion): Promise<void> {
    let most = ROWS_PER_SLICE;
    let sliceRows = FIRST_SLICE_ROWS;
    const doomed = new MatchingReceipts<DoomedRow>(this.#db, condition, DOOMED_ROWS, this.#index);
    for (;;) {
      const sliceMs = startSlice();
      const rows = doomed.next(sliceRows);
      if (rows === undefined) return;
      if (rows.length > 0) {
        try {
          this.#eraseSlice(rows, why);
          // On a full disk, the log of one slice is the room for the next.
          if (most < ROWS_PER_SLICE) this.#parts.kept?.checkpoint();
        } catch (error) {
          if (!isDiskFull(error) || rows.length === 1) throw error;
          most = Math.max(1, Math.floor(rows.length / SMALLER_SLICE));
          sliceRows = most;
          this.#parts.kept?.checkpoint();
          continue;
        }
        total.receipts += rows.length;
        total.bytes += rows.reduce((sum, row) => sum + row.bytes, 0);
        const fitting = fittingUnits(rows.length, sliceMs());
        sliceRows = Math.min(most, Math.max(LEAST_SLICE_ROWS, Math.min(fitting, 2 * rows.length)));
      }
      await this.#leaveSlice();
    }
  }

  #eraseSlice(rows: DoomedRow[], why: ErasureReason): void {
    try {
      inTransaction(this.#db, () => {
        for (const row of rows) {
          this.#index.remove(row);
          deleteReceipts(this.#db, 'seq = ?', row.seq);
        }
        this.#index.flush();
        const uncount = this.#db.prepare(UNCOUNT);
        const dropEmpty = this.#db.prepare('DELETE FROM sessions WHERE key = ? AND events <= 0');
        const dropStory = this.#db.prepare('DELETE FROM session_stories WHERE session_key = ?');
        for (const [key, own] of Map.groupBy(rows, (row) => row.session_key)) {
          for (const [event, same] of Map.groupBy(own, (row) => row.event))
            uncount.run(eventOfCode(event), key, same.length);
          if (dropEmpty.run(key).changes > 0) dropStory.run(key);
        }
        const leaves = rows.map(({ leaf }) => leaf).sort((a, b) => a - b);
        this.#parts.tree.appendMark({ erased: rangesOf(leaves), v: 1, why });
      });
    } catch (error) {
      this.#parts.tree.forget();
      throw error;
    } finally {
      this.#index.forget();
      this.#parts.writer.forget();
    }
  }

  async #purgeText(): Promise<void> {
    try {
      while (this.#index.texts.purge()) await this.#leaveSlice();
    } finally {
      this.#index.texts.endPurge();
    }
    await this.#indexStored();
  }

  /**
   * Indexes the receipts that are stored now. Those that arrive meanwhile are indexed in the background: with them, this might
   * never end.
   */
  async #indexStored(): Promise<void> {
    const last = lastSeqOf(this.#db);
    while (this.#index.indexedSeq() < last) {
      // Another deletion can begin at any turn to purge the part that takes the next receipts.
      while (this.#index.waitsForPurge()) await this.#leaveSlice();
      if (this.#index.advanceOrMerge('idle') === 'nothing') return;
      await this.#leaveSlice();
    }
  }

  async #finish(): Promise<void> {
    this.#index.rollUp.forgetUnused();
    await this.#purgeText();
    const freePages = () => numberOf(this.#db, 'PRAGMA freelist_count');
    for (let before = freePages(); before > 0; ) {
      this.#db.exec(`PRAGMA incremental_vacuum(${PAGES_PER_TURN})`);
      const after = freePages();
      if (after >= before) break;
      before = after;
      await this.#leaveSlice();
    }
    if (this.#parts.kept?.checkpoint() === false) throw new FilesInUse();
  }
}
