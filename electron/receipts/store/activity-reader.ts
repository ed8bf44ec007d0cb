import type { ReceiptFilter } from '../../../shared/control.ts';
import type {
  ProjectSummary,
  StatsBound,
  StatsDimension,
  StatsRow,
  TouchedFile,
} from '../../../shared/insight.ts';
import { eventOfCode } from '../schema/receipt-codes.ts';
import { seqAt, timeOfSeq } from '../schema/receipt-id.ts';
import { QUARTER_MS } from './activity-roll-up.ts';
import { addCondition, type Where } from './receipt-conditions.ts';
import { countedReceipts } from './receipt-counts.ts';
import type { SearchEnd } from './receipt-reader.ts';
import type { StoreParts } from './store-parts.ts';

/** Receipts from an instant on and before another one, in milliseconds. */
export interface TimeRange {
  since?: number | undefined;
  until?: number | undefined;
}

const instant = (time: number) => new Date(time).toISOString();
const quarterOf = (time: number) => Math.floor(time / QUARTER_MS);
const LATEST = Number.MAX_SAFE_INTEGER;
/** No receipt is younger. */
const LAST_TIME = Date.UTC(9999, 11, 31);

const KEYS: Record<StatsDimension, string> = {
  integration: '(SELECT id FROM integrations WHERE key = a.integration)',
  project: "coalesce((SELECT path FROM projects WHERE key = a.project), '')",
  event: 'a.event',
  destination: "coalesce((SELECT name FROM destinations WHERE key = a.destination), '')",
};

/** Members of a filter that the counts know, with their columns. A filter with another one is answered from the receipts. */
const COUNTED_MEMBERS = [
  ['integrationId', 'integration'],
  ['project', 'project'],
  ['event', 'event'],
  ['destination', 'destination'],
] as const;
const COUNTED: string[] = [...COUNTED_MEMBERS.map(([member]) => member), 'found', 'since', 'until'];

/** Receipts that one query counts one by one. Each takes about 10 µs, so that the query stays below 50 ms. */
const MOST_READ = 2000;

/** Totals, and which receipts they count. */
interface Statistics {
  rows: StatsRow[];
  bound: StatsBound;
}

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

const isCounted = (filter: ReceiptFilter) =>
  filter.found !== 'any' &&
  Object.entries(filter).every(([name, value]) => value === undefined || COUNTED.includes(name));

/**
 * Counts receipts. Whole quarters of an hour come from the counts, and the rest of a range from the receipts. Receipts that
 * are counted one by one are counted no further than one more than `most`.
 */
export function countReceipts(
  parts: StoreParts,
  filter: ReceiptFilter,
  most?: number,
  cursor?: string,
): { count: number } & SearchEnd {
  const { db, reader, index } = parts;
  if (Object.values(filter).every((value) => value === undefined))
    return { count: countedReceipts(db), nextCursor: null };
  reader.catchUp();
  const { since, until, ...others } = filter;
  const from = since === undefined ? 0 : Math.ceil(Date.parse(since) / QUARTER_MS) * QUARTER_MS;
  const to = until === undefined ? LAST_TIME : quarterOf(Date.parse(until)) * QUARTER_MS;
  if (!isCounted(filter) || from >= to || index.pending(1) > 0) return reader.count(filter, most, cursor);
  const [inner] = countedStatistics(parts, [from, to], undefined, others);
  let count = inner?.totals.events ?? 0;
  if (since !== undefined && instant(from) !== since)
    count += reader.count({ ...filter, until: instant(from) }).count;
  if (until !== undefined && instant(to) !== until)
    count += reader.count({ ...filter, since: instant(to) }).count;
  return { count, nextCursor: null };
}

/**
 * Counts receipts between `edges`, in milliseconds, by the values of one dimension. Receipts that must be counted one by
 * one are counted newest first, up to a bound.
 */
export function queryStatistics(
  parts: StoreParts,
  edges: readonly number[],
  by: StatsDimension | undefined,
  filter: ReceiptFilter,
): Statistics {
  // The counts are by quarters of an hour.
  return isCounted(filter) && edges.every((edge) => edge % QUARTER_MS === 0)
    ? { rows: countedStatistics(parts, edges, by, filter), bound: null }
    : readStatistics(parts, edges, by, filter);
}

function countedStatistics(
  { db, reader }: StoreParts,
  edges: readonly number[],
  by: StatsDimension | undefined,
  filter: ReceiptFilter,
): StatsRow[] {
  reader.catchUp();
  const conditions: Where = { where: ['1'], values: [] };
  for (const [member, column] of COUNTED_MEMBERS) {
    if (filter[member] === undefined) continue;
    addCondition(conditions, `a.${column} = ?`, reader.conditions.keyOf(member, filter[member]));
  }
  const events = filter.found === undefined ? 'events' : filter.found === 'secret' ? 'secrets' : 'personal';
  const spans = edges.slice(1).map((edge, bin) => [quarterOf(edges[bin]!), quarterOf(edge)]);
  const rows = db
    .prepare(
      `SELECT b.key AS bin, ${by === undefined ? "''" : KEYS[by]} AS key, sum(a.${events}) AS events,
         sum(a.bytes) AS bytes, sum(a.secrets) AS secrets, sum(a.personal) AS personal
       FROM json_each(?) b CROSS JOIN activity a ON a.quarter >= b.value ->> 0 AND a.quarter < b.value ->> 1
       WHERE ${conditions.where.join(' AND ')}
       GROUP BY b.key${by === undefined ? '' : `, a.${by}`}`,
    )
    .all(JSON.stringify(spans), ...conditions.values) as unknown as BinRow[];
  return rows.filter((row) => row.events > 0).map(statsRow);
}

/** Counts the matching receipts one by one, newest first, and in one turn. */
function readStatistics(
  { db, reader }: StoreParts,
  edges: readonly number[],
  by: StatsDimension | undefined,
  filter: ReceiptFilter,
): Statistics {
  let left = MOST_READ;
  let oldest = instant(LAST_TIME);
  const first = instant(edges[0]!);
  const last = instant(edges.at(-1)!);
  const totals = new Map<string, BinRow>();
  const figures = db.prepare(
    `SELECT r.received_at AS at, r.body_bytes AS bytes, coalesce(a.secrets, 0) AS secrets,
       coalesce(a.personal, 0) AS personal, ${by === undefined ? "''" : ROW_KEYS[by]} AS key
     FROM receipts r LEFT JOIN receipt_facts a ON a.leaf = r.leaf WHERE r.seq = ?`,
  );
  const ranged = {
    ...filter,
    since: filter.since !== undefined && filter.since > first ? filter.since : first,
    until: filter.until !== undefined && filter.until < last ? filter.until : last,
  };
  const end = reader.search(ranged, undefined, 'newest', ({ seq }) => {
    if (left === 0) return false;
    left -= 1;
    const row = figures.get(seq) as unknown as Omit<BinRow, 'bin'> & { at: number };
    const { at, bytes, secrets, personal, key } = row;
    oldest = instant(at);
    const bin = edges.findLastIndex((edge) => edge <= at);
    const name = `${bin} ${key}`;
    const total = totals.get(name) ?? { bin, key, events: 0, bytes: 0, secrets: 0, personal: 0 };
    total.events += 1;
    total.bytes += bytes;
    if (secrets > 0) total.secrets += 1;
    if (personal > 0) total.personal += 1;
    totals.set(name, total);
    return true;
  });
  const since = end.searchedUntil ?? oldest;
  return {
    rows: [...totals.values()].map(statsRow),
    bound: end.nextCursor === null ? null : { newest: MOST_READ - left, since },
  };
}

const ROW_KEYS: Record<StatsDimension, string> = {
  ...KEYS,
  integration: '(SELECT id FROM integrations WHERE key = r.integration_key)',
  event: 'r.event',
};

/** Lists the files that agents named, by their last change. */
export function listFiles(
  { db, reader }: StoreParts,
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

const MAX_PROJECTS = 500;

interface ProjectRow extends Pick<ProjectSummary, 'path' | 'sessions' | 'secrets' | 'personal'> {
  /** The counts by the code of their event, as JSON. */
  counts: string;
  last: number;
}

export function listProjects({ db, reader }: StoreParts, range: TimeRange): ProjectSummary[] {
  reader.catchUp();
  const { since = 0, until = LATEST } = range;
  const rows = db
    .prepare(
      // Names come after the sums. Otherwise SQLite reads all counts once for each project.
      `SELECT (SELECT path FROM projects WHERE key = g.project) AS path, coalesce(s.sessions, 0) AS sessions,
         json_group_object(g.event, g.events) AS counts, sum(g.secrets) AS secrets, sum(g.personal) AS personal,
         max(g.last) AS last
       FROM (
         SELECT project, event, sum(events) AS events, sum(secrets) AS secrets, sum(personal) AS personal,
           max(quarter) AS last
         FROM activity WHERE quarter >= ? AND quarter < ? AND project > 0 GROUP BY project, event
       ) g LEFT JOIN (
         SELECT t.project, count(*) AS sessions FROM sessions s CROSS JOIN session_stories t ON t.session_key = s.key
         WHERE s.last_at >= ? AND s.first_at < ? AND t.project > 0 GROUP BY t.project
       ) s ON s.project = g.project
       GROUP BY g.project ORDER BY last DESC LIMIT ?`,
    )
    .all(Math.floor(since / QUARTER_MS), Math.ceil(until / QUARTER_MS), since, until, MAX_PROJECTS);
  return (rows as unknown as ProjectRow[]).map(({ counts, last, ...row }) => {
    const byCode = Object.entries(JSON.parse(counts) as Record<string, number>);
    const byType = byCode.map(([code, events]) => [eventOfCode(Number(code)), events]);
    return { ...row, counts: Object.fromEntries(byType), lastAt: instant(last * QUARTER_MS) };
  });
}

/** Returns the bounds of a range as row numbers. */
export const seqRange = ({ since = 0, until }: TimeRange): [number, number] => [
  seqAt(since),
  until === undefined ? LATEST : seqAt(until),
];
