import type { DatabaseSync } from 'node:sqlite';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { EVENT_CODES } from '../schema/receipt-codes.ts';
import { seqAt } from '../schema/receipt-id.ts';
import { comparison, type Excluded, excludedBy, type SqlValue } from './receipt-exclusions.ts';
import { FOUND, facetCode } from './receipt-facets.ts';
import { lastSeqBefore } from './received-time.ts';
import { type TextSearch, textSearch } from './row-search.ts';

/** The part of a filter that SQL answers, before the choice of the table to start from. */
interface Conditions {
  /** Conditions on `receipts r` that need no index. */
  where: string[];
  values: SqlValue[];
  /** Row numbers: from this one on, and up to this one. */
  from: number | undefined;
  last: number | undefined;
  /** Facets that all receipts must have. The last one is the most selective. */
  facets: number[];
  /** True if a facet says more than a column of the receipt does. Only indexed receipts can match then. */
  needsIndex: boolean;
  text: TextSearch | undefined;
  excluded: Excluded;
  /** No receipt can match the filter. */
  impossible: boolean;
}

/** Translates a filter. `shorten` writes the own home folder as stored texts do. */
export class FilterConditions {
  readonly #db: DatabaseSync;
  readonly #shorten: (text: string) => string;

  constructor(db: DatabaseSync, shorten: (text: string) => string) {
    this.#db = db;
    this.#shorten = shorten;
  }

  of(filter: ReceiptFilter): Conditions {
    const conditions: Conditions = {
      where: [],
      values: [],
      from: undefined,
      last: undefined,
      facets: [],
      needsIndex: false,
      text: textSearch(filter, this.#shorten),
      excluded: excludedBy(filter.exclude ?? {}, (table, column, value) =>
        this.#key(table, column, table === 'projects' ? this.#shorten(value) : value),
      ),
      // A search for nothing finds nothing.
      impossible: filter.text?.trim() === '',
    };
    this.#addColumns(conditions, filter);
    this.#addFacts(conditions, filter);
    this.#addSession(conditions, filter);
    this.#addTimes(conditions, filter);
    return conditions;
  }

  // The least selective facet comes first, because the query starts from the last one.
  #addColumns({ where, values, facets }: Conditions, { event }: ReceiptFilter): void {
    if (event === undefined) return;
    where.push('r.event = ?');
    values.push(EVENT_CODES[event]);
    facets.push(facetCode('event', EVENT_CODES[event]));
  }

  #addFacts(conditions: Conditions, filter: ReceiptFilter): void {
    const add = (kind: 'found' | 'project' | 'destination' | 'notable', key: number) => {
      conditions.facets.push(facetCode(kind, key));
      conditions.needsIndex = true;
    };
    if (filter.destination !== undefined)
      add('destination', this.#key('destinations', 'name', filter.destination));
    if (filter.integrationId !== undefined) {
      const key = this.#key('integrations', 'id', filter.integrationId);
      conditions.where.push('r.integration_key = ?');
      conditions.values.push(key);
      conditions.facets.push(facetCode('integration', key));
      conditions.impossible ||= key === -1;
    }
    if (filter.project !== undefined)
      add('project', this.#key('projects', 'path', this.#shorten(filter.project)));
    if (filter.found !== undefined) add('found', FOUND[filter.found]);
    if (filter.late === true) add('found', FOUND.late);
    if (filter.notable !== undefined) add('notable', NOTABLE_KINDS.indexOf(filter.notable));
    if (filter.fingerprint === undefined) return;
    conditions.where.push('r.seq IN (SELECT seq FROM secrets_seen WHERE fingerprint = ?)');
    conditions.values.push(filter.fingerprint);
  }

  #addSession(conditions: Conditions, { sessionId, sessionKey }: ReceiptFilter): void {
    if (sessionId !== undefined) {
      // Sessions of several integrations can have the same id.
      const rows = this.#db.prepare('SELECT key FROM sessions WHERE label = ?').all(sessionId);
      const keys = (rows as { key: number }[]).map(({ key }) => key);
      conditions.where.push(`r.session_key IN (${keys.map(() => '?').join(', ')})`);
      conditions.values.push(...keys);
      if (keys.length === 1) conditions.facets.push(facetCode('session', keys[0]!));
      conditions.impossible ||= keys.length === 0;
    }
    if (sessionKey === undefined) return;
    conditions.where.push('r.session_key = ?');
    conditions.values.push(sessionKey);
    conditions.facets.push(facetCode('session', sessionKey));
  }

  #addTimes(conditions: Conditions, filter: ReceiptFilter): void {
    if (filter.since !== undefined) {
      const since = Date.parse(filter.since);
      // A row's number is never below its time of receipt.
      conditions.from = seqAt(since);
      conditions.where.push('r.received_at >= ?');
      conditions.values.push(since);
    }
    if (filter.until !== undefined) {
      const until = Date.parse(filter.until);
      conditions.last = lastSeqBefore(this.#db, until);
      conditions.where.push('r.received_at < ?');
      conditions.values.push(until);
    }
  }

  #key(table: string, column: string, value: string): number {
    const row = this.#db.prepare(`SELECT key FROM ${table} WHERE ${column} = ?`).get(value);
    return (row as { key: number } | undefined)?.key ?? -1;
  }
}

/**
 * A statement that answers a filter for some of the receipts. `order` names the column that it starts from, of the row numbers or
 * of the leaves.
 */
export interface QueryPart {
  from: string;
  /** Join of the session's label, if `where` needs it. */
  labels: string;
  where: string;
  values: SqlValue[];
  order: string;
  /**
   * An expression that is 1 for a matching receipt, if a receipt that `where` finds must be compared with the filter. That takes long
   * for many receipts.
   */
  test: string | undefined;
  testValues: SqlValue[];
}

type Operator = '<' | '>' | '<=' | '>=';
export const ROW = 'r.seq';
const LAST_ROW = Number.MAX_SAFE_INTEGER;
const HAS_FACET = 'EXISTS (SELECT 1 FROM receipt_facets e WHERE e.facet = ? AND e.leaf = r.leaf)';

/** The part of the index that the statements need to know. */
interface IndexState {
  /** The last indexed row. */
  indexedSeq(): number;
  /** Tables of the text index with rows of a range, newest first. */
  textTables(first: number, last: number): string[];
  /** The leaf of a row or of the next one, and of a row or of the one before. */
  leafFrom(seq: number): number;
  leafUntil(seq: number): number;
}

/** Returns the statements that together answer a filter for the rows of a range, newest receipts first. */
export function queryParts(
  conditions: Conditions,
  index: IndexState,
  range: { from?: number; last?: number },
): QueryPart[] {
  const { where, values, facets, text, needsIndex, excluded } = conditions;
  const part = (
    from: string,
    column: string,
    first: string[],
    bound: SqlValue[],
    also: readonly number[],
  ) => {
    const all = [...first];
    const allValues = [...bound];
    // With bounds on the table that the query starts from, rows outside the page are not read.
    const bounds: [Operator, number | undefined][] = [
      ['>=', conditions.from],
      ['<=', conditions.last],
    ];
    for (const [operator, seq] of bounds) {
      if (seq === undefined) continue;
      all.push(compared(column, operator));
      allValues.push(boundOn(column, operator, seq, index));
    }
    for (const facet of also) {
      all.push(HAS_FACET);
      allValues.push(facet);
    }
    return {
      from,
      labels: text === undefined ? '' : 'JOIN sessions s ON s.key = r.session_key',
      order: column,
      where: [...all, ...where, '1'].join(' AND '),
      values: [...allValues, ...values],
      ...comparison(text, excluded),
    };
  };
  // A receipt that is not indexed has columns but no facets. The columns are in `where` already.
  const derived = needsIndex ? facets : [];
  if (text?.match !== undefined) {
    const { match } = text;
    const first = Math.max(conditions.from ?? 0, range.from ?? 0);
    const last = Math.min(conditions.last ?? LAST_ROW, range.last ?? LAST_ROW);
    return index.textTables(first, last).map((table) => {
      const from = `${table} t CROSS JOIN receipt_facts p ON p.leaf = t.rowid CROSS JOIN receipts r ON r.seq = p.seq`;
      return part(from, 't.rowid', [`${table} MATCH ?`], [match], derived);
    });
  }
  const facet = facets.at(-1);
  // What is not indexed yet may have what the filter excludes.
  const onlyIndexed = excluded.facets.length > 0;
  if (facet === undefined)
    return onlyIndexed
      ? [part('receipts r', ROW, ['r.seq <= ?'], [index.indexedSeq()], [])]
      : [part('receipts r', ROW, [], [], [])];
  const from =
    'receipt_facets f CROSS JOIN receipt_facts p ON p.leaf = f.leaf CROSS JOIN receipts r ON r.seq = p.seq';
  const fromIndex = part(from, 'f.leaf', ['f.facet = ?'], [facet], needsIndex ? facets.slice(0, -1) : []);
  return needsIndex || onlyIndexed
    ? [fromIndex]
    : [part('receipts r', ROW, ['r.seq > ?'], [index.indexedSeq()], []), fromIndex];
}

/** Compares a column with a bound. A bound value is a fraction, by which FTS5 would not limit what it reads. */
const compared = (column: string, operator: Operator) =>
  `${column} ${operator} ${column === ROW ? '?' : 'CAST(? AS INTEGER)'}`;

/** Returns the bound on a column for a bound on the row number. */
function boundOn(
  column: string,
  operator: Operator,
  seq: number,
  index: Pick<IndexState, 'leafFrom' | 'leafUntil'>,
): number {
  if (column === ROW) return seq;
  return operator === '>=' || operator === '<' ? index.leafFrom(seq) : index.leafUntil(seq);
}

/** Adds the bound of a cursor to a statement, on the column that it starts from. */
export function withCursor(
  { order, where, values }: QueryPart,
  operator: '<' | '>',
  seq: number,
  index: Pick<IndexState, 'leafFrom' | 'leafUntil'>,
): Pick<QueryPart, 'where' | 'values'> {
  return {
    where: `${compared(order, operator)} AND ${where}`,
    values: [boundOn(order, operator, seq, index), ...values],
  };
}
