/** What receipts can be filtered by; each value of each kind is one facet, with the rows that have it in order. */
export type FacetKind = 'integration' | 'session' | 'event' | 'findings';

const KINDS: Record<FacetKind, number> = { integration: 0, session: 1, event: 2, findings: 3 };

/** Number of a facet in `receipt_facets`; never given a second meaning. */
export function facetCode(kind: FacetKind, key: number): number {
  return key * 8 + KINDS[kind];
}

const COLUMNS = { integration: 'r.integration_key', session: 'r.session_key' } as const;

/** Condition on `receipts r` for one facet, whether a row is indexed yet or not. */
export function facetCondition(kind: keyof typeof COLUMNS, key: number, indexedSeq: number) {
  return {
    where: `(r.seq IN (SELECT seq FROM receipt_facets WHERE facet = ?) OR (r.seq > ? AND ${COLUMNS[kind]} = ?))`,
    values: [facetCode(kind, key), indexedSeq, key],
  };
}
