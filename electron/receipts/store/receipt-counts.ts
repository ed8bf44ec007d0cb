import type { DatabaseSync } from 'node:sqlite';

/** Returns the number of receipts in a store or a copy of one. */
export const receiptCount = (db: DatabaseSync): number =>
  (db.prepare('SELECT count(*) AS receipts FROM receipts').get() as { receipts: number }).receipts;

/** Returns the number of receipts by the counts of their sessions, which are far fewer. */
export const countedReceipts = (db: DatabaseSync): number =>
  (db.prepare('SELECT coalesce(sum(events), 0) AS counted FROM sessions').get() as { counted: number })
    .counted;
