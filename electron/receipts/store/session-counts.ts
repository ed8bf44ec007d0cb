import type { DatabaseSync } from 'node:sqlite';
import { EVENT_CODES } from '../schema/receipt-codes.ts';

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
