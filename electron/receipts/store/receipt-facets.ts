/** A kind of receipt filter. Each value of a kind is one facet, and its rows are stored in order. */
type FacetKind = 'integration' | 'session' | 'event' | 'found' | 'project' | 'destination' | 'notable';

const KINDS: Record<FacetKind, number> = {
  integration: 0,
  session: 1,
  event: 2,
  found: 3,
  project: 4,
  destination: 5,
  notable: 6,
};

/** Keys of the facet kind `found`. */
export const FOUND = { any: 0, secret: 1, personal: 2, late: 3 } as const;

/** Returns the number of a facet in `receipt_facets`. A number never changes its meaning. */
export function facetCode(kind: FacetKind, key: number): number {
  return key * 8 + KINDS[kind];
}

const COLUMNS = { integration: 'r.integration_key', session: 'r.session_key' } as const;

/** Returns the condition on `receipts r` for one facet. It covers indexed rows and rows that are not indexed yet. */
export function facetCondition(kind: keyof typeof COLUMNS, key: number, indexedSeq: number) {
  return {
    where: `(r.seq IN (SELECT seq FROM receipt_facets WHERE facet = ?) OR (r.seq > ? AND ${COLUMNS[kind]} = ?))`,
    values: [facetCode(kind, key), indexedSeq, key],
  };
}
