import type { Exclusions } from '../../../shared/control.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { EVENT_CODES, FLAG_BITS } from '../schema/receipt-codes.ts';
import { type FacetKind, FOUND, facetCode } from './receipt-facets.ts';
import type { TextSearch } from './row-search.ts';

export type SqlValue = string | number;

/** What excluded receipts have: conditions on `receipts r`, and facets. */
export interface Excluded {
  where: string[];
  values: SqlValue[];
  facets: number[];
}

/** Translates what a filter excludes. `keyOf` finds the key of a name in a table. */
export function excludedBy(
  exclude: Exclusions,
  keyOf: (table: string, column: string, value: string) => number,
): Excluded {
  const excluded: Excluded = { where: [], values: [], facets: [] };
  const add = (condition: string, values: readonly SqlValue[] = []) => {
    for (const value of values) {
      excluded.where.push(condition);
      excluded.values.push(value);
    }
  };
  const addFacets = <T>(kind: FacetKind, values: readonly T[] = [], key: (value: T) => number) =>
    excluded.facets.push(...values.map((value) => facetCode(kind, key(value))));
  const integrations = exclude.integrationId?.map((id) => keyOf('integrations', 'id', id));
  const events = exclude.event?.map((event) => EVENT_CODES[event]);
  add('r.integration_key = ?', integrations);
  add('r.event = ?', events);
  add('r.session_key = ?', exclude.sessionKey);
  add('r.seq IN (SELECT seq FROM secrets_seen WHERE fingerprint = ?)', exclude.fingerprint);
  if (exclude.late === true) excluded.where.push(`r.flags & ${FLAG_BITS.clock_skew} <> 0`);
  addFacets('project', exclude.project, (path) => keyOf('projects', 'path', path));
  addFacets('destination', exclude.destination, (name) => keyOf('destinations', 'name', name));
  addFacets('found', exclude.found, (found) => FOUND[found]);
  addFacets('notable', exclude.notable, (kind) => NOTABLE_KINDS.indexOf(kind));
  return excluded;
}

/**
 * Returns the expression that compares a receipt with a search and with what is excluded. Undefined if there is neither. The cheap
 * part comes first.
 */
export function comparison(
  text: TextSearch | undefined,
  { where, values, facets }: Excluded,
): { test: string | undefined; testValues: SqlValue[] } {
  const lacks = [
    ...where.map((condition) => `NOT (${condition})`),
    ...facets.map(() => `NOT EXISTS (SELECT 1 FROM receipt_facets e WHERE e.facet = ? AND e.leaf = r.leaf)`),
  ];
  if (lacks.length === 0 && text === undefined) return { test: undefined, testValues: [] };
  const matches = text === undefined ? '1' : `matches_search(r.data, s.label, ?)`;
  return {
    test: `iif(${['1', ...lacks].join(' AND ')}, ${matches}, 0)`,
    testValues: [...values, ...facets, ...(text === undefined ? [] : [text.search])],
  };
}
