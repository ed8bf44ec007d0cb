import type { DatabaseSync } from 'node:sqlite';
import { eventOfCode } from '../schema/receipt-codes.ts';

/** Counts the receipts of each session anew. */
export function countSessions(db: DatabaseSync): void {
  const counts = new Map<number, Record<string, number>>();
  const rows = db
    .prepare('SELECT session_key AS key, event, count(*) AS events FROM receipts GROUP BY session_key, event')
    .all() as { key: number; event: number; events: number }[];
  for (const { key, event, events } of rows) {
    const counted = counts.get(key) ?? {};
    counted[eventOfCode(event)] = events;
    counts.set(key, counted);
  }
  db.exec("UPDATE sessions SET events = 0, counts = '{}'");
  const update = db.prepare('UPDATE sessions SET events = ?, counts = ? WHERE key = ?');
  for (const [key, counted] of counts) {
    const events = Object.values(counted).reduce((sum, each) => sum + each, 0);
    update.run(events, JSON.stringify(counted), key);
  }
}
