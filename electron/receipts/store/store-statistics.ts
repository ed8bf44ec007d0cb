import { EVENT_TYPES } from '../../../shared/event.ts';
import type { LastReceipt, StoreStatistics } from '../worker/worker-protocol.ts';
import type { StoreParts } from './store-parts.ts';

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
    unindexedReceipts: index.pending(),
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
