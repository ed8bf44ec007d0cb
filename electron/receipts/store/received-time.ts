import type { DatabaseSync } from 'node:sqlite';
import { seqAt } from '../schema/receipt-id.ts';
import { numberOf } from '../schema/statements.ts';

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
  const last = numberOf(
    db,
    `SELECT coalesce(max(seq), 0) FROM receipts INDEXED BY receipts_ahead WHERE ${RECEIPTS_AHEAD} AND received_at < ?`,
    time,
  );
  return Math.max(seqAt(time + AHEAD_TOLERANCE_MS) - 1, last);
}

/** Counts the receipts with row numbers ahead of their time. */
export const countAhead = (db: DatabaseSync): number =>
  numberOf(db, `SELECT count(*) FROM receipts INDEXED BY receipts_ahead WHERE ${RECEIPTS_AHEAD}`);
