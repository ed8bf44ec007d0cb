import type { DatabaseSync } from 'node:sqlite';

/** Begins a gap of the record, unless one is open. */
export function beginGap(db: DatabaseSync, at: number): void {
  db.prepare(
    'INSERT INTO recording_gaps (from_at) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM recording_gaps WHERE until_at IS NULL)',
  ).run(at);
}

/** Ends the open gap, if there is one. */
export function endGap(db: DatabaseSync, at: number): void {
  db.prepare('UPDATE recording_gaps SET until_at = ? WHERE until_at IS NULL').run(at);
}
