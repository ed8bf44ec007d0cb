import type { DatabaseSync } from 'node:sqlite';
import type { ControlParams, ControlResult } from '../../../shared/control.ts';
import type { Session } from '../../../shared/receipt.ts';
import { firstValue, numberOf } from '../schema/statements.ts';
import { addCondition, type Where } from './receipt-conditions.ts';
import { InvalidCursor, type SearchEnd } from './receipt-reader.ts';
import { NAMED_COLUMNS, type NamedRow, namedSummary } from './receipt-rows.ts';
import { readSessionNotes } from './session-notes.ts';
import type { StoreParts } from './store-parts.ts';

interface SessionRow {
  key: number;
  label: string;
  integration_id: string;
  integration_name: string;
  first_at: number;
  last_at: number;
  started_at: number | null;
  ended_at: number | null;
  ended_by_silence: number;
  events: number;
  counts: string;
  title_seq: number | null;
  project: string | null;
}

/** Receipts whose report names no session belong to a row without a name, which no list has. */
const IS_LISTED = "s.events > 0 AND s.label <> ''";
const CURSOR = /^s([0-9]{1,16})-([0-9]{1,16})$/;
const instant = (time: number) => new Date(time).toISOString();
const nullableInstant = (time: number | null) => (time === null ? null : instant(time));

/** Lists sessions by their last event, newest first. */
export async function querySessions(
  { db, reader }: StoreParts,
  query: ControlParams<'sessions.query'> & { limit: number },
  giveWay: () => Promise<void>,
): Promise<{ sessions: Session[] } & SearchEnd> {
  const conditions: Where = { where: [IS_LISTED], values: [] };
  const { integrationId, sessionKey, event, ...others } = query.receipts ?? {};
  for (const id of [query.integrationId, integrationId])
    if (id !== undefined) addCondition(conditions, 'i.id = ?', id);
  if (query.text !== undefined) {
    const part = query.text.replaceAll(/[\\%_]/g, '\\$&');
    addCondition(conditions, "s.label LIKE ? ESCAPE '\\'", `%${part}%`);
  }
  if (sessionKey !== undefined) addCondition(conditions, 's.key = ?', sessionKey);
  // If a session's own counts answer the filter, its receipts are not read.
  const counted = Object.values(others).some((value) => value !== undefined)
    ? await reader.countBySession(query.receipts ?? {}, giveWay)
    : undefined;
  const counts = counted?.counts;
  if (counts !== undefined) {
    const keys = JSON.stringify([...counts.keys()]);
    addCondition(conditions, 's.key IN (SELECT value FROM json_each(?))', keys);
  } else if (event !== undefined) addCondition(conditions, 's.counts ->> ? > 0', `$."${event}"`);
  const matching = (row: SessionRow, ofEvents: Session['counts']) =>
    counts?.get(row.key) ?? (event === undefined ? row.events : (ofEvents[event] ?? 0));
  if (query.cursor !== undefined) {
    const match = CURSOR.exec(query.cursor);
    if (match === null) throw new InvalidCursor();
    addCondition(conditions, '(s.last_at, s.key) < (?, ?)', Number(match[1]), Number(match[2]));
  }
  const { where, values } = conditions;
  const rows = db
    .prepare(`${SELECT_SESSIONS} WHERE ${where.join(' AND ')} ORDER BY s.last_at DESC, s.key DESC LIMIT ?`)
    .all(...values, query.limit + 1) as unknown as SessionRow[];
  const more = rows.length > query.limit;
  if (more) rows.pop();
  const last = rows.at(-1);
  const toSession = sessionMaker(db);
  return {
    sessions: rows.map((row) => {
      const session = toSession(row);
      return { ...session, matching: matching(row, session.counts) };
    }),
    nextCursor: more && last !== undefined ? `s${last.last_at}-${last.key}` : null,
    ...(counted?.searchedUntil === undefined ? {} : { searchedUntil: counted.searchedUntil }),
  };
}

const SELECT_SESSIONS = `SELECT s.*, i.id AS integration_id, i.name AS integration_name, p.path AS project, t.title_seq
  FROM sessions s JOIN integrations i ON i.key = s.integration_key
    LEFT JOIN session_stories t ON t.session_key = s.key LEFT JOIN projects p ON p.key = t.project`;

/** Returns a function that makes a session of a row. Titles are read only of the rows of an answer. */
function sessionMaker(db: DatabaseSync): (row: SessionRow) => Session {
  const prompt = db.prepare(`SELECT ${NAMED_COLUMNS} FROM receipts r WHERE r.seq = ?`);
  return (row) => {
    const titled = prompt.get(row.title_seq) as NamedRow | undefined;
    return {
      key: row.key,
      id: row.label,
      integration: { id: row.integration_id, name: row.integration_name },
      firstEventAt: instant(row.first_at),
      lastEventAt: instant(row.last_at),
      startedAt: nullableInstant(row.started_at),
      endedAt: nullableInstant(row.ended_at),
      endedBySilence: row.ended_by_silence === 1,
      events: row.events,
      matching: row.events,
      counts: JSON.parse(row.counts) as Session['counts'],
      title: (titled && namedSummary(titled)) || null,
      project: row.project,
    };
  };
}

/** Lists sessions that meet a condition on `sessions s`, newest first. */
export function sessionsWhere(
  db: DatabaseSync,
  condition: string,
  values: readonly number[],
  limit: number,
): Session[] {
  const rows = db
    .prepare(
      `${SELECT_SESSIONS} WHERE ${IS_LISTED} AND ${condition} ORDER BY s.last_at DESC, s.key DESC LIMIT ?`,
    )
    .all(...values, limit) as unknown as SessionRow[];
  return rows.map(sessionMaker(db));
}

/** Counts the sessions that meet a condition on `sessions s`. */
export const countSessions = (db: DatabaseSync, condition: string, values: readonly number[]): number =>
  numberOf(db, `SELECT count(*) FROM sessions s WHERE ${IS_LISTED} AND ${condition}`, ...values);

/** Returns a session with the sessions that were active before and after it. */
export function getSession(
  { db, reader }: StoreParts,
  key: number,
): ControlResult<'sessions.get'> | undefined {
  reader.catchUp();
  const [session] = sessionsWhere(db, 's.key = ?', [key], 1);
  if (session === undefined) return undefined;
  const neighbour = (operator: string, order: string) =>
    firstValue<number>(
      db,
      `SELECT key FROM sessions s WHERE ${IS_LISTED} AND (last_at, key) ${operator} (?, ?)
       ORDER BY last_at ${order}, key ${order} LIMIT 1`,
      ...[Date.parse(session.lastEventAt), key],
    ) ?? null;
  const neighbours = { previous: neighbour('<', 'DESC'), next: neighbour('>', 'ASC') };
  return { session, ...neighbours, notes: readSessionNotes(db, key) };
}
