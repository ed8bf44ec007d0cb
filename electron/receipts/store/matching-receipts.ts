import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DeletionScope, ReceiptFilter } from '../../../shared/control.ts';
import { seqOfReceiptId } from '../schema/receipt-id.ts';
import type { SqlValue } from '../schema/statements.ts';
import { lastSeqOf } from '../survival/incidents.ts';
import type { BackgroundIndex } from './background-index.ts';
import type { FilterConditions } from './receipt-conditions.ts';

/** A condition on `receipts r`, with the values of its parameters. */
export interface Condition {
  where: string;
  values: SqlValue[];
  /** No matching row is before this one, or after the last one. */
  first?: number;
  last?: number;
  /** The indexed receipts of one facet match, and those that are not indexed yet if `unindexed` holds for them. */
  facet?: { code: number; unindexed: string };
}

/** Before the receipts can be rows that Plinth did not write. */
const FIRST = Number.MIN_SAFE_INTEGER + 1;
/** Rows that one turn compares with a condition. Events wait for a turn. */
const ROWS_PER_TURN = 4096;

/**
 * Finds the receipts of a condition that are stored now, in their order and in turns. Those of a facet match, but for a clock that
 * was set back. Of others, no turn reads more than {@link ROWS_PER_TURN} rows, also where few of millions match.
 */
export class MatchingReceipts<Row extends { seq: number }> {
  readonly #condition: Condition;
  readonly #index: BackgroundIndex;
  /** Without a bound, a walk would include events that arrive meanwhile and might never end. */
  readonly #last: number;
  readonly #end: StatementSync;
  readonly #select: StatementSync;
  /** The indexed receipts of the facet, until all of them have been returned. */
  #ofFacet: StatementSync | undefined;
  #after: number;

  /** `columns` and `joins` make the rows. */
  constructor(
    db: DatabaseSync,
    condition: Condition,
    { columns, joins = '' }: { columns: string; joins?: string },
    index: BackgroundIndex,
  ) {
    const { where, facet, first = FIRST, last } = condition;
    this.#last = Math.min(last ?? Number.MAX_SAFE_INTEGER, lastSeqOf(db));
    this.#condition = condition;
    this.#index = index;
    this.#after = first - 1;
    this.#end = db.prepare(
      'SELECT seq FROM receipts WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT 1 OFFSET ?',
    );
    this.#select = db.prepare(
      `SELECT ${columns} FROM receipts r ${joins} WHERE r.seq > ? AND r.seq <= ?
         AND ${facet === undefined ? '' : `${facet.unindexed} AND`} (${where}) ORDER BY r.seq LIMIT ?`,
    );
    if (facet === undefined) return;
    this.#ofFacet = db.prepare(
      `SELECT ${columns} FROM receipt_facets f CROSS JOIN receipt_facts p ON p.leaf = f.leaf
         CROSS JOIN receipts r ON r.seq = p.seq ${joins}
       WHERE f.facet = ${facet.code} AND f.leaf > ? AND f.leaf <= ? AND (${where}) ORDER BY f.leaf LIMIT ?`,
    );
  }

  /**
   * Returns the next matching rows, `limit` at most. They may be none although more follow. Returns undefined at the end.
   * Returns the same rows again until {@link pass}, except those that were deleted.
   */
  next(limit: number): Row[] | undefined {
    const { values, first = FIRST } = this.#condition;
    const [after, last] = [this.#after, this.#last];
    if (this.#ofFacet !== undefined) {
      const [from, to] = [this.#index.leafUntil(after), this.#index.leafUntil(last)];
      const rows = this.#ofFacet.all(from, to, ...values, limit);
      if (rows.length === 0) {
        this.#ofFacet = undefined;
        this.#after = Math.max(first - 1, this.#index.indexedSeq());
      }
      return rows as unknown as Row[];
    }
    if (after >= last) return undefined;
    const bound = this.#end.get(after, last, ROWS_PER_TURN - 1) as { seq: number } | undefined;
    const rows = this.#select.all(after, bound?.seq ?? last, ...values, limit) as unknown as Row[];
    // A window without a match is passed as a whole.
    if (rows.length === 0) this.#after = bound?.seq ?? last;
    return rows;
  }

  /** Goes on after this row. */
  pass(seq: number): void {
    this.#after = seq;
  }
}

/** Translates what to delete. */
export function deletionCondition(scope: DeletionScope, conditions: FilterConditions): Condition {
  if ('receiptId' in scope) {
    const seq = seqOfReceiptId(scope.receiptId) ?? -1;
    return { where: 'r.id = ?', values: [scope.receiptId], first: seq, last: seq };
  }
  const { from: since, until, ...rest } = scope as { from?: string; until?: string } & ReceiptFilter;
  const filter = 'everything' in rest ? {} : { ...rest, since, until };
  const { where, values, from: first, last, facets, needsIndex } = conditions.of(filter);
  const [code] = facets;
  return {
    where: ['1', ...where].join(' AND '),
    values,
    ...(first !== undefined && { first }),
    ...(last !== undefined && { last }),
    // A facet without a column is known only of indexed receipts. The columns are in the condition already.
    ...(code !== undefined && { facet: { code, unindexed: needsIndex ? '0' : '1' } }),
  };
}
