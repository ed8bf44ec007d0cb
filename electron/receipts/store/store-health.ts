import type { DatabaseSync } from 'node:sqlite';
import { timeOfSeq } from '../schema/receipt-id.ts';
import { firstValue } from '../schema/statements.ts';
import { lastSeqOf } from '../survival/incidents.ts';
import { countedReceipts, countReceiptRows, holdsIndexed, receiptCount } from './index-counts.ts';
import { countAhead } from './received-time.ts';
import type { StoreParts } from './store-parts.ts';

/** A key that made digests of this store. The id does not reveal the key. */
interface UsedKey {
  id: string;
  firstUsedAt: number;
}

/** The store's values that the doctor compares with other sources. */
export interface StoreHealth {
  /** Number of receipts, by a count of the rows. */
  receipts: number;
  /** Number of receipts, by the counts of their sessions. */
  counted: number;
  keys: UsedKey[];
  /** Time of receipt of the oldest stored receipt. Null in an empty store. */
  oldestAt: number | null;
  /** The latest time in a row number. Null in an empty store. */
  latestTime: number | null;
  /** Number of receipts with row numbers ahead of their time, because the clock was set back. */
  aheadOfTime: number;
  /** False if the indexes lack receipts. */
  isIndexed: boolean;
}

/** Notes the key in use. Each key is stored once. */
export function noteKey(db: DatabaseSync, id: string, now: number): void {
  db.prepare('INSERT OR IGNORE INTO vault_keys (id, first_used_at) VALUES (?, ?)').run(id, now);
}

function inOneTurn<T>(turns: Generator<undefined, T>): T {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}

/** Measures a store in turns. */
export function* storeHealth({ db, index }: StoreParts): Generator<undefined, StoreHealth> {
  const indexedSeq = index.indexedSeq();
  const receipts = yield* countReceiptRows(db);
  let isIndexed = yield* holdsIndexed(db, indexedSeq, receipts);
  // Receipts can have been deleted between two turns. Only a count in one turn is proof.
  if (!isIndexed) {
    isIndexed = inOneTurn(holdsIndexed(db, index.indexedSeq(), inOneTurn(countReceiptRows(db))));
  }
  const counted = countedReceipts(db);
  const last = lastSeqOf(db);
  const keys = db.prepare('SELECT id, first_used_at AS firstUsedAt FROM vault_keys ORDER BY first_used_at');
  return {
    receipts: receipts === counted ? receipts : receiptCount(db),
    counted,
    keys: keys.all() as unknown as UsedKey[],
    oldestAt: firstValue<number>(db, 'SELECT received_at FROM receipts ORDER BY seq LIMIT 1') ?? null,
    latestTime: last === 0 ? null : timeOfSeq(last),
    aheadOfTime: countAhead(db),
    isIndexed,
  };
}
