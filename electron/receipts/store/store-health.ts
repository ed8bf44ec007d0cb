import type { DatabaseSync } from 'node:sqlite';
import { timeOfSeq } from './receipt-id.ts';
import { countAhead } from './received-time.ts';

/** A key that digests of this store were made with; the id does not tell the key. */
export interface UsedKey {
  id: string;
  firstUsedAt: number;
}

/** What the doctor compares with what is known elsewhere. */
export interface StoreHealth {
  /** Receipts that are there, by looking at each. */
  receipts: number;
  /** Receipts by the counts of their sessions. */
  counted: number;
  keys: UsedKey[];
  /** When the oldest receipt that is kept was received; null in an empty store. */
  oldestAt: number | null;
  /** The latest time that any receipt was numbered by; null in an empty store. */
  latestTime: number | null;
  /** Receipts whose numbers run ahead of their time: the clock was set back. */
  aheadOfTime: number;
}

/** Notes the key that is in use; each key once. */
export function noteKey(db: DatabaseSync, id: string, now: number): void {
  db.prepare('INSERT OR IGNORE INTO vault_keys (id, first_used_at) VALUES (?, ?)').run(id, now);
}

export function storeHealth(db: DatabaseSync): StoreHealth {
  const one = <T>(sql: string) => db.prepare(sql).get() as T;
  const { receipts } = one<{ receipts: number }>('SELECT count(*) AS receipts FROM receipts');
  const { counted } = one<{ counted: number }>('SELECT coalesce(sum(events), 0) AS counted FROM sessions');
  const { oldest } = one<{ oldest: number | null }>(
    'SELECT (SELECT received_at FROM receipts ORDER BY seq LIMIT 1) AS oldest',
  );
  const { last } = one<{ last: number | null }>('SELECT max(seq) AS last FROM receipts');
  const keys = db.prepare('SELECT id, first_used_at FROM vault_keys ORDER BY first_used_at').all() as {
    id: string;
    first_used_at: number;
  }[];
  return {
    receipts,
    counted,
    keys: keys.map((key) => ({ id: key.id, firstUsedAt: key.first_used_at })),
    oldestAt: oldest,
    latestTime: last === null ? null : timeOfSeq(last),
    aheadOfTime: countAhead(db),
  };
}
