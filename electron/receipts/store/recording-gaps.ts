import type { DatabaseSync } from 'node:sqlite';
import { pauseScopeOf } from '../../../shared/pause.ts';
import { type NewGap, OPEN_SESSION_MS, type RecordingGap } from '../../../shared/recording-gap.ts';
import { firstValue } from '../schema/statements.ts';

const MAX_LISTED = 1000;
/** A restart takes less. It is noted only if a session was open, whose reports can have been lost. */
const RESTART_MS = 60_000;
/** A sleeping computer wakes for less to do its upkeep. */
const SHORT_WAKE_MS = 300_000;
const instant = (time: number) => new Date(time).toISOString();

/** Begins a gap of the record, unless one of this scope is open. The scope is null for a gap in everything. */
export function beginGap(db: DatabaseSync, at: number, scope: string | null): void {
  db.prepare(
    `INSERT INTO recording_gaps (from_at, scope) SELECT ?, ?
     WHERE NOT EXISTS (SELECT 1 FROM recording_gaps WHERE until_at IS NULL AND scope IS ?)`,
  ).run(at, scope, scope);
}

/** Ends the open gap of a scope, if there is one. */
export function endGap(db: DatabaseSync, at: number, scope: string | null): void {
  db.prepare('UPDATE recording_gaps SET until_at = ? WHERE until_at IS NULL AND scope IS ?').run(at, scope);
}

/** Ends the open gaps of other scopes, and begins those of these scopes that are not open. */
export function setOpenGaps(db: DatabaseSync, at: number, scopes: readonly (string | null)[]): void {
  const isOther = 'NOT EXISTS (SELECT 1 FROM json_each(?) WHERE value IS scope)';
  const end = `UPDATE recording_gaps SET until_at = ? WHERE until_at IS NULL AND ${isOther}`;
  db.prepare(end).run(at, JSON.stringify(scopes));
  for (const scope of scopes) beginGap(db, at, scope);
}

/** Notes a gap of everything, unless it was a restart that no session noticed. */
export function noteGap(db: DatabaseSync, { from, until, cause, precision, notRecorded = 0 }: NewGap): void {
  const lastAt = firstValue<number>(db, 'SELECT received_at FROM receipts ORDER BY seq DESC LIMIT 1');
  // Only receipts tell that a host without a sign of life ran before.
  if (cause !== 'crashed' && precision === 'unknown' && lastAt === undefined) return;
  const isKilled = cause === 'not_running' && precision !== 'exact' && lastAt !== undefined && lastAt < until;
  const begin = isKilled ? Math.max(from, lastAt) : from;
  const isRestart = cause === 'not_running' && precision !== 'unknown' && until - begin < RESTART_MS;
  const open = db.prepare('SELECT 1 FROM sessions WHERE ended_at IS NULL AND last_at >= ? LIMIT 1');
  if (isRestart && open.get(begin - OPEN_SESSION_MS) === undefined) return;
  const isSame = "cause = 'computer_off' AND until_at BETWEEN ? AND ?";
  const longer = db.prepare(`UPDATE recording_gaps SET until_at = ? WHERE ${isSame}`);
  if (cause === 'computer_off' && longer.run(until, begin - SHORT_WAKE_MS, until).changes > 0) return;
  db.prepare(
    'INSERT INTO recording_gaps (from_at, until_at, cause, precision, not_recorded) VALUES (?, ?, ?, ?, ?)',
  ).run(begin, until, cause, precision, notRecorded);
}

type GapRow = RecordingGap & { from_at: number; until_at: number | null; name: string | null };

/** Lists the gaps, the newest first. */
export function listGaps(db: DatabaseSync): RecordingGap[] {
  const rows = db.prepare(
    `SELECT from_at, until_at, cause, precision, iif(cause IN ('paused', 'crashed'), not_recorded, NULL) AS notRecorded,
       scope AS name FROM recording_gaps ORDER BY from_at DESC, key DESC LIMIT ?`,
  );
  return (rows.all(MAX_LISTED) as unknown as GapRow[]).map(({ from_at, until_at, name, ...gap }) => ({
    ...gap,
    from: instant(from_at),
    until: until_at === null ? null : instant(until_at),
    scope: name === null ? null : pauseScopeOf(name),
  }));
}

/** Deletes the ended gaps of one scope, or all ended gaps. */
export function deleteEndedGaps(db: DatabaseSync, scope?: string): void {
  if (scope === undefined) db.exec('DELETE FROM recording_gaps WHERE until_at IS NOT NULL');
  else db.prepare('DELETE FROM recording_gaps WHERE until_at IS NOT NULL AND scope = ?').run(scope);
}
