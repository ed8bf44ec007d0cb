import type { DatabaseSync } from 'node:sqlite';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { timeOfSeq } from '../schema/receipt-id.ts';
import { firstValue, numberIn, numberOf } from '../schema/statements.ts';
import { lastSeqOf } from '../survival/incidents.ts';
import { countedReceipts, receiptCount } from './receipt-counts.ts';
import { FOUND, facetCode } from './receipt-facets.ts';
import { countAhead } from './received-time.ts';
import { Turns } from './slice-time.ts';
import type { StoreParts } from './store-parts.ts';
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
async function countRows(turns: Turns, db: DatabaseSync, indexedSeq: number) {
  const receipts = await sumOf(turns, db, 'receipts', ['seq'], '1');
  const isIndexed = async () => {
    let expected = receipts - numberOf(db, 'SELECT count(*) FROM receipts WHERE seq > ?', indexedSeq);
    const indexed = numberOf(db, 'SELECT count(*) FROM receipt_facts');
    // A row that another program gave the leaf of another receipt is in no index.
    if (indexed < expected)
      expected = numberOf(db, 'SELECT count(DISTINCT leaf) FROM receipts WHERE seq <= ?', indexedSeq);
    const last = numberOf(db, 'SELECT coalesce(max(leaf), 0) FROM receipt_facts');
    const upToLast = `leaf <= ${last}`;
    if ((await sumOf(turns, db, 'receipt_facts', ['leaf'], upToLast)) !== expected) return false;
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
    return texts === expected && active === expected + newer;
  };
  return { receipts, isIndexed: await isIndexed() };
}

/** Notes the key in use. Each key is stored once. */
export function noteKey(db: DatabaseSync, id: string, now: number): void {
  db.prepare('INSERT OR IGNORE INTO vault_keys (id, first_used_at) VALUES (?, ?)').run(id, now);
}

/** The store's values that the doctor compares with other sources. */
export type StoreHealth = Awaited<ReturnType<typeof storeHealth>>;

export async function storeHealth({ db, index }: StoreParts, turns: Turns) {
  let { receipts, isIndexed } = await countRows(turns, db, index.indexedSeq());
  // Receipts can have been deleted between two turns. Only a count in one turn is proof.
  if (!isIndexed) {
    const oneTurn = new Turns(async () => {});
    ({ receipts, isIndexed } = await countRows(oneTurn, db, index.indexedSeq()));
  }
  const counted = countedReceipts(db);
  const last = lastSeqOf(db);
  const keys = db.prepare('SELECT id, first_used_at AS firstUsedAt FROM vault_keys ORDER BY first_used_at');
  return {
    /** Number of receipts, by a count of the rows. */
    receipts: receipts === counted ? receipts : receiptCount(db),
    /** Number of receipts, by the counts of their sessions. */
    counted,
    /** The keys that made digests of this store. An id does not reveal its key. */
    keys: keys.all() as { id: string; firstUsedAt: number }[],
    /** Time of receipt of the oldest stored receipt, and the latest time in a row number. Null in an empty store. */
    oldestAt: firstValue<number>(db, 'SELECT received_at FROM receipts ORDER BY seq LIMIT 1') ?? null,
    latestTime: last === 0 ? null : timeOfSeq(last),
    /** Number of receipts with row numbers ahead of their time, because the clock was set back. */
    aheadOfTime: countAhead(db),
    isIndexed,
  };
}
