import type { SqlValue } from '../schema/statements.ts';
import type { BackgroundIndex } from './background-index.ts';
import { addCondition, type Conditions, type Excluded } from './receipt-conditions.ts';
import type { TextSearch } from './row-search.ts';

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

const ROW = 'r.seq';
const LAST_ROW = Number.MAX_SAFE_INTEGER;
const HAS_FACET = 'EXISTS (SELECT 1 FROM receipt_facets e WHERE e.facet = ? AND e.leaf = r.leaf)';

/**
 * Returns the expression that compares a receipt with a search and with what is excluded. Undefined if there is neither. The cheap
 * part comes first.
 */
function comparison(
  text: TextSearch | undefined,
  { where, values, facets }: Excluded,
): Pick<QueryPart, 'test' | 'testValues'> {
  const lacks = [...where.map((condition) => `NOT (${condition})`), ...facets.map(() => `NOT ${HAS_FACET}`)];
  if (lacks.length === 0 && text === undefined) return { test: undefined, testValues: [] };
  const matches = text === undefined ? '1' : `matches_search(r.data, s.label, ?)`;
  return {
    test: `iif(${['1', ...lacks].join(' AND ')}, ${matches}, 0)`,
    testValues: [...values, ...facets, ...(text === undefined ? [] : [text.search])],
  };
}

/** Returns the statements that together answer a filter, newest receipts first. */
export function queryParts(conditions: Conditions, index: BackgroundIndex): QueryPart[] {
  const { where, values, facets, text, needsIndex, excluded } = conditions;
  const part = (
    from: string,
    column: string,
    first: string[],
    firstValues: SqlValue[],
    also: readonly number[],
  ) => {
    const all = { where: [...first], values: [...firstValues] };
    // With bounds on the table that the query starts from, rows outside the page are not read.
    const bound = (operator: '<=' | '>=', seq: number | undefined, leafAt: (seq: number) => number) => {
      if (seq === undefined) return;
      // A bound value is a fraction, by which FTS5 would not limit what it reads.
      if (column === ROW) addCondition(all, `${column} ${operator} ?`, seq);
      else addCondition(all, `${column} ${operator} CAST(? AS INTEGER)`, leafAt(seq));
    };
    bound('>=', conditions.from, (seq) => index.leafFrom(seq));
    bound('<=', conditions.last, (seq) => index.leafUntil(seq));
    for (const facet of also) addCondition(all, HAS_FACET, facet);
    return {
      from,
      labels: text === undefined ? '' : 'JOIN sessions s ON s.key = r.session_key',
      order: column,
      where: [...all.where, ...where, '1'].join(' AND '),
      values: [...all.values, ...values],
      ...comparison(text, excluded),
    };
  };
  // A receipt that is not indexed has columns but no facets. The columns are in `where` already.
  const derived = needsIndex ? facets : [];
  if (text?.match !== undefined) {
    const { match } = text;
    return index.textTables(conditions.from ?? 0, conditions.last ?? LAST_ROW).map((table) => {
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
