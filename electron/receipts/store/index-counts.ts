import type { DatabaseSync } from 'node:sqlite';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { FOUND, facetCode } from './receipt-facets.ts';
import { textTables } from './text-index.ts';

/** Rows that one turn counts. Events wait for a turn, and a row takes a fifth of a microsecond. */
const ROWS_PER_TURN = 8192;

const NOTABLE_FACETS = NOTABLE_KINDS.map((_, kind) => `(notable >> ${kind} & 1)`).join(' + ');
/** The facets that the facts of a receipt give it: see receipt-facets.ts. */
const FACETS_OF_FACTS = `3 + (project > 0) + (destination > 0) + (secrets > 0) + (personal > 0) + (secrets + personal > 0) + ${NOTABLE_FACETS}`;
/** The one facet that no fact tells. */
const LATE = facetCode('found', FOUND.late);

/** Adds up a value over the rows of a table, in turns by its key. */
function* sumOf(db: DatabaseSync, table: string, key: string[], where: string, value = '1') {
  const columns = key.join(', ');
  const marks = key.map(() => '?').join(', ');
  const end = db.prepare(
    `SELECT ${columns} FROM ${table} WHERE (${columns}) > (${marks}) ORDER BY ${columns} LIMIT 1 OFFSET ${ROWS_PER_TURN - 1}`,
  );
  const sum = (bound: string) =>
    db.prepare(
      `SELECT coalesce(sum(${value}), 0) AS sum FROM ${table} WHERE (${columns}) > (${marks}) ${bound} AND ${where}`,
    );
  const part = sum(`AND (${columns}) <= (${marks})`);
  const sumIn = (row: unknown) => (row as { sum: number }).sum;
  let total = 0;
  for (let after = key.map(() => -1); ; ) {
    const last = end.get(...after);
    if (last === undefined) return total + sumIn(sum('').get(...after));
    const until = key.map((name) => last[name] as number);
    total += sumIn(part.get(...after, ...until));
    after = until;
    yield;
  }
}

/** Counts the receipts of a store, in turns. */
export const countReceiptRows = (db: DatabaseSync): Generator<undefined, number> =>
  sumOf(db, 'receipts', ['seq'], '1');

/** Returns true if each index holds all receipts up to the last indexed row. `total` was counted just before. */
export function* holdsIndexed(
  db: DatabaseSync,
  indexedSeq: number,
  total: number,
): Generator<undefined, boolean> {
  const waiting = db.prepare('SELECT count(*) AS count FROM receipts WHERE seq > ?').get(indexedSeq);
  let receipts = total - (waiting as { count: number }).count;
  const { indexed } = db.prepare('SELECT count(*) AS indexed FROM receipt_facts').get() as {
    indexed: number;
  };
  // A row that another program gave the leaf of another receipt is in no index.
  if (indexed < receipts) {
    const distinct = db.prepare('SELECT count(DISTINCT leaf) AS leaves FROM receipts WHERE seq <= ?');
    receipts = (distinct.get(indexedSeq) as { leaves: number }).leaves;
  }
  const { last } = db.prepare('SELECT coalesce(max(leaf), 0) AS last FROM receipt_facts').get() as {
    last: number;
  };
  const upToLast = `leaf <= ${last}`;
  if ((yield* sumOf(db, 'receipt_facts', ['leaf'], upToLast)) !== receipts) return false;
  const facets = yield* sumOf(db, 'receipt_facts', ['leaf'], upToLast, FACETS_OF_FACTS);
  const where = `${upToLast} AND facet <> ${LATE}`;
  if ((yield* sumOf(db, 'receipt_facets', ['facet', 'leaf'], where)) !== facets) return false;
  let texts = 0;
  for (const table of textTables(db)) {
    const count = db.prepare(`SELECT count(*) AS texts FROM ${table} WHERE rowid BETWEEN 0 AND ?`);
    texts += (count.get(last) as { texts: number }).texts;
    yield;
  }
  const { newer, active } = db
    .prepare(
      `SELECT (SELECT count(*) FROM receipt_facts WHERE leaf > ${last}) AS newer,
         (SELECT coalesce(sum(events), 0) FROM activity) AS active`,
    )
    .get() as { newer: number; active: number };
  return texts === receipts && active === receipts + newer;
}

/** Returns the number of receipts in a store or a copy of one. */
export const receiptCount = (db: DatabaseSync): number =>
  (db.prepare('SELECT count(*) AS receipts FROM receipts').get() as { receipts: number }).receipts;

/** Returns the number of receipts by the counts of their sessions, which are far fewer. */
export const countedReceipts = (db: DatabaseSync): number =>
  (db.prepare('SELECT coalesce(sum(events), 0) AS counted FROM sessions').get() as { counted: number })
    .counted;
