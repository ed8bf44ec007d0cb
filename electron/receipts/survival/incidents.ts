import type { DatabaseSync } from 'node:sqlite';
import type { FileHarm, RestoredPart } from '../../../shared/incident.ts';
import { numberOf } from '../schema/statements.ts';

/** Harm to Plinth's files, as the process that restored them reports it. */
export interface Harmed {
  at?: number;
  harm: FileHarm;
  /** Row number of the last receipt before the harm. */
  lastSeq?: number;
  restored?: readonly RestoredPart[];
  /** Receipts that reached the disk only when the folder could be created again. */
  waited?: number;
  /** Events that were answered with `recorded: false` and could not be kept. */
  unrecorded?: number;
  /** Receipts that could not be read in a damaged file, or {@link UNKNOWN_LOST} if nothing could. */
  lost?: number;
}

export const UNKNOWN_LOST = -1;

/** A program that deletes a folder takes a while. Harm within this time belongs to one incident. */
const SAME_INCIDENT_MS = 10_000;
/** A program that harms the files without end must not fill the store. */
const INCIDENTS_KEPT = 1000;

/** Returns the row number of the last receipt, or 0. */
export const lastSeqOf = (db: DatabaseSync): number =>
  numberOf(db, 'SELECT coalesce(max(seq), 0) FROM receipts');

/** Stores an incident, or adds to the last one if it is recent. */
export function addIncident(
  db: DatabaseSync,
  {
    at = Date.now(),
    harm,
    restored = [],
    waited = 0,
    unrecorded = 0,
    lost = 0,
    lastSeq = lastSeqOf(db),
  }: Harmed,
): void {
  const receipts = numberOf(db, 'SELECT coalesce(sum(events), 0) FROM sessions');
  const last = db.prepare('SELECT key, last_at, restored FROM incidents ORDER BY key DESC LIMIT 1').get() as
    | { key: number; last_at: number; restored: string }
    | undefined;
  if (last !== undefined && Math.abs(at - last.last_at) < SAME_INCIDENT_MS) {
    const all = [...new Set([...(JSON.parse(last.restored) as RestoredPart[]), ...restored])];
    db.prepare(
      `UPDATE incidents SET last_at = ?, restored = ?, receipts = ?, waited = waited + ?,
         unrecorded = unrecorded + ?, lost = iif(min(lost, ?) < 0, ${UNKNOWN_LOST}, lost + ?), seen_at = NULL WHERE key = ?`,
    ).run(at, JSON.stringify(all), receipts, waited, unrecorded, lost, lost, last.key);
    return;
  }
  db.prepare(
    `INSERT INTO incidents (at, last_at, harm, restored, receipts, waited, unrecorded, lost, last_seq)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(at, at, harm, JSON.stringify([...new Set(restored)]), receipts, waited, unrecorded, lost, lastSeq);
  db.prepare('DELETE FROM incidents WHERE key <= (SELECT max(key) FROM incidents) - ?').run(INCIDENTS_KEPT);
}

/** Marks all incidents as seen by the user, or removes the mark of some. Returns the keys of those that changed. */
export function seeIncidents(
  db: DatabaseSync,
  at: number,
  takenBack: readonly number[] | undefined,
): number[] {
  const isSome = 'seen_at IS NOT NULL AND key IN (SELECT value FROM json_each(?))';
  const rows =
    takenBack === undefined
      ? db.prepare('UPDATE incidents SET seen_at = ? WHERE seen_at IS NULL RETURNING key').all(at)
      : db
          .prepare(`UPDATE incidents SET seen_at = NULL WHERE ${isSome} RETURNING key`)
          .all(JSON.stringify(takenBack));
  return rows.map(({ key }) => key as number);
}
