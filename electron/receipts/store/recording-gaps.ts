import type { DatabaseSync } from 'node:sqlite';
import type { RecordingGap } from '../../../shared/control.ts';
import { pauseScopeOf } from '../../../shared/pause.ts';

const MAX_LISTED = 1000;
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
  const open = db.prepare('SELECT scope FROM recording_gaps WHERE until_at IS NULL').all();
  for (const { scope } of open as { scope: string | null }[]) {
    if (!scopes.includes(scope)) endGap(db, at, scope);
  }
  for (const scope of scopes) beginGap(db, at, scope);
}

/** Lists the gaps, the newest first. */
export function listGaps(db: DatabaseSync): RecordingGap[] {
  const rows = db.prepare('SELECT * FROM recording_gaps ORDER BY key DESC LIMIT ?').all(MAX_LISTED);
  return (
    rows as { from_at: number; until_at: number | null; not_recorded: number; scope: string | null }[]
  ).map((row) => ({
    from: instant(row.from_at),
    until: row.until_at === null ? null : instant(row.until_at),
    notRecorded: row.not_recorded,
    scope: row.scope === null ? null : pauseScopeOf(row.scope),
  }));
}

/** Deletes the ended gaps of one scope, or all ended gaps. */
export function deleteEndedGaps(db: DatabaseSync, scope?: string): void {
  if (scope === undefined) db.exec('DELETE FROM recording_gaps WHERE until_at IS NOT NULL');
  else db.prepare('DELETE FROM recording_gaps WHERE until_at IS NOT NULL AND scope = ?').run(scope);
}
