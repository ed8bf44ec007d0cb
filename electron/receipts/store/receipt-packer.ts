import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RECEIPT_TABLE_COLUMNS } from '../repair/readable-receipts.ts';
import type { BackgroundIndex } from './background-index.ts';
import { columnsIn, PACKED_COLUMNS, packTexts } from './packed-texts.ts';
import { randomOfReceiptId, seqAt } from './receipt-id.ts';

/** Rows and bytes of texts of one slice. It takes the receipt worker about 3 ms. */
const ROWS_PER_SLICE = 24;
const BYTES_PER_SLICE = 32_768;
/** Rows of a slice that were packed already. They are passed over. */
const MOST_ROWS_READ = 512;
/** Free pages that stay in the file: the next receipts need them. */
const KEPT_FREE_PAGES = 1024;
const PAGES_PER_SLICE = 64;

type Value = string | number | null | Uint8Array;

interface PlainRow extends Record<(typeof RECEIPT_TABLE_COLUMNS)[number], Value> {
  seq: number;
  id: string;
  summary: Uint8Array;
  data: Uint8Array;
  sizes: Uint8Array;
  redaction: Uint8Array;
}

const isPackable = (name: string): boolean => PACKED_COLUMNS.some((each) => each === name);

/** Packs the texts and the ids of older receipts, and gives back the pages that become free. */
export class ReceiptPacker {
  readonly #db: DatabaseSync;
  readonly #index: BackgroundIndex;
  readonly #progress: StatementSync;
  readonly #setProgress: StatementSync;
  readonly #next: StatementSync;
  readonly #remove: StatementSync;
  readonly #insert: StatementSync;

  constructor(db: DatabaseSync, index: BackgroundIndex) {
    this.#db = db;
    this.#index = index;
    this.#progress = db.prepare("SELECT seq FROM progress WHERE name = 'packed'");
    this.#setProgress = db.prepare("UPDATE progress SET seq = ? WHERE name = 'packed'");
    const columns = RECEIPT_TABLE_COLUMNS.map((name) =>
      // As bytes, a text that another program damaged stays as it is.
      isPackable(name) ? `iif(packed IS NULL, CAST(${name} AS BLOB), NULL) AS ${name}` : name,
    );
    this.#next = db.prepare(
      `SELECT ${columns.join(', ')} FROM receipts WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${MOST_ROWS_READ}`,
    );
    this.#remove = db.prepare('DELETE FROM receipts WHERE seq = ?');
    this.#insert = db.prepare(
      `INSERT INTO receipts (${RECEIPT_TABLE_COLUMNS.join(', ')})
       VALUES (${RECEIPT_TABLE_COLUMNS.map(() => '?').join(', ')})`,
    );
  }

  /** Packs one slice of the indexed receipts that were received before an instant. Returns false if nothing was left to do. */
  advance(before: number): boolean {
    const packed = (this.#progress.get() as { seq: number } | undefined)?.seq;
    if (packed === undefined) return false;
    // A row's number is never below its time of receipt.
    const last = Math.min(this.#index.indexedSeq(), seqAt(before) - 1);
    const { rows, until } = this.#nextRows(packed, last);
    if (until === undefined) return this.#giveBackPages();
    const packedRows = rows.map((row) => {
      // An id that another program changed stays as it is.
      const random = randomOfReceiptId(row.seq, row.id);
      const packedTexts = packTexts([row.data, row.sizes, row.redaction, row.summary], random);
      const empty: readonly string[] = columnsIn(packedTexts);
      return RECEIPT_TABLE_COLUMNS.map((name) => {
        if (name === 'packed') return packedTexts;
        return empty.includes(name) ? '' : row[name];
      });
    });
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      // A row that is updated leaves the rest of its room unused. Only deletions free whole pages.
      for (const { seq } of rows) this.#remove.run(seq);
      // SQLite fills pages better if the last row comes first.
      for (const values of packedRows.toReversed()) this.#insert.run(...values);
      this.#setProgress.run(until);
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
    return true;
  }

  #nextRows(from: number, last: number): { rows: PlainRow[]; until: number | undefined } {
    const rows: PlainRow[] = [];
    let bytes = 0;
    let until: number | undefined;
    for (const found of this.#next.iterate(from, last)) {
      const row = found as unknown as PlainRow;
      until = row.seq;
      if (row.packed !== null) continue;
      rows.push(row);
      bytes += row.data.length + row.sizes.length + row.redaction.length;
      if (rows.length >= ROWS_PER_SLICE || bytes >= BYTES_PER_SLICE) break;
    }
    return { rows, until };
  }

  /** Makes the file shorter by a few of its free pages. Returns false if it keeps the rest. */
  #giveBackPages(): boolean {
    const free = () => Object.values(this.#db.prepare('PRAGMA freelist_count').get()!)[0] as number;
    const before = free();
    if (before <= KEPT_FREE_PAGES) return false;
    this.#db.exec(`PRAGMA incremental_vacuum(${Math.min(PAGES_PER_SLICE, before - KEPT_FREE_PAGES)})`);
    return free() < before;
  }
}
