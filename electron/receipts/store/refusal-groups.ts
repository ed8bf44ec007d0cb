import type { DatabaseSync } from 'node:sqlite';
import type { LoggedRefusal } from '../../../shared/control.ts';
import type { Dismissals, RefusalGroup } from '../../../shared/problems.ts';

const DAY_MS = 86_400_000;
/** Longer ago, a refusal tells nothing of the program as it is now. */
const KEPT_MS = 90 * DAY_MS;
/** Groups of one integration, so that a program with many faults does not displace the others. */
const MAX_OF_INTEGRATION = 50;
const MAX_LISTED = 200;
/** Dismissals kept. The oldest goes first. */
const MAX_DISMISSALS = 1000;

/** Equal refused requests since the last time they were noted. */
export interface NotedRefusals {
  refusal: Omit<LoggedRefusal, 'at'>;
  firstAt: number;
  lastAt: number;
  count: number;
}

const instant = (time: number) => new Date(time).toISOString();

/** Gives equal texts for equal refused requests of one integration. */
export const refusalShapeOf = ({
  integrationId,
  code,
  status,
  endpoint,
  errors,
}: NotedRefusals['refusal']): string => JSON.stringify([integrationId, code, status, endpoint, errors]);

/** Adds refused requests to the kept ones, and removes those past the limits. */
export function noteRefusals(db: DatabaseSync, noted: readonly NotedRefusals[], now: number): void {
  const put = db.prepare(
    `INSERT INTO refusals (shape, integration, first_at, last_at, count) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (shape) DO UPDATE SET last_at = max(last_at, excluded.last_at), count = count + excluded.count`,
  );
  for (const { refusal, firstAt, lastAt, count } of noted) {
    put.run(refusalShapeOf(refusal), refusal.integrationId, firstAt, lastAt, count);
  }
  db.prepare('DELETE FROM refusals WHERE last_at < ?').run(now - KEPT_MS);
  db.prepare(
    `DELETE FROM refusals WHERE key IN (
       SELECT key FROM (
         SELECT key, row_number() OVER (PARTITION BY integration ORDER BY last_at DESC) AS place FROM refusals
       ) WHERE place > ?
     )`,
  ).run(MAX_OF_INTEGRATION);
}

/** Lists the kept refused requests, the newest first. */
export function listRefusals(db: DatabaseSync): RefusalGroup[] {
  const rows = db.prepare('SELECT * FROM refusals ORDER BY last_at DESC LIMIT ?').all(MAX_LISTED);
  return rows.map(({ key, shape, first_at, last_at, count }) => {
    const [integrationId, code, status, endpoint, errors] = JSON.parse(shape as string);
    const shown = { integrationId, code, status, endpoint, errors, count: count as number };
    const times = { firstAt: instant(first_at as number), lastAt: instant(last_at as number) };
    return { ...shown, ...times, problem: `refusal:${key}` };
  });
}

/** Stores when a problem was dismissed. Null removes the dismissal. */
export function dismissProblem(db: DatabaseSync, problem: string, at: number | null): void {
  if (at === null) {
    db.prepare('DELETE FROM dismissed_problems WHERE problem = ?').run(problem);
    return;
  }
  db.prepare('REPLACE INTO dismissed_problems (problem, at) VALUES (?, ?)').run(problem, at);
  db.prepare(
    `DELETE FROM dismissed_problems WHERE problem IN (
       SELECT problem FROM dismissed_problems ORDER BY at DESC LIMIT -1 OFFSET ?
     )`,
  ).run(MAX_DISMISSALS);
}

/** Returns when each dismissed problem was dismissed. */
export function listDismissals(db: DatabaseSync): Dismissals {
  const rows = db.prepare('SELECT problem, at FROM dismissed_problems').all();
  return Object.fromEntries(
    (rows as { problem: string; at: number }[]).map(({ problem, at }) => [problem, instant(at)]),
  );
}
