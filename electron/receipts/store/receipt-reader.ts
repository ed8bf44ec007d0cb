import type { DatabaseSync } from 'node:sqlite';
import type { ReceiptFilter } from '../../../shared/control.ts';
import type { Receipt, ReceiptSummary } from '../../../shared/receipt.ts';
import type { ActivityDays } from './activity-days.ts';
import type { BackgroundIndex } from './background-index.ts';
import { suggestsDamage } from './database.ts';
import { plainId } from './plain-texts.ts';
import { FilterConditions, placeIn, type QueryPart, queryParts, withCursor } from './receipt-conditions.ts';
import { seqOfReceiptId } from './receipt-id.ts';
import { pageOf } from './receipt-page.ts';
import {
  JOINS,
  listedColumns,
  RECEIPT_COLUMNS,
  type ReceiptRow,
  receiptOf,
  type SummaryRow,
  summaryOf,
} from './receipt-rows.ts';
import { holdsTerms } from './search-text.ts';

/** Receipts that a read indexes first, so that its answer has them. More wait for the background. */
const CAUGHT_UP_BEFORE_READING = 512;

export interface Page<T> {
  receipts: T[];
  nextCursor: string | null;
}

export interface ReadOptions {
  order?: 'newest' | 'oldest' | undefined;
  /** Id of the receipt in the middle of the page. */
  around?: string | undefined;
}

export class InvalidCursor extends Error {}

/** The columns of a line and of a whole receipt. */
const LISTED = (part: QueryPart) => listedColumns(placeIn(part));
const WHOLE = () => RECEIPT_COLUMNS;

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
  readonly #conditions: FilterConditions;
  /** Writes the own home folder as stored texts do. */
  readonly shorten: (text: string) => string;

  /** `shorten` writes the own home folder in a search as stored texts do. */
  constructor(db: DatabaseSync, index: BackgroundIndex, shorten: (text: string) => string) {
    this.#db = db;
    this.#index = index;
    this.shorten = shorten;
    this.#conditions = new FilterConditions(db, shorten);
    db.function('holds_terms', { deterministic: true }, holdsTerms as (...values: unknown[]) => number);
  }

  get days(): ActivityDays {
    return this.#index.days;
  }

  query(
    filter: ReceiptFilter,
    cursor: string | undefined,
    limit: number,
    { order = 'newest', around }: ReadOptions = {},
  ): Page<ReceiptSummary> & { newer?: boolean } {
    if (around !== undefined) return this.#around(filter, around, limit);
    const { rows, nextCursor } = this.#page(LISTED, filter, cursor, limit, order);
    return { receipts: (rows as SummaryRow[]).map(summaryOf), nextCursor };
  }

  export(
    filter: ReceiptFilter,
    cursor: string | undefined,
    limit: number,
    { order = 'newest' }: ReadOptions = {},
  ): Page<Receipt> {
    const { rows, nextCursor } = this.#page(WHOLE, filter, cursor, limit, order);
    return { receipts: (rows as ReceiptRow[]).map(receiptOf), nextCursor };
  }

  get(id: string): Receipt | undefined {
    const row = this.#db
      .prepare(`SELECT ${RECEIPT_COLUMNS} FROM receipts r ${JOINS} WHERE r.seq = ? AND ${plainId()} = ?`)
      .get(seqOfReceiptId(id) ?? -1, id);
    return row === undefined ? undefined : receiptOf(row as unknown as ReceiptRow);
  }

  /** Counts the matching receipts, no further than one more than `most`. */
  count(filter: ReceiptFilter, most?: number): number {
    if (Object.values(filter).every((value) => value === undefined)) {
      const total = this.#db.prepare('SELECT coalesce(sum(events), 0) AS count FROM sessions').get();
      return (total as { count: number }).count;
    }
    // A negative limit is none.
    const limit = most === undefined ? -1 : most + 1;
    let total = 0;
    for (const { from, labels, where, values } of this.partsOf(filter)) {
      const row = this.#db
        .prepare(`SELECT count(*) AS count FROM (SELECT 1 FROM ${from} ${labels} WHERE ${where} LIMIT ?)`)
        .get(...values, limit);
      total += (row as { count: number }).count;
      if (most !== undefined && total >= limit) return limit;
    }
    return total;
  }

  /** Counts the matching receipts of each session. Omits sessions without any. */
  countBySession(filter: ReceiptFilter): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { from, labels, where, values } of this.partsOf(filter)) {
      const rows = this.#db
        .prepare(
          `SELECT r.session_key AS key, count(*) AS count FROM ${from} ${labels} WHERE ${where} GROUP BY r.session_key`,
        )
        .all(...values) as { key: number; count: number }[];
      for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
    }
    return counts;
  }

  /** Returns the statements that together answer a filter for the rows of a range, newest receipts first. */
  partsOf(filter: ReceiptFilter, range: { from?: number; last?: number } = {}): QueryPart[] {
    this.catchUp();
    const conditions = this.#conditions.of(filter);
    return conditions.impossible ? [] : queryParts(conditions, this.#index, range);
  }

  /** Indexes the newest receipts if they are few, so that an answer has them. */
  catchUp(): void {
    const { pending } = this.#db
      .prepare('SELECT count(*) AS pending FROM (SELECT 1 FROM receipts WHERE seq > ? LIMIT ?)')
      .get(this.#index.indexedSeq(), CAUGHT_UP_BEFORE_READING + 1) as { pending: number };
    if (pending === 0 || pending > CAUGHT_UP_BEFORE_READING) return;
    try {
      while (this.#index.advance());
    } catch (error) {
      // On a full disk nothing can be indexed. The answer then reads the newest receipts without their indexes.
      if (suggestsDamage(error)) throw error;
    }
  }

  /** Whether receipts wait for the background index. */
  hasPending(): boolean {
    const pending = this.#db.prepare('SELECT 1 FROM receipts WHERE seq > ? LIMIT 1');
    return pending.get(this.#index.indexedSeq()) !== undefined;
  }

  /** Returns the page in whose middle a receipt is, newest first. */
  #around(filter: ReceiptFilter, id: string, limit: number): Page<ReceiptSummary> & { newer: boolean } {
    const seq = seqOfReceiptId(id) ?? 0;
    const newerLimit = Math.floor(limit / 2);
    const newer = this.#page(LISTED, filter, `r${Math.max(1, seq)}`, newerLimit, 'oldest');
    const older = this.#page(LISTED, filter, `r${seq + 1}`, limit - newer.rows.length, 'newest');
    return {
      receipts: ([...newer.rows.reverse(), ...older.rows] as SummaryRow[]).map(summaryOf),
      nextCursor: older.nextCursor,
      newer: newer.nextCursor !== null,
    };
  }

  #page(
    columns: (part: QueryPart) => string,
    filter: ReceiptFilter,
    cursor: string | undefined,
    limit: number,
    order: 'newest' | 'oldest',
  ) {
    const bound = cursor === undefined ? undefined : seqOfCursor(cursor);
    const lengthOf = (row: ReceiptRow) => (columns === WHOLE ? row.data.length : 0);
    const rows: ReceiptRow[] = [];
    let isFull = false;
    const range = bound === undefined ? {} : order === 'newest' ? { last: bound } : { from: bound };
    const parts = this.partsOf(filter, range);
    const direction = order === 'newest' ? 'DESC' : 'ASC';
    const operator = order === 'newest' ? '<' : '>';
    for (const part of order === 'newest' ? parts : parts.reverse()) {
      if (isFull) break;
      const wanted = limit + 1 - rows.length;
      const { where, values } = bound === undefined ? part : withCursor(part, operator, bound, this.#index);
      const found = this.#db
        .prepare(
          `SELECT ${columns(part)} FROM ${part.from} ${JOINS} WHERE ${where} ORDER BY ${part.order} ${direction} LIMIT ?`,
        )
        .iterate(...values, wanted) as Iterable<unknown>;
      const page = pageOf(found as Iterable<ReceiptRow>, wanted, lengthOf);
      isFull = page.isFull;
      rows.push(...page.rows);
    }
    if (rows.length > limit) rows.pop();
    return { rows: rows as unknown[], nextCursor: isFull ? `r${rows.at(-1)!.seq}` : null };
  }
}
