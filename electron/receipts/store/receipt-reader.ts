import type { DatabaseSync } from 'node:sqlite';
import type { ReceiptFilter, RecordingGap } from '../../../shared/control.ts';
import {
  countRemovals,
  type Finding,
  isNormalisation,
  type Receipt,
  type ReceiptSummary,
  type Redaction,
} from '../../../shared/receipt.ts';
import type { BackgroundIndex } from './background-index.ts';
import { EVENT_CODES, eventOfCode, flagsOf } from './receipt-codes.ts';
import { facetCode } from './receipt-facets.ts';
import { seqAt, seqOfReceiptId } from './receipt-id.ts';
import { masksOfSummary } from './receipt-summary.ts';
import { lastSeqBefore } from './received-time.ts';
import { matchExpression } from './search-text.ts';

interface ReceiptRow {
  seq: number;
  id: string;
  integration_id: string;
  integration_name: string;
  session_key: number;
  session_label: string;
  event: number;
  occurred_at: number;
  received_at: number;
  body_bytes: number;
  dropped: number;
  repeats: number;
  flags: number;
  findings: number;
  summary: string;
  data: string;
  sizes: string;
  redaction: string;
}

const SUMMARY_COLUMNS = `r.seq, r.id, i.id AS integration_id, i.name AS integration_name, r.session_key,
  s.label AS session_label, r.event, r.occurred_at, r.received_at, r.body_bytes, r.dropped, r.repeats, r.flags,
  r.findings, r.summary, r.redaction ->> '$.state' AS state`;
/** Finds the masks of a summary from the findings and the text. A receipt without findings needs neither. */
const MASKED_COLUMNS = `iif(r.findings > 0 AND r.summary <> '', r.data, NULL) AS masked_data,
  iif(r.findings > 0, r.redaction ->> '$.findings', NULL) AS masked_by`;
const RECEIPT_COLUMNS = `${SUMMARY_COLUMNS}, r.data, r.sizes, r.redaction`;
const JOINS = 'JOIN integrations i ON i.key = r.integration_key JOIN sessions s ON s.key = r.session_key';

export interface Page<T> {
  receipts: T[];
  nextCursor: string | null;
}

export class InvalidCursor extends Error {}

const CURSOR = /^r([1-9][0-9]{0,15})$/;

function seqOfCursor(cursor: string): number {
  const match = CURSOR.exec(cursor);
  if (match === null) throw new InvalidCursor();
  return Number(match[1]);
}

const instant = (time: number) => new Date(time).toISOString();

interface SummaryRow extends ReceiptRow {
  state: Redaction['state'];
  masked_data: string | null;
  masked_by: string | null;
}

function masksOf(row: SummaryRow, findings: readonly Finding[]): ReceiptSummary['masks'] {
  const removed = findings.filter((finding) => !isNormalisation(finding));
  if (row.masked_data === null || removed.length === 0) return [];
  return masksOfSummary(row.summary, eventOfCode(row.event), JSON.parse(row.masked_data), removed);
}

function summaryOf(row: SummaryRow): ReceiptSummary {
  const findings: Finding[] = row.masked_by === null ? [] : JSON.parse(row.masked_by);
  return {
    id: row.id,
    integration: { id: row.integration_id, name: row.integration_name },
    event: eventOfCode(row.event),
    session: { key: row.session_key, id: row.session_label },
    occurredAt: instant(row.occurred_at),
    receivedAt: instant(row.received_at),
    summary: row.summary,
    masks: masksOf(row, findings),
    bodyBytes: row.body_bytes,
    repeats: row.repeats,
    flags: flagsOf(row.flags),
    ...countRemovals(findings),
    redactionState: row.state,
  };
}

function receiptOf(row: ReceiptRow): Receipt {
  return {
    id: row.id,
    integration: { id: row.integration_id, name: row.integration_name },
    event: eventOfCode(row.event),
    session: { key: row.session_key, id: row.session_label },
    occurredAt: instant(row.occurred_at),
    receivedAt: instant(row.received_at),
    data: JSON.parse(row.data),
    sizes: JSON.parse(row.sizes),
    bodyBytes: row.body_bytes,
    droppedMembers: row.dropped,
    repeats: row.repeats,
    flags: flagsOf(row.flags),
    redaction: JSON.parse(row.redaction),
  };
}

type SqlValue = string | number;

interface Conditions {
  where: string[];
  values: SqlValue[];
  /** The most selective facet, if any. */
  facet: number | undefined;
  match: string | undefined;
  /** No receipt can match the filter. */
  impossible: boolean;
}

/**
 * Answers queries over the receipts, newest first and by keyset, never by offset. Scans the receipts that the
 * background index has not reached yet, because they are few.
 */
export class ReceiptReader {
  readonly #db: DatabaseSync;
  readonly #index: BackgroundIndex;

  constructor(db: DatabaseSync, index: BackgroundIndex) {
    this.#db = db;
    this.#index = index;
  }

  query(filter: ReceiptFilter, cursor: string | undefined, limit: number): Page<ReceiptSummary> {
    const { rows, nextCursor } = this.#page(`${SUMMARY_COLUMNS}, ${MASKED_COLUMNS}`, filter, cursor, limit);
    return { receipts: (rows as SummaryRow[]).map(summaryOf), nextCursor };
  }

  export(filter: ReceiptFilter, cursor: string | undefined, limit: number): Page<Receipt> {
    const { rows, nextCursor } = this.#page(RECEIPT_COLUMNS, filter, cursor, limit);
    return { receipts: (rows as ReceiptRow[]).map(receiptOf), nextCursor };
  }

  get(id: string): Receipt | undefined {
    const row = this.#db
      .prepare(`SELECT ${RECEIPT_COLUMNS} FROM receipts r ${JOINS} WHERE r.seq = ? AND r.id = ?`)
      .get(seqOfReceiptId(id) ?? -1, id);
    return row === undefined ? undefined : receiptOf(row as unknown as ReceiptRow);
  }

  count(filter: ReceiptFilter): number {
    const conditions = this.#conditions(filter);
    if (conditions.impossible) return 0;
    if (conditions.where.length === 0 && conditions.match === undefined) {
      const total = this.#db.prepare('SELECT coalesce(sum(events), 0) AS count FROM sessions').get();
      return (total as { count: number }).count;
    }
    return this.#parts(conditions).reduce((sum, { from, where, values }) => {
      const row = this.#db.prepare(`SELECT count(*) AS count FROM ${from} WHERE ${where}`).get(...values);
      return sum + (row as { count: number }).count;
    }, 0);
  }

  /** Counts the matching receipts of each session. Omits sessions without any. */
  countBySession(filter: ReceiptFilter): Map<number, number> {
    const counts = new Map<number, number>();
    const conditions = this.#conditions(filter);
    if (conditions.impossible) return counts;
    for (const { from, where, values } of this.#parts(conditions)) {
      const rows = this.#db
        .prepare(
          `SELECT r.session_key AS key, count(*) AS count FROM ${from} WHERE ${where} GROUP BY r.session_key`,
        )
        .all(...values) as { key: number; count: number }[];
      for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
    }
    return counts;
  }

  gaps(): RecordingGap[] {
    const rows = this.#db.prepare('SELECT * FROM recording_gaps ORDER BY key DESC LIMIT 1000').all();
    return (rows as { from_at: number; until_at: number | null; not_recorded: number }[]).map((row) => ({
      from: instant(row.from_at),
      until: row.until_at === null ? null : instant(row.until_at),
      notRecorded: row.not_recorded,
    }));
  }

  #page(columns: string, filter: ReceiptFilter, cursor: string | undefined, limit: number) {
    const conditions = this.#conditions(filter);
    if (cursor !== undefined) {
      conditions.where.push('r.seq < ?');
      conditions.values.push(seqOfCursor(cursor));
    }
    const rows: { seq: number }[] = [];
    if (!conditions.impossible) {
      for (const { from, where, values, order } of this.#parts(conditions)) {
        if (rows.length > limit) break;
        const found = this.#db
          .prepare(`SELECT ${columns} FROM ${from} ${JOINS} WHERE ${where} ORDER BY ${order} DESC LIMIT ?`)
          .all(...values, limit + 1 - rows.length);
        rows.push(...(found as unknown as { seq: number }[]));
      }
    }
    const more = rows.length > limit;
    if (more) rows.pop();
    return { rows: rows as unknown[], nextCursor: more ? `r${rows.at(-1)!.seq}` : null };
  }

  /**
   * Returns the statements that together answer a filter, newest receipts first: the few unindexed rows, then the
   * indexed rows.
   */
  #parts({ where, values, facet, match }: Conditions) {
    const indexed = this.#index.indexedSeq();
    const part = (from: string, order: string, extra: string[], bound: SqlValue[]) => ({
      from,
      order,
      where: [...extra, ...where, '1'].join(' AND '),
      values: [...bound, ...values],
    });
    if (match !== undefined) {
      const from = 'receipt_text t CROSS JOIN receipts r ON r.seq = t.rowid';
      // With bounds on its own row number, the index skips rows outside the page.
      const bounds = where.map((condition) => condition.replace(/^r\.seq (?=[<>])/, 't.rowid '));
      const parts = part(from, 't.rowid', ['receipt_text MATCH ?'], [match]);
      return [{ ...parts, where: ['receipt_text MATCH ?', ...bounds].join(' AND ') }];
    }
    if (facet === undefined) return [part('receipts r', 'r.seq', [], [])];
    return [
      part('receipts r', 'r.seq', ['r.seq > ?'], [indexed]),
      part('receipt_facets f CROSS JOIN receipts r ON r.seq = f.seq', 'f.seq', ['f.facet = ?'], [facet]),
    ];
  }

  #conditions(filter: ReceiptFilter): Conditions {
    const conditions: Conditions = {
      where: [],
      values: [],
      facet: undefined,
      match: undefined,
      impossible: false,
    };
    const add = (condition: string, ...bound: SqlValue[]) => {
      conditions.where.push(condition);
      conditions.values.push(...bound);
    };
    if (filter.text !== undefined) {
      conditions.match = matchExpression(filter.text);
      conditions.impossible ||= conditions.match === undefined;
    }
    // The least selective facet comes first, because the query uses the last one that is set.
    if (filter.event !== undefined) {
      add('r.event = ?', EVENT_CODES[filter.event]);
      conditions.facet = facetCode('event', EVENT_CODES[filter.event]);
    }
    if (filter.withFindings === true) {
      add('r.findings > 0');
      conditions.facet = facetCode('findings', 0);
    }
    if (filter.integrationId !== undefined) {
      const row = this.#db.prepare('SELECT key FROM integrations WHERE id = ?').get(filter.integrationId);
      const key = (row as { key: number } | undefined)?.key ?? -1;
      add('r.integration_key = ?', key);
      conditions.facet = facetCode('integration', key);
      conditions.impossible ||= key === -1;
    }
    if (filter.sessionId !== undefined) {
      // Sessions of several integrations can have the same id.
      const rows = this.#db.prepare('SELECT key FROM sessions WHERE label = ?').all(filter.sessionId);
      const keys = (rows as { key: number }[]).map(({ key }) => key);
      add(`r.session_key IN (${keys.map(() => '?').join(', ')})`, ...keys);
      if (keys.length === 1) conditions.facet = facetCode('session', keys[0]!);
      conditions.impossible ||= keys.length === 0;
    }
    if (filter.sessionKey !== undefined) {
      add('r.session_key = ?', filter.sessionKey);
      conditions.facet = facetCode('session', filter.sessionKey);
    }
    if (filter.since !== undefined) {
      const since = Date.parse(filter.since);
      // A row's number is never below its time of receipt.
      add('r.seq >= ?', seqAt(since));
      add('r.received_at >= ?', since);
    }
    if (filter.until !== undefined) {
      const until = Date.parse(filter.until);
      add('r.seq <= ?', lastSeqBefore(this.#db, until));
      add('r.received_at < ?', until);
    }
    if (filter.fingerprint !== undefined) {
      add('r.seq IN (SELECT seq FROM secrets_seen WHERE fingerprint = ?)', filter.fingerprint);
    }
    return conditions;
  }
}
