import type { DatabaseSync } from 'node:sqlite';
import { seqAt } from './receipt-id.ts';

/*
 * Row numbers follow the time of receipt while the clock goes forward. After it was set back they go on rising from
 * where they were, so that they run ahead of the time. Such rows stand in an index of their own, which is empty on
 * most computers: the time of receipt itself decides, and row numbers bound what has to be looked at.
 */

/** As the index of {@link RECEIPTS_AHEAD} has it: a row that is ahead by less is bounded by its number all the same. */
const AHEAD_TOLERANCE_MS = 1000;

/** Condition of the index `receipts_ahead`; a query must repeat it word for word to use the index. */
export const RECEIPTS_AHEAD = 'received_at < seq / 2048 - 1000';

/** A row number that no receipt received before `time` exceeds. */
export function lastSeqBefore(db: DatabaseSync, time: number): number {
  const { last } = db
    .prepare(
      `SELECT max(seq) AS last FROM receipts INDEXED BY receipts_ahead WHERE ${RECEIPTS_AHEAD} AND received_at < ?`,
    )
    .get(time) as { last: number | null };
  return Math.max(seqAt(time + AHEAD_TOLERANCE_MS) - 1, last ?? 0);
}

/** How many receipts have row numbers ahead of their time. */
export function countAhead(db: DatabaseSync): number {
  const row = db
    .prepare(`SELECT count(*) AS count FROM receipts INDEXED BY receipts_ahead WHERE ${RECEIPTS_AHEAD}`)
    .get();
  return (row as { count: number }).count;
}
