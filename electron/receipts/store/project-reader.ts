import type { ProjectSummary } from '../../../shared/insight.ts';
import { eventOfCode } from '../schema/receipt-codes.ts';
import type { TimeRange } from './activity-reader.ts';
import { QUARTER_MS } from './activity-roll-up.ts';
import type { StoreParts } from './store-parts.ts';

const LATEST = Number.MAX_SAFE_INTEGER;
const MAX_PROJECTS = 500;

interface ProjectSums {
  project: number;
  path: string;
  event: number;
  events: number;
  secrets: number;
  personal: number;
  last: number;
}

export function listProjects({ db, reader }: StoreParts, range: TimeRange): ProjectSummary[] {
  reader.catchUp();
  const { since = 0, until = LATEST } = range;
  const rows = db
    .prepare(
      // Names come after the sums. Otherwise SQLite reads all counts once for each project.
      `SELECT (SELECT path FROM projects WHERE key = g.project) AS path, g.*
       FROM (
         SELECT project, event, sum(events) AS events, sum(secrets) AS secrets, sum(personal) AS personal,
           max(quarter) AS last
         FROM activity WHERE quarter >= ? AND quarter < ? AND project > 0 GROUP BY project, event
       ) g`,
    )
    .all(Math.floor(since / QUARTER_MS), Math.ceil(until / QUARTER_MS)) as unknown as ProjectSums[];
  const active = db
    .prepare(
      `SELECT t.project, count(*) AS sessions FROM sessions s CROSS JOIN session_stories t ON t.session_key = s.key
       WHERE s.last_at >= ? AND s.first_at < ? AND t.project > 0 GROUP BY t.project`,
    )
    .all(since, until) as { project: number; sessions: number }[];
  const sessions = new Map(active.map(({ project, sessions }) => [project, sessions]));
  const projects = new Map<string, ProjectSummary>();
  for (const { path, project: key, event, events, secrets, personal, last } of rows) {
    const lastAt = new Date(last * QUARTER_MS).toISOString();
    const project = projects.get(path) ?? {
      path,
      sessions: sessions.get(key) ?? 0,
      counts: {},
      secrets: 0,
      personal: 0,
      lastAt,
    };
    const type = eventOfCode(event);
    project.counts[type] = (project.counts[type] ?? 0) + events;
    project.secrets += secrets;
    project.personal += personal;
    if (project.lastAt < lastAt) project.lastAt = lastAt;
    projects.set(path, project);
  }
  return [...projects.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)).slice(0, MAX_PROJECTS);
}
