import type { DatabaseSync } from 'node:sqlite';
import type { ControlResult } from '../../../shared/control.ts';
import type { SilentIntegration } from '../../../shared/insight.ts';
import { problemName } from '../../../shared/problems.ts';
import { QUARTER_MS } from './activity-days.ts';
import type { ReceiptReader } from './receipt-reader.ts';
import { listDismissals, listRefusals } from './refusal-groups.ts';
import { sessionsWhere } from './session-reader.ts';

const DAY_MS = 86_400_000;
/** Time from which an integration's rhythm is known. */
const RHYTHM_MS = 30 * DAY_MS;
/** Fewer active quarters of an hour say nothing about a rhythm. */
const LEAST_ACTIVE_QUARTERS = 12;
/** Part of the pauses that the usual pause covers, and how much longer a silence is that is worth a line. */
const USUAL_SHARE = 0.9;
const TIMES_USUAL = 3;
const UNENDED_MS = 14 * DAY_MS;
const MAX_UNENDED = 50;
const LATE_MS = 7 * DAY_MS;

/** Problems that the store knows. The host adds those of this run. */
export type KnownProblems = Omit<ControlResult<'problems.list'>, 'clockSteps'>;

/** Finds integrations that are silent for much longer than they usually are. */
function silentIntegrations(db: DatabaseSync, now: number): SilentIntegration[] {
  const rows = db
    .prepare(
      `SELECT i.id, i.name, a.quarter FROM activity a JOIN integrations i ON i.key = a.integration
       WHERE a.quarter >= ? GROUP BY a.integration, a.quarter ORDER BY a.integration, a.quarter`,
    )
    .all(Math.floor((now - RHYTHM_MS) / QUARTER_MS)) as { id: string; name: string; quarter: number }[];
  const byIntegration = Map.groupBy(rows, ({ id }) => id);
  return [...byIntegration.values()].flatMap((active) => {
    if (active.length < LEAST_ACTIVE_QUARTERS) return [];
    const pauses = active.slice(1).map(({ quarter }, index) => quarter - active[index]!.quarter);
    pauses.sort((a, b) => a - b);
    const usual = pauses[Math.floor(pauses.length * USUAL_SHARE)]! * QUARTER_MS;
    const { id, name, quarter } = active.at(-1)!;
    const last = quarter * QUARTER_MS;
    const quiet = now - last;
    if (quiet < DAY_MS || quiet < TIMES_USUAL * usual) return [];
    return [{ integrationId: id, name, lastAt: new Date(last).toISOString(), usualPauseMs: usual }];
  });
}

/** Finds what the record itself shows to be missing. */
export function listProblems(db: DatabaseSync, reader: ReceiptReader, now: number): KnownProblems {
  reader.catchUp();
  const dismissed = listDismissals(db);
  // Late receipts that arrived before the dismissal stay dismissed.
  const lateSince = Math.max(now - LATE_MS, Date.parse(dismissed[problemName.late] ?? '') || 0);
  return {
    silent: silentIntegrations(db, now),
    unended: sessionsWhere(
      db,
      's.last_at >= ? AND s.last_at < ? AND (s.ended_at IS NULL OR s.ended_by_silence = 1)',
      [now - UNENDED_MS, now - DAY_MS],
      MAX_UNENDED,
    ),
    late: reader.count({ late: true, since: new Date(lateSince).toISOString() }).count,
    refusals: listRefusals(db),
    dismissed,
  };
}
