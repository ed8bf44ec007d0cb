import type { DatabaseSync } from 'node:sqlite';
import type { Exclusions, ReceiptFilter } from '../../../shared/control.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { EVENT_CODES, FLAG_BITS } from '../schema/receipt-codes.ts';
import { seqAt } from '../schema/receipt-id.ts';
import type { SqlValue } from '../schema/statements.ts';
import { keyOf, type NamedTable, UNKNOWN_NAME } from './known-names.ts';
import { type FacetKind, FOUND, facetCode } from './receipt-facets.ts';
import { lastSeqBefore } from './received-time.ts';
import { type TextSearch, textSearch } from './row-search.ts';

/** Conditions that all must hold, and the values of their parameters. */
export interface Where {
  where: string[];
  values: SqlValue[];
}

/** Adds a condition that must hold as well, with the values of its parameters. */
export function addCondition(to: Where, condition: string, ...values: SqlValue[]): void {
  to.where.push(condition);
  to.values.push(...values);
}

/** What excluded receipts have: conditions on `receipts r`, and facets. */
export interface Excluded extends Where {
  facets: number[];
}

/**
 * The part of a filter that SQL answers, before the choice of the table to start from. Its conditions are on `receipts r` and
 * need no index.
 */
export interface Conditions extends Where {
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

/** Finds the number of a name in a table. */
type FindName = (table: NamedTable, column: string, name: string) => number;

/** The members of a filter that a facet answers. */
type FacetMember = 'event' | 'destination' | 'integrationId' | 'project' | 'found' | 'notable' | 'sessionKey';

/**
 * The facets of these members, with the column of `receipts r` that has the same, if there is one. The least selective comes first,
 * because a query starts from the last one.
 */
const FACETS: { [M in FacetMember]: { kind: FacetKind; column?: string; key: KeyOf<M> } } = {
  event: { kind: 'event', column: 'r.event', key: (event) => EVENT_CODES[event] },
  destination: { kind: 'destination', key: (name, find) => find('destinations', 'name', name) },
  integrationId: {
    kind: 'integration',
    column: 'r.integration_key',
    key: (id, find) => find('integrations', 'id', id),
  },
  project: { kind: 'project', key: (path, find) => find('projects', 'path', path) },
  found: { kind: 'found', key: (found) => FOUND[found] },
  notable: { kind: 'notable', key: (kind) => NOTABLE_KINDS.indexOf(kind) },
  sessionKey: { kind: 'session', column: 'r.session_key', key: (key) => key },
};
const FACET_MEMBERS = Object.keys(FACETS) as FacetMember[];
type KeyOf<M extends FacetMember> = (value: NonNullable<ReceiptFilter[M]>, find: FindName) => number;

const HAS_SECRET = 'r.seq IN (SELECT seq FROM secrets_seen WHERE fingerprint = ?)';

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
      excluded: this.#excluded(filter.exclude ?? {}),
      impossible: filter.text?.trim() === '',
    };
    this.#addFacets(conditions, filter);
    this.#addSession(conditions, filter);
    this.#addTimes(conditions, filter);
    if (filter.fingerprint !== undefined) addCondition(conditions, HAS_SECRET, filter.fingerprint);
    return conditions;
  }

  #addFacets(conditions: Conditions, filter: ReceiptFilter): void {
    for (const member of FACET_MEMBERS) {
      const value = filter[member];
      if (value === undefined) continue;
      const { kind, column } = FACETS[member];
      const key = this.keyOf(member, value);
      conditions.facets.push(facetCode(kind, key));
      conditions.impossible ||= key === UNKNOWN_NAME;
      if (column === undefined) conditions.needsIndex = true;
      else addCondition(conditions, `${column} = ?`, key);
    }
    if (filter.late !== true) return;
    conditions.facets.unshift(facetCode('found', FOUND.late));
    conditions.needsIndex = true;
  }

  /** Returns the number by which the tables name the value of a member. */
  keyOf(member: FacetMember, value: unknown): number {
    const find: FindName = (table, column, name) =>
      keyOf(this.#db, table, column, table === 'projects' ? this.#shorten(name) : name);
    return (FACETS[member].key as (value: unknown, find: FindName) => number)(value, find);
  }

  #excluded(exclude: Exclusions): Excluded {
    const excluded: Excluded = { where: [], values: [], facets: [] };
    for (const member of FACET_MEMBERS) {
      const { kind, column } = FACETS[member];
      for (const value of exclude[member] ?? []) {
        const key = this.keyOf(member, value);
        if (column === undefined) excluded.facets.push(facetCode(kind, key));
        else addCondition(excluded, `${column} = ?`, key);
      }
    }
    for (const fingerprint of exclude.fingerprint ?? []) addCondition(excluded, HAS_SECRET, fingerprint);
    if (exclude.late === true) addCondition(excluded, 'r.flags & ? <> 0', FLAG_BITS.clock_skew);
    return excluded;
  }

  #addSession(conditions: Conditions, { sessionId }: ReceiptFilter): void {
    if (sessionId === undefined) return;
    // Sessions of several integrations can have the same id.
    const rows = this.#db.prepare('SELECT key FROM sessions WHERE label = ?').all(sessionId);
    const keys = rows.map(({ key }) => key as number);
    addCondition(conditions, `r.session_key IN (${keys.map(() => '?').join(', ')})`, ...keys);
    if (keys.length === 1) conditions.facets.push(facetCode('session', keys[0]!));
    conditions.impossible ||= keys.length === 0;
  }

  #addTimes(conditions: Conditions, filter: ReceiptFilter): void {
    if (filter.since !== undefined) {
      const since = Date.parse(filter.since);
      // A row's number is never below its time of receipt.
      conditions.from = seqAt(since);
      addCondition(conditions, 'r.received_at >= ?', since);
    }
    if (filter.until !== undefined) {
      const until = Date.parse(filter.until);
      conditions.last = lastSeqBefore(this.#db, until);
      addCondition(conditions, 'r.received_at < ?', until);
    }
  }
}
