import type { DatabaseSync } from 'node:sqlite';
import { numberOf } from '../schema/statements.ts';
import { lastSeqOf } from '../survival/incidents.ts';
import type { BackgroundIndex } from './background-index.ts';
import { type Condition, MatchingReceipts } from './matching-receipts.ts';
import { countedReceipts } from './receipt-counts.ts';

const SAMPLE = 512;
/** Rows whose sizes one turn adds up. Events wait for a turn. */
const ROWS_PER_SUM = 1024;

export interface Deletion {
  receipts: number;
  bytes: number;
}

/** Returns the count of a deletion that has not begun. */
export const nothingDeleted = (): Deletion => ({ receipts: 0, bytes: 0 });

/** The bytes of a row, about as many as it takes on disk without indexes. */
export const ROW_BYTES = `length(CAST(r.data AS BLOB)) + coalesce(length(r.sizes), 0) + coalesce(length(r.found), 0) + 160`;

/** Returns the bytes of the pages in use, without free pages. */
export const usedBytes = (db: DatabaseSync): number =>
  numberOf(
    db,
    `SELECT (page_count - freelist_count) * page_size
     FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
  );

/** What a walk over receipts needs of the store. Events commit where it gives way. */
export interface WalkParts {
  db: DatabaseSync;
  index: BackgroundIndex;
  giveWay(): Promise<void>;
}

/** Reads the sizes of receipts in their order. */
async function* sizesOf({ db, index, giveWay }: WalkParts, condition: Condition) {
  const columns = { columns: `r.seq, ${ROW_BYTES} AS bytes` };
  const receipts = new MatchingReceipts<{ seq: number; bytes: number }>(db, condition, columns, index);
  for (;;) {
    const rows = receipts.next(ROWS_PER_SUM);
    if (rows === undefined) return;
    yield* rows;
    const last = rows.at(-1);
    if (last !== undefined) receipts.pass(last.seq);
    await giveWay();
  }
}

export async function measure(parts: WalkParts, condition: Condition): Promise<Deletion> {
  const total = nothingDeleted();
  for await (const { bytes } of sizesOf(parts, condition)) {
    total.receipts += 1;
    total.bytes += bytes;
  }
  return total;
}

/**
 * Returns the last row of the oldest receipts that together hold `bytes` bytes. Skips the receipts in `except`,
 * because they are deleted anyway.
 */
export async function lastOfOldest(
  parts: WalkParts,
  except: Condition,
  bytes: number,
  treeBytes: number,
): Promise<number | undefined> {
  const onDisk = bytesOnDiskPerByte(parts.db, treeBytes);
  let sum = 0;
  let last: number | undefined;
  for await (const row of sizesOf(parts, { where: `NOT (${except.where})`, values: except.values })) {
    last = row.seq;
    sum += row.bytes * onDisk;
    if (sum >= bytes) break;
  }
  return last;
}

/**
 * Estimates the bytes that a deletion frees, including indexes, for each byte of a receipt. It samples receipts
 * across the whole store.
 */
function bytesOnDiskPerByte(db: DatabaseSync, treeBytes: number): number {
  const count = countedReceipts(db);
  const last = lastSeqOf(db);
  if (last === 0 || count === 0) return 1;
  const first = numberOf(db, 'SELECT min(seq) FROM receipts');
  const next = `SELECT ${ROW_BYTES} FROM receipts r WHERE r.seq >= ? ORDER BY r.seq LIMIT 1`;
  let sampled = 0;
  for (let index = 0; index < SAMPLE; index += 1) {
    const seq = first + Math.floor(((last - first) * index) / (SAMPLE - 1));
    sampled += numberOf(db, next, seq);
  }
  return (usedBytes(db) - treeBytes) / count / (sampled / SAMPLE);
}
