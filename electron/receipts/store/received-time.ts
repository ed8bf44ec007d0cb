import type { DatabaseSync } from 'node:sqlite';
import { seqAt } from '../schema/receipt-id.ts';

/*
 * Row numbers follow the time of receipt while the clock moves forward. After the clock is set back, row numbers
 * continue to rise, so they run ahead of the time. A separate index lists such rows, and it is empty on most computers.
 * Queries compare the time of receipt, and row numbers bound the rows to read.
 */

/** The tolerance in {@link RECEIPTS_AHEAD}. A row that is ahead by less is still bounded by its number. */
const AHEAD_TOLERANCE_MS = 1000;

/** The condition of the index `receipts_ahead`. A query must repeat it exactly to use the index. */
export const RECEIPTS_AHEAD = 'received_at < seq / 2048 - 1000';

/** Returns an upper bound for the row numbers of receipts received before `time`. */
export function lastSeqBefore(db: DatabaseSync, time: number): number {
  const { last } = db
    .prepare(
      `SELECT max(seq) AS last FROM receipts INDEXED BY receipts_ahead WHERE ${RECEIPTS_AHEAD} AND received_at < ?`,
    )
    .get(time) as { last: number | null };
  return Math.max(seqAt(time + AHEAD_TOLERANCE_MS) - 1, last ?? 0);
}

/** Counts the receipts with row numbers ahead of their time. */
export function countAhead(db: DatabaseSync): number {
  const row = db
    .prepare(`SELECT count(*) AS count FROM receipts INDEXED BY receipts_ahead WHERE ${RECEIPTS_AHEAD}`)
    .get();
  return (row as { count: number }).count;
}
