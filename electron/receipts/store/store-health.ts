import type { DatabaseSync } from 'node:sqlite';
import { timeOfSeq } from '../schema/receipt-id.ts';
import { firstValue } from '../schema/statements.ts';
import { lastSeqOf } from '../survival/incidents.ts';
import { countedReceipts, countRows, receiptCount } from './index-counts.ts';
import { countAhead } from './received-time.ts';
import { Turns } from './slice-time.ts';
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
  latestTime: number | null;
  /** Number of receipts with row numbers ahead of their time, because the clock was set back. */
  aheadOfTime: number;
  isIndexed: boolean;
}

export function noteKey(db: DatabaseSync, id: string, now: number): void {
  db.prepare('INSERT OR IGNORE INTO vault_keys (id, first_used_at) VALUES (?, ?)').run(id, now);
}

export async function storeHealth({ db, index }: StoreParts, turns: Turns): Promise<StoreHealth> {
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
    receipts: receipts === counted ? receipts : receiptCount(db),
    counted,
    keys: keys.all() as unknown as UsedKey[],
    oldestAt: firstValue<number>(db, 'SELECT received_at FROM receipts ORDER BY seq LIMIT 1') ?? null,
    latestTime: last === 0 ? null : timeOfSeq(last),
    aheadOfTime: countAhead(db),
    isIndexed,
  };
}
