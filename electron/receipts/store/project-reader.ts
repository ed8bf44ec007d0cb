import type { DatabaseSync } from 'node:sqlite';
import type { ProjectSummary } from '../../../shared/insight.ts';
import { eventOfCode } from '../schema/receipt-codes.ts';
import { QUARTER_MS, type Span } from './activity-days.ts';
import type { TimeRange } from './activity-reader.ts';
import type { ReceiptReader } from './receipt-reader.ts';

const instant = (time: number) => new Date(time).toISOString();
const quarterOf = (time: number) => Math.floor(time / QUARTER_MS);
const LATEST = Number.MAX_SAFE_INTEGER;
const MAX_PROJECTS = 500;
/** Quarters of an hour of a day on which clocks are set back, with room for rare zones. */
const LONGEST_DAY = 108;

/** Lists projects by their last activity. */
export function listProjects(db: DatabaseSync, reader: ReceiptReader, range: TimeRange): ProjectSummary[] {
  reader.catchUp();
  const { since = 0, until = LATEST } = range;
  const span = reader.days.split([[quarterOf(since), Math.ceil(until / QUARTER_MS)]]);
  const rows = [
    ...projectSums(db, span.quarters, 'activity', 'quarter'),
    ...projectSums(db, span.days, 'activity_days', 'day'),
  ];
  const lastQuarters = lastQuartersOf(db, rows);
  const sessions = sessionsByProject(db, range);
  const projects = new Map<string, ProjectSummary>();
  for (const { path, project: key, event, events, secrets, personal } of rows) {
    const project: ProjectSummary = projects.get(path) ?? {
      path,
      sessions: sessions.get(key) ?? 0,
      counts: {},
      secrets: 0,
      personal: 0,
      lastAt: instant(lastQuarters.get(key)! * QUARTER_MS),
    };
    const type = eventOfCode(event);
    project.counts[type] = (project.counts[type] ?? 0) + events;
    project.secrets += secrets;
    project.personal += personal;
    projects.set(path, project);
  }
  return [...projects.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)).slice(0, MAX_PROJECTS);
}

interface ProjectSums {
  project: number;
  path: string;
  event: number;
  events: number;
  secrets: number;
  personal: number;
  /** The last quarter of an hour, or the first one of the last day. */
  last: number;
  isDay: boolean;
}

function projectSums(
  db: DatabaseSync,
  spans: readonly Span[],
  table: string,
  time: 'day' | 'quarter',
): ProjectSums[] {
  if (spans.length === 0) return [];
  const rows = db
    .prepare(
      // Names come after the sums. Otherwise SQLite reads all counts once for each project.
      `SELECT (SELECT path FROM projects WHERE key = g.project) AS path, g.*
       FROM (
         SELECT a.project, a.event, sum(a.events) AS events, sum(a.secrets) AS secrets, sum(a.personal) AS personal,
           max(a.${time}) AS last
         FROM json_each(?) b CROSS JOIN ${table} a ON a.${time} >= b.value ->> 1 AND a.${time} < b.value ->> 2
         WHERE a.project > 0 GROUP BY a.project, a.event
       ) g`,
    )
    .all(JSON.stringify(spans)) as unknown as Omit<ProjectSums, 'isDay'>[];
  return rows.map((row) => ({ ...row, isDay: time === 'day' }));
}

/** Finds the last quarter of an hour of each project. A sum of days knows only the day. */
function lastQuartersOf(db: DatabaseSync, rows: readonly ProjectSums[]): Map<number, number> {
  const last = new Map<number, ProjectSums>();
  for (const row of rows) if (row.last > (last.get(row.project)?.last ?? -1)) last.set(row.project, row);
  const days = new Set([...last.values()].filter(({ isDay }) => isDay).map((row) => row.last));
  const found = db
    .prepare(
      `SELECT b.value AS day, a.project, max(a.quarter) AS quarter
       FROM json_each(?) b CROSS JOIN activity a ON a.quarter >= b.value AND a.quarter < b.value + ?
       WHERE local_day(a.quarter) = b.value GROUP BY b.key, a.project`,
    )
    .all(JSON.stringify([...days]), LONGEST_DAY) as { day: number; project: number; quarter: number }[];
  const byDay = new Map(found.map((row) => [`${row.day} ${row.project}`, row.quarter]));
  return new Map(
    [...last.values()].map((row) => [row.project, byDay.get(`${row.last} ${row.project}`) ?? row.last]),
  );
}

/** Counts the sessions of each project, in a range or of all time. */
function sessionsByProject(db: DatabaseSync, { since = 0, until = LATEST }: TimeRange): Map<number, number> {
  const counts = new Map<number, number>();
  const add = (sign: 1 | -1, rows: unknown[]) => {
    for (const { project, sessions } of rows as { project: number; sessions: number }[]) {
      counts.set(project, (counts.get(project) ?? 0) + sign * sessions);
    }
  };
  const where = (condition: string) =>
    db.prepare(
      `SELECT t.project, count(*) AS sessions FROM sessions s CROSS JOIN session_stories t ON t.session_key = s.key
       WHERE ${condition} AND t.project > 0 GROUP BY t.project`,
    );
  const { inside, all } = db
    .prepare(
      'SELECT (SELECT count(*) FROM sessions WHERE last_at >= ?) AS inside, count(*) AS "all" FROM sessions',
    )
    .get(since) as { inside: number; all: number };
  if (inside < all / 2) {
    add(1, where('s.last_at >= ? AND s.first_at < ?').all(since, until));
    return counts;
  }
  // In a long range, the sessions outside are fewer.
  add(
    1,
    db
      .prepare('SELECT project, count(*) AS sessions FROM session_stories WHERE project > 0 GROUP BY project')
      .all(),
  );
  add(-1, where('s.last_at < ?').all(since));
  add(-1, where('s.last_at >= ? AND s.last_at >= ? AND s.first_at >= ?').all(since, until, until));
  return counts;
}
