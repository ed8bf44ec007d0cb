import { EVENT_TYPES } from '../../../shared/event.ts';
import type { LastReceipt, StoreStatistics } from '../worker/worker-protocol.ts';
import type { StoreParts } from './store-parts.ts';

/** Counts receipts, by integration too, and sessions. */
export function storeStatistics({ db, index }: StoreParts): StoreStatistics {
  const rows = db
    .prepare(
      `SELECT i.id, sum(s.events) AS events FROM sessions s JOIN integrations i ON i.key = s.integration_key
       GROUP BY s.integration_key`,
    )
    .all() as { id: string; events: number }[];
  const sessions = db.prepare('SELECT count(*) AS count FROM sessions WHERE events > 0').get();
  return {
    receipts: rows.reduce((sum, row) => sum + row.events, 0),
    sessions: (sessions as { count: number }).count,
    unindexedReceipts: index.pending(),
    eventsByIntegration: Object.fromEntries(rows.map((row) => [row.id, row.events])),
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
