import type { DatabaseSync } from 'node:sqlite';
import { EVENT_TYPES } from '../../../shared/event.ts';
import type { LastReceipt, StoreStatistics } from '../worker/worker-protocol.ts';
import { countedReceipts } from './store-health.ts';
import type { StoreParts } from './store-parts.ts';

/** Receipts without indexes that are counted one by one. */
const MOST_COUNTED = 8192;

/** Returns the number of receipts after the last indexed one. Many are counted by the roll-ups, which have far fewer rows. */
function pendingReceipts(db: DatabaseSync, indexedSeq: number): number {
  const { count } = db
    .prepare('SELECT count(*) AS count FROM (SELECT 1 FROM receipts WHERE seq > ? LIMIT ?)')
    .get(indexedSeq, MOST_COUNTED) as { count: number };
  if (count < MOST_COUNTED) return count;
  const { indexed } = db.prepare('SELECT coalesce(sum(events), 0) AS indexed FROM activity').get() as {
    indexed: number;
  };
  return countedReceipts(db) - indexed;
}

/** Counts receipts, by integration too, and sessions. */
export function storeStatistics({ db, index, writer }: StoreParts): StoreStatistics {
  const { sessions, events } = writer.sums();
  const ids = db.prepare('SELECT key, id FROM integrations').all() as { key: number; id: string }[];
  const counted = ids.flatMap(({ key, id }) => {
    const count = events.get(key);
    return count === undefined ? [] : [[id, count] as const];
  });
  return {
    receipts: counted.reduce((sum, [, count]) => sum + count, 0),
    sessions,
    unindexedReceipts: pendingReceipts(db, index.indexedSeq()),
    eventsByIntegration: Object.fromEntries(counted),
  };
}

/** Finds the last receipt of each integration and each event type. */
export function lastReceipts({ reader }: StoreParts, integrationIds: readonly string[]): LastReceipt[] {
  return integrationIds.flatMap((integrationId) =>
    EVENT_TYPES.flatMap((event) => {
      const [last] = reader.query({ integrationId, event }, undefined, 1).receipts;
      return last === undefined ? [] : [{ integrationId, event, receivedAt: last.receivedAt }];
    }),
  );
}
