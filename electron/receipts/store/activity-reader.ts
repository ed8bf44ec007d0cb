import type { DatabaseSync } from 'node:sqlite';
import type { ReceiptFilter } from '../../../shared/control.ts';
import type { ProjectSummary, StatsDimension, StatsRow, TouchedFile } from '../../../shared/insight.ts';
import { QUARTER_MS } from './activity-roll-up.ts';
import { EVENT_CODES, eventOfCode } from './receipt-codes.ts';
import { seqAt, timeOfSeq } from './receipt-id.ts';
import type { ReceiptReader } from './receipt-reader.ts';

/** Receipts from an instant on and before another one, in milliseconds. */
export interface TimeRange {
  since?: number | undefined;
  until?: number | undefined;
}

const instant = (time: number) => new Date(time).toISOString();
const quarterOf = (time: number) => Math.floor(time / QUARTER_MS);
const LATEST = Number.MAX_SAFE_INTEGER;

const KEYS: Record<StatsDimension, string> = {
  integration: '(SELECT id FROM integrations WHERE key = a.integration)',
  project: "coalesce((SELECT path FROM projects WHERE key = a.project), '')",
  event: 'a.event',
  destination: "coalesce((SELECT name FROM destinations WHERE key = a.destination), '')",
};

/** Members of a filter that the counts know. A filter with another one is answered from the receipts. */
const COUNTED = ['integrationId', 'project', 'event', 'destination', 'found', 'since', 'until'];

interface BinRow {
  bin: number;
  key: string | number;
  events: number;
  bytes: number;
  secrets: number;
  personal: number;
}

const statsRow = ({ bin, key, ...totals }: BinRow): StatsRow => ({
  bin,
  key: typeof key === 'number' ? eventOfCode(key) : key,
  totals,
});

/** Counts receipts between `edges`, in milliseconds, by the values of one dimension. */
export function queryStatistics(
  db: DatabaseSync,
  reader: ReceiptReader,
  edges: readonly number[],
  by: StatsDimension | undefined,
  filter: ReceiptFilter,
): StatsRow[] {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined);
  return set.every(([name]) => COUNTED.includes(name))
    ? countedStatistics(db, reader, edges, by, filter)
    : readStatistics(db, reader, edges, by, filter);
}

function countedStatistics(
  db: DatabaseSync,
  reader: ReceiptReader,
  edges: readonly number[],
  by: StatsDimension | undefined,
  filter: ReceiptFilter,
): StatsRow[] {
  reader.catchUp();
  const where: string[] = [];
  const values: (string | number)[] = [];
  const add = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    where.push(condition);
    values.push(value);
  };
  add('a.integration = (SELECT key FROM integrations WHERE id = ?)', filter.integrationId);
  add('a.project = (SELECT key FROM projects WHERE path = ?)', filter.project);
  add('a.destination = (SELECT key FROM destinations WHERE name = ?)', filter.destination);
  add('a.event = ?', filter.event === undefined ? undefined : EVENT_CODES[filter.event]);
  const events = filter.found === undefined ? 'events' : filter.found === 'secret' ? 'secrets' : 'personal';
  const bins = edges.slice(1).map((edge, bin) => [quarterOf(edges[bin]!), quarterOf(edge)]);
  const rows = db
    .prepare(
      `SELECT b.key AS bin, ${by === undefined ? "''" : KEYS[by]} AS key, sum(a.${events}) AS events,
         sum(a.bytes) AS bytes, sum(a.secrets) AS secrets, sum(a.personal) AS personal
       FROM json_each(?) b CROSS JOIN activity a ON a.quarter >= b.value ->> 0 AND a.quarter < b.value ->> 1
       ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
       GROUP BY b.key${by === undefined ? '' : `, a.${by}`}`,
    )
    .all(JSON.stringify(bins), ...values) as unknown as BinRow[];
  return rows.filter((row) => row.events > 0).map(statsRow);
}

/** Counts the matching receipts one by one. */
function readStatistics(
  db: DatabaseSync,
  reader: ReceiptReader,
  edges: readonly number[],
  by: StatsDimension | undefined,
  filter: ReceiptFilter,
): StatsRow[] {
  const first = instant(edges[0]!);
  const last = instant(edges.at(-1)!);
  const totals = new Map<string, BinRow>();
  const parts = reader.partsOf({
    ...filter,
    since: filter.since !== undefined && filter.since > first ? filter.since : first,
    until: filter.until !== undefined && filter.until < last ? filter.until : last,
  });
  for (const { from, labels, where, values } of parts) {
    const rows = db
      .prepare(
        `SELECT r.received_at AS at, r.body_bytes AS bytes, coalesce(a.secrets, 0) AS secrets,
           coalesce(a.personal, 0) AS personal, ${by === undefined ? "''" : ROW_KEYS[by]} AS key
         FROM ${from} ${labels} LEFT JOIN receipt_facts a ON a.seq = r.seq WHERE ${where}`,
      )
      .iterate(...values) as Iterable<Record<string, unknown>>;
    for (const row of rows) {
      const { at, bytes, secrets, personal, key } = row as unknown as Omit<BinRow, 'bin'> & { at: number };
      const bin = binOf(edges, at);
      const name = `${bin} ${key}`;
      const total = totals.get(name) ?? { bin, key, events: 0, bytes: 0, secrets: 0, personal: 0 };
      total.events += 1;
      total.bytes += bytes;
      if (secrets > 0) total.secrets += 1;
      if (personal > 0) total.personal += 1;
      totals.set(name, total);
    }
  }
  return [...totals.values()].map(statsRow);
}

const ROW_KEYS: Record<StatsDimension, string> = {
  ...KEYS,
  integration: '(SELECT id FROM integrations WHERE key = r.integration_key)',
  event: 'r.event',
};

/** Returns the number of the last edge at or before an instant, by halving. */
function binOf(edges: readonly number[], at: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= at) low = middle;
    else high = middle;
  }
  return low;
}

const MAX_PROJECTS = 500;

/** Lists projects by their last activity. */
export function listProjects(db: DatabaseSync, reader: ReceiptReader, range: TimeRange): ProjectSummary[] {
  reader.catchUp();
  const { since = 0, until = LATEST } = range;
  const rows = db
    .prepare(
      // Names come after the sums. Otherwise SQLite reads all counts once for each project.
      `SELECT (SELECT path FROM projects WHERE key = g.project) AS path, g.*
       FROM (
         SELECT project, event, sum(events) AS events, sum(secrets) AS secrets, sum(personal) AS personal,
           max(quarter) AS quarter
         FROM activity WHERE quarter >= ? AND quarter < ? AND project > 0 GROUP BY project, event
       ) g`,
    )
    .all(quarterOf(since), Math.ceil(until / QUARTER_MS)) as {
    path: string;
    event: number;
    events: number;
    secrets: number;
    personal: number;
    quarter: number;
  }[];
  const sessions = new Map(
    (
      db
        .prepare(
          `SELECT (SELECT path FROM projects WHERE key = g.project) AS path, g.sessions
           FROM (
             SELECT t.project, count(*) AS sessions FROM sessions s CROSS JOIN session_stories t ON t.session_key = s.key
             WHERE s.last_at >= ? AND s.first_at < ? AND t.project > 0 GROUP BY t.project
           ) g`,
        )
        .all(since, until) as { path: string; sessions: number }[]
    ).map((row) => [row.path, row.sessions]),
  );
  const projects = new Map<string, ProjectSummary>();
  for (const { path, event, events, secrets, personal, quarter } of rows) {
    const lastAt = instant(quarter * QUARTER_MS);
    const project: ProjectSummary = projects.get(path) ?? {
      path,
      sessions: sessions.get(path) ?? 0,
      counts: {},
      secrets: 0,
      personal: 0,
      lastAt,
    };
    project.counts[eventOfCode(event)] = events;
    project.secrets += secrets;
    project.personal += personal;
    if (lastAt > project.lastAt) project.lastAt = lastAt;
    projects.set(path, project);
  }
  return [...projects.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)).slice(0, MAX_PROJECTS);
}

/** Lists the files that agents named, by their last change. */
export function listFiles(
  db: DatabaseSync,
  reader: ReceiptReader,
  project: string | undefined,
  limit: number,
): { files: TouchedFile[]; more: boolean } {
  reader.catchUp();
  const rows = db
    .prepare(
      `SELECT f.path, p.path AS project, f.changes, f.last_seq FROM files_touched f
         LEFT JOIN projects p ON p.key = f.project
       ${project === undefined ? '' : 'WHERE f.project = (SELECT key FROM projects WHERE path = ?)'}
       ORDER BY f.last_seq DESC LIMIT ?`,
    )
    .all(...(project === undefined ? [] : [project]), limit + 1) as {
    path: string;
    project: string | null;
    changes: number;
    last_seq: number;
  }[];
  return {
    files: rows
      .slice(0, limit)
      .map(({ last_seq: seq, ...file }) => ({ ...file, lastAt: instant(timeOfSeq(seq)) })),
    more: rows.length > limit,
  };
}

/** Returns the bounds of a range as row numbers. */
export const seqRange = ({ since = 0, until }: TimeRange): [number, number] => [
  seqAt(since),
  until === undefined ? LATEST : seqAt(until),
];
