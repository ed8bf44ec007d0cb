import type { ControlResult, Incident } from '../../../shared/control.ts';
import type { SilentIntegration } from '../../../shared/insight.ts';
import { MOST_LATE, problemName } from '../../../shared/problems.ts';
import type { RecordingGap } from '../../../shared/recording-gap.ts';
import { UNKNOWN_LOST } from '../survival/incidents.ts';
import { QUARTER_MS } from './activity-roll-up.ts';
import { listGaps } from './recording-gaps.ts';
import { listDismissals, listRefusals } from './refusal-groups.ts';
import { countSessions, sessionsWhere } from './session-reader.ts';
import { silenceOf } from './silence.ts';
import type { StoreParts } from './store-parts.ts';

const DAY_MS = 86_400_000;
/** Time from which an integration's rhythm is known: four weeks before one that it missed. */
const RHYTHM_MS = 35 * DAY_MS;
const UNENDED_MS = 14 * DAY_MS;
const SHOWN_UNENDED = 10;
const IS_UNENDED = 's.last_at >= ? AND s.last_at < ? AND (s.ended_at IS NULL OR s.ended_by_silence = 1)';
const LATE_MS = 7 * DAY_MS;

/** Problems that the store knows. The host adds those of this run. */
type KnownProblems = Omit<ControlResult<'problems.list'>, 'clockSteps' | 'gaps' | 'findings'>;

/** Finds integrations that did not report at a time at which they usually do. */
function silentIntegrations(
  { db, reader }: StoreParts,
  gaps: readonly RecordingGap[],
  now: number,
): SilentIntegration[] {
  const rows = db
    .prepare(
      `SELECT i.id, i.name, a.quarter FROM activity a JOIN integrations i ON i.key = a.integration
       WHERE a.quarter >= ? GROUP BY a.integration, a.quarter ORDER BY a.integration, a.quarter`,
    )
    .all(Math.floor((now - RHYTHM_MS) / QUARTER_MS)) as { id: string; name: string; quarter: number }[];
  return [...Map.groupBy(rows, ({ id }) => id).entries()].flatMap(([integrationId, active]) => {
    const own = gaps
      .filter(
        ({ scope }) => scope === null || ('integrationId' in scope && scope.integrationId === integrationId),
      )
      .map(({ from, until }) => [Date.parse(from), until === null ? now : Date.parse(until)] as const);
    const isRecorded = (from: number, until: number) =>
      own.every(([begin, end]) => end <= from || begin >= until);
    const quarters = active.map(({ quarter }) => quarter * QUARTER_MS);
    const silence = silenceOf(quarters, isRecorded, now);
    if (silence === undefined) return [];
    const last = quarters.at(-1)!;
    const until = new Date(last + QUARTER_MS).toISOString();
    const [newest] = reader.query({ integrationId, until }, undefined, 1).receipts;
    const lastAt = newest?.receivedAt ?? new Date(last).toISOString();
    return [{ integrationId, name: active[0]!.name, lastAt, ...silence }];
  });
}

/** Finds what the record itself shows to be missing. */
export function listProblems(parts: StoreParts, now: number): KnownProblems {
  const { db, reader } = parts;
  reader.catchUp();
  const dismissed = listDismissals(db);
  // What was there before the dismissal stays dismissed.
  const since = (problem: string, age: number) =>
    Math.max(now - age, Date.parse(dismissed[problem] ?? '') || 0);
  const lateSince = new Date(since(problemName.late, LATE_MS)).toISOString();
  const unendedIn = [since(problemName.unended, UNENDED_MS), now - DAY_MS];
  return {
    silent: silentIntegrations(parts, listGaps(db), now),
    unended: sessionsWhere(db, IS_UNENDED, unendedIn, SHOWN_UNENDED),
    unendedCount: countSessions(db, IS_UNENDED, unendedIn),
    late: reader.count({ late: true, since: lateSince }, MOST_LATE - 1).count,
    refusals: listRefusals(db),
    dismissed,
  };
}

/** Receipts before the harm that an incident shows. */
const LAST_REPORTS = 5;

/** Returns the last incidents, newest first, with the last receipts before each. */
export function readIncidents({ db, reader }: StoreParts, limit: number): Incident[] {
  const rows = db.prepare('SELECT * FROM incidents ORDER BY key DESC LIMIT ?').all(limit);
  return rows.map((row) => ({
    key: row.key as number,
    at: new Date(row.at as number).toISOString(),
    harm: row.harm as Incident['harm'],
    restored: JSON.parse(row.restored as string),
    receipts: row.receipts as number,
    waited: row.waited as number,
    unrecorded: row.unrecorded as number,
    lost: row.lost === UNKNOWN_LOST ? null : (row.lost as number),
    isSeen: row.seen_at !== null,
    // A page begins below its cursor.
    lastReports: reader.query({}, `r${(row.last_seq as number) + 1}`, LAST_REPORTS).receipts,
  }));
}
