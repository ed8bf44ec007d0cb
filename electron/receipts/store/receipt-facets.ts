import { NOTABLE_KINDS, type NotableKind } from '../../../shared/insight.ts';
import { FLAG_BITS } from '../schema/receipt-codes.ts';

/** The kinds of receipt filters. Each value of a kind is one facet, and its rows are stored in order. A place never changes. */
const KINDS = ['integration', 'session', 'event', 'found', 'project', 'destination', 'notable'] as const;
export type FacetKind = (typeof KINDS)[number];

/** Numbers of facets for each key, one for each kind. */
const KINDS_PER_KEY = 8;

/** Keys of the facet kind `found`. */
export const FOUND = { any: 0, secret: 1, personal: 2, late: 3 } as const;

/** Returns the number of a facet in `receipt_facets`. A number never changes its meaning. */
export const facetCode = (kind: FacetKind, key: number): number => key * KINDS_PER_KEY + KINDS.indexOf(kind);

/** Returns the SQL condition that an indexed receipt has a facet. `key` is the expression of the facet's key. */
export const hasFacet = (kind: FacetKind, key: string): string =>
  `EXISTS (SELECT 1 FROM receipt_facets WHERE facet = ${key} * ${KINDS_PER_KEY} + ${KINDS.indexOf(kind)})`;

export function facetsOf(row: IndexedRow, facts: ReceiptFacts): number[] {
  const facets = [
    facetCode('integration', row.integration_key),
    facetCode('session', row.session_key),
    facetCode('event', row.event),
  ];
  if (facts.project > 0) facets.push(facetCode('project', facts.project));
  if (facts.destination > 0) facets.push(facetCode('destination', facts.destination));
  if (facts.secrets > 0) facets.push(facetCode('found', FOUND.secret));
  if (facts.personal > 0) facets.push(facetCode('found', FOUND.personal));
  if (facts.secrets + facts.personal > 0) facets.push(facetCode('found', FOUND.any));
  if ((row.flags & FLAG_BITS.clock_skew) !== 0) facets.push(facetCode('found', FOUND.late));
  NOTABLE_KINDS.forEach((_, kind) => {
    if ((facts.notable & (1 << kind)) !== 0) facets.push(facetCode('notable', kind));
  });
  return facets;
}

/** Returns the kinds of an action as the bits of `ReceiptFacts.notable`. */
export const notableBits = (kinds: readonly NotableKind[]): number =>
  kinds.reduce((bits, kind) => bits | (1 << NOTABLE_KINDS.indexOf(kind)), 0);

/** The columns of a receipt that the indexes need. */
export interface IndexedRow {
  seq: number;
  leaf: number;
  integration_key: number;
  session_key: number;
  event: number;
  received_at: number;
  body_bytes: number;
  flags: number;
  label: string;
  data: string;
  /** The findings of this receipt, as JSON. */
  found: string | null;
}

/** The facts of a receipt that filters and counts use. */
export interface ReceiptFacts {
  project: number;
  destination: number;
  secrets: number;
  personal: number;
  notable: number;
}
