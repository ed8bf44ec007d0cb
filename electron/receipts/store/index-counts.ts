import type { DatabaseSync } from 'node:sqlite';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { numberIn, numberOf } from '../schema/statements.ts';
import { FOUND, facetCode } from './receipt-facets.ts';
import type { Turns } from './slice-time.ts';
import { textTables } from './text-index.ts';

/** Rows that one turn counts. Events wait for a turn, and a row takes a fifth of a microsecond. */
const ROWS_PER_TURN = 8192;

const NOTABLE_FACETS = NOTABLE_KINDS.map((_, kind) => `(notable >> ${kind} & 1)`).join(' + ');
/** The facets that the facts of a receipt give it: see receipt-facets.ts. */
const FACETS_OF_FACTS = `3 + (project > 0) + (destination > 0) + (secrets > 0) + (personal > 0) + (secrets + personal > 0) + ${NOTABLE_FACETS}`;
const LATE = facetCode('found', FOUND.late);

/** Adds up a value over the rows of a table, in turns by its key. */
async function sumOf(
  turns: Turns,
  db: DatabaseSync,
  table: string,
  key: string[],
  where: string,
  value = '1',
) {
  const columns = key.join(', ');
  const marks = key.map(() => '?').join(', ');
  const end = db.prepare(
    `SELECT ${columns} FROM ${table} WHERE (${columns}) > (${marks}) ORDER BY ${columns} LIMIT 1 OFFSET ${ROWS_PER_TURN - 1}`,
  );
  const rest = `SELECT coalesce(sum(${value}), 0) FROM ${table} WHERE (${columns}) > (${marks}) AND ${where}`;
  const part = db.prepare(`${rest} AND (${columns}) <= (${marks})`);
  let total = 0;
  for (let after = key.map(() => -1); ; ) {
    const last = end.get(...after);
    if (last === undefined) return total + numberIn(db.prepare(rest), ...after);
    const until = key.map((name) => last[name] as number);
    total += numberIn(part, ...after, ...until);
    after = until;
    await turns.end();
  }
}

/** Counts the rows of the receipts, and tells whether each index holds all of them up to the last indexed row. */
export async function countRows(
  turns: Turns,
  db: DatabaseSync,
  indexedSeq: number,
): Promise<{ receipts: number; isIndexed: boolean }> {
  const all = await sumOf(turns, db, 'receipts', ['seq'], '1');
  return { receipts: all, isIndexed: await holdsIndexed(turns, db, indexedSeq, all) };
}

async function holdsIndexed(
  turns: Turns,
  db: DatabaseSync,
  indexedSeq: number,
  all: number,
): Promise<boolean> {
  let receipts = all - numberOf(db, 'SELECT count(*) FROM receipts WHERE seq > ?', indexedSeq);
  const indexed = numberOf(db, 'SELECT count(*) FROM receipt_facts');
  // A row that another program gave the leaf of another receipt is in no index.
  if (indexed < receipts)
    receipts = numberOf(db, 'SELECT count(DISTINCT leaf) FROM receipts WHERE seq <= ?', indexedSeq);
  const last = numberOf(db, 'SELECT coalesce(max(leaf), 0) FROM receipt_facts');
  const upToLast = `leaf <= ${last}`;
  if ((await sumOf(turns, db, 'receipt_facts', ['leaf'], upToLast)) !== receipts) return false;
  const facets = await sumOf(turns, db, 'receipt_facts', ['leaf'], upToLast, FACETS_OF_FACTS);
  const where = `${upToLast} AND facet <> ${LATE}`;
  if ((await sumOf(turns, db, 'receipt_facets', ['facet', 'leaf'], where)) !== facets) return false;
  let texts = 0;
  for (const table of textTables(db)) {
    texts += numberIn(db.prepare(`SELECT count(*) FROM ${table} WHERE rowid BETWEEN 0 AND ?`), last);
    await turns.end();
  }
  const newer = numberOf(db, 'SELECT count(*) FROM receipt_facts WHERE leaf > ?', last);
  const active = numberOf(db, 'SELECT coalesce(sum(events), 0) FROM activity');
  return texts === receipts && active === receipts + newer;
}

export const receiptCount = (db: DatabaseSync): number => numberOf(db, 'SELECT count(*) FROM receipts');

/** Returns the number of receipts by the counts of their sessions, which are far fewer. */
export const countedReceipts = (db: DatabaseSync): number =>
  numberOf(db, 'SELECT coalesce(sum(events), 0) FROM sessions');
