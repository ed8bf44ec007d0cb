import type { DatabaseSync } from 'node:sqlite';
import type { ReceiptFilter } from '../../../shared/control.ts';
import type { Receipt, ReceiptSummary } from '../../../shared/receipt.ts';
import { seqOfReceiptId } from '../schema/receipt-id.ts';
import type { BackgroundIndex } from './background-index.ts';
import { suggestsDamage } from './database.ts';
import { type QueryPart, queryParts } from './query-parts.ts';
import type { FilterConditions } from './receipt-conditions.ts';
import {
  JOINS,
  LISTED_COLUMNS,
  RECEIPT_COLUMNS,
  type ReceiptRow,
  receiptOf,
  type SummaryRow,
  summaryOf,
} from './receipt-rows.ts';
import { matchesSearch } from './row-search.ts';
import { MOST_LENGTH } from './slice-time.ts';

/** Receipts that a read indexes first, so that its answer has them. More wait for the background. */
const CAUGHT_UP_BEFORE_READING = 512;

/** Receipts that one turn of a search compares, and their bytes. Events and other reads wait for a turn, which takes some 40 ms. */
const ROWS_OF_TURN = 4096;
const BYTES_OF_TURN = 4_194_304;

/** How far a search got that was not finished. */
export interface SearchEnd {
  nextCursor: string | null;
  searchedUntil?: string;
}

export interface Page<T> extends SearchEnd {
  receipts: T[];
}

/** A row that a turn of a search found. */
interface FoundRow {
  seq: number;
  bytes: number;
  receivedAt: number;
  sessionKey: number;
}

interface ReadOptions {
  order?: Order | undefined;
  /** Id of the receipt in the middle of the page. */
  around?: string | undefined;
}

export class InvalidCursor extends Error {}

const DIRECTIONS = { newest: 'DESC', oldest: 'ASC' } as const;
type Order = keyof typeof DIRECTIONS;
const CURSOR = /^r([1-9][0-9]{0,15})$/;

function seqOfCursor(cursor: string): number {
  const match = CURSOR.exec(cursor);
  if (match === null) throw new InvalidCursor();
  return Number(match[1]);
}

/**
 * Answers queries over the receipts, newest first and by keyset, never by offset. Scans the receipts that the
 * background index has not reached yet, because they are few.
 */
export class ReceiptReader {
  readonly #db: DatabaseSync;
  readonly #index: BackgroundIndex;
  readonly conditions: FilterConditions;

  constructor(db: DatabaseSync, index: BackgroundIndex, conditions: FilterConditions) {
    this.#db = db;
    this.#index = index;
    this.conditions = conditions;
    db.function('matches_search', { deterministic: true }, matchesSearch as (...values: unknown[]) => number);
  }

  query(
    filter: ReceiptFilter,
    cursor: string | undefined,
    limit: number,
    { order = 'newest', around }: ReadOptions = {},
  ): Page<ReceiptSummary> & { newer?: boolean } {
    if (around !== undefined) return this.#around(filter, around, limit);
    const { rows, ...end } = this.#page(LISTED_COLUMNS, filter, cursor, limit, order);
    return { receipts: (rows as SummaryRow[]).map(summaryOf), ...end };
  }

  export(
    filter: ReceiptFilter,
    cursor: string | undefined,
    limit: number,
    { order = 'newest' }: ReadOptions = {},
  ): Page<Receipt> {
    const { rows, ...end } = this.#page(RECEIPT_COLUMNS, filter, cursor, limit, order);
    return { receipts: (rows as ReceiptRow[]).map(receiptOf), ...end };
  }

  get(id: string): Receipt | undefined {
    const row = this.#db
      .prepare(`SELECT ${RECEIPT_COLUMNS} FROM receipts r ${JOINS} WHERE r.seq = ? AND r.id = ?`)
      .get(seqOfReceiptId(id) ?? -1, id);
    return row === undefined ? undefined : receiptOf(row as unknown as ReceiptRow);
  }

  /** Counts the matching receipts, no further than one more than `most`, and in one turn if they must be compared. */
  count(filter: ReceiptFilter, most?: number, cursor?: string): { count: number } & SearchEnd {
    const limit = most === undefined ? Number.MAX_SAFE_INTEGER : most + 1;
    let count = 0;
    const parts = this.#partsOf(filter);
    if (parts.some(({ test }) => test !== undefined)) {
      const found = this.search(filter, cursor, 'newest', () => {
        count += 1;
        return count < limit;
      });
      return count === limit ? { count, nextCursor: null } : { count, ...found };
    }
    for (const { from, labels, where, values } of parts) {
      const counted = `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} ${labels} WHERE ${where} LIMIT ?)`;
      count += this.#db.prepare(counted).get(...values, limit)!.count as number;
      if (count >= limit) return { count: limit, nextCursor: null };
    }
    return { count, nextCursor: null };
  }

  /**
   * Counts the matching receipts of each session. Omits sessions without any. Events commit after each turn. If receipts must be
   * compared, it ends after one.
   */
  async countBySession(
    filter: ReceiptFilter,
    giveWay: () => Promise<void>,
  ): Promise<{ counts: Map<number, number> } & SearchEnd> {
    const counts = new Map<number, number>();
    const isCompared = this.#partsOf(filter).some(({ test }) => test !== undefined);
    let rows = 0;
    for (let cursor: string | undefined; ; ) {
      const end = this.search(filter, cursor, 'newest', ({ sessionKey }) => {
        counts.set(sessionKey, (counts.get(sessionKey) ?? 0) + 1);
        rows += 1;
        return isCompared || rows % ROWS_OF_TURN !== 0;
      });
      if (isCompared || end.nextCursor === null) return { counts, ...end };
      cursor = end.nextCursor;
      await giveWay();
    }
  }

  /**
   * Compares receipts with a filter for one turn, and gives each that matches to `take` until it returns false. `nextCursor` continues
   * after the last one that was compared.
   */
  search(
    filter: ReceiptFilter,
    cursor: string | undefined,
    order: Order,
    take: (row: FoundRow) => boolean,
  ): SearchEnd {
    let [rowsLeft, bytesLeft] = [ROWS_OF_TURN, BYTES_OF_TURN];
    for (const part of this.#partsOf(filter, cursor, order)) {
      const rows = this.#db
        .prepare(
          `SELECT r.seq AS seq, r.received_at AS receivedAt, r.session_key AS sessionKey,
             octet_length(r.data) AS bytes, ${part.test ?? '1'} AS matches
             FROM ${part.from} ${part.labels} WHERE ${part.where} ORDER BY ${part.order} ${DIRECTIONS[order]}`,
        )
        .iterate(...part.testValues, ...part.values) as Iterable<unknown>;
      for (const row of rows) {
        const { matches, ...found } = row as FoundRow & { matches: number };
        const nextCursor = `r${found.seq}`;
        if (matches === 1 && !take(found)) return { nextCursor };
        if (part.test === undefined) continue;
        rowsLeft -= 1;
        bytesLeft -= found.bytes;
        if (rowsLeft === 0 || bytesLeft <= 0)
          return { nextCursor, searchedUntil: new Date(found.receivedAt).toISOString() };
      }
    }
    return { nextCursor: null };
  }

  /** Returns the statements that together answer a filter behind a cursor, in the order of their receipts. */
  #partsOf(filter: ReceiptFilter, cursor?: string, order: Order = 'newest'): QueryPart[] {
    this.catchUp();
    const conditions = this.conditions.of(filter);
    const at = cursor === undefined ? undefined : seqOfCursor(cursor);
    if (at !== undefined && order === 'newest') conditions.last = Math.min(at - 1, conditions.last ?? at);
    if (at !== undefined && order === 'oldest') conditions.from = Math.max(at + 1, conditions.from ?? at);
    if (conditions.impossible) return [];
    const parts = queryParts(conditions, this.#index);
    return order === 'newest' ? parts : parts.reverse();
  }

  /** Indexes the newest receipts if they are few, so that an answer has them. */
  catchUp(): void {
    const pending = this.#index.pending(CAUGHT_UP_BEFORE_READING + 1);
    if (pending === 0 || pending > CAUGHT_UP_BEFORE_READING) return;
    try {
      while (this.#index.advance());
    } catch (error) {
      // On a full disk and in a store that is only read, nothing can be indexed. The answer then reads the newest receipts
      // without their indexes.
      if (suggestsDamage(error)) throw error;
    }
  }

  /** Returns the page in whose middle a receipt is, newest first. */
  #around(filter: ReceiptFilter, id: string, limit: number): Page<ReceiptSummary> & { newer: boolean } {
    const seq = seqOfReceiptId(id) ?? 0;
    const page = (cursor: string, most: number, order: Order) =>
      this.#page(LISTED_COLUMNS, filter, cursor, most, order);
    const newer = page(`r${Math.max(1, seq)}`, Math.floor(limit / 2), 'oldest');
    const { rows, ...older } = page(`r${seq + 1}`, limit - newer.rows.length, 'newest');
    return {
      receipts: ([...newer.rows.reverse(), ...rows] as SummaryRow[]).map(summaryOf),
      ...older,
      newer: newer.nextCursor !== null,
    };
  }

  /** Returns a page of rows. It is shorter than `limit` if its receipts are long, or if a turn did not find so many. */
  #page(
    columns: string,
    filter: ReceiptFilter,
    cursor: string | undefined,
    limit: number,
    order: Order,
  ): SearchEnd & { rows: unknown[] } {
    const seqs: number[] = [];
    let left = columns === RECEIPT_COLUMNS ? MOST_LENGTH : Number.POSITIVE_INFINITY;
    let isFull = false;
    const end = this.search(filter, cursor, order, ({ seq, bytes }) => {
      isFull = seqs.length === limit || left <= 0;
      if (!isFull) seqs.push(seq);
      left -= bytes;
      return !isFull;
    });
    const rows = this.#db
      .prepare(
        `SELECT ${columns} FROM receipts r ${JOINS}
         WHERE r.seq IN (SELECT value FROM json_each(?)) ORDER BY r.seq ${DIRECTIONS[order]}`,
      )
      .all(JSON.stringify(seqs));
    return { rows, ...(isFull ? { nextCursor: `r${seqs.at(-1)}` } : end) };
  }
}
