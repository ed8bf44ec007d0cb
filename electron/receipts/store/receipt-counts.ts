import type { DatabaseSync } from 'node:sqlite';
import { EVENT_CODES } from '../schema/receipt-codes.ts';
import { numberOf } from '../schema/statements.ts';

/** Counts the receipts of each session anew, and stores the counts. */
export function countSessions(db: DatabaseSync): void {
  db.exec("UPDATE sessions SET events = 0, counts = '{}'");
  db.prepare(
    `UPDATE sessions SET events = c.events, counts = c.counts
     FROM (
       SELECT r.key, sum(r.events) AS events, json_group_object(e.key, r.events) AS counts
       FROM (SELECT session_key AS key, event, count(*) AS events FROM receipts GROUP BY session_key, event) r
         JOIN json_each(?) e ON e.value = r.event
       GROUP BY r.key
     ) c WHERE c.key = sessions.key`,
  ).run(JSON.stringify(EVENT_CODES));
}

export const receiptCount = (db: DatabaseSync): number => numberOf(db, 'SELECT count(*) FROM receipts');

/** Returns the number of receipts by the counts of their sessions, which are far fewer. */
export const countedReceipts = (db: DatabaseSync): number =>
  numberOf(db, 'SELECT coalesce(sum(events), 0) FROM sessions');
