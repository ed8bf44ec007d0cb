import type { DatabaseSync } from 'node:sqlite';
import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import { EVENT_CODES } from '../schema/receipt-codes.ts';
import { timeOfSeq } from '../schema/receipt-id.ts';
import { QUARTER_MS } from './activity-days.ts';
import { countedReceipts } from './store-health.ts';
import type { StoreParts } from './store-parts.ts';

interface StoreStatistics {
  receipts: number;
  sessions: number;
  unindexedReceipts: number;
  eventsByIntegration: Record<string, number>;
}

interface LastReceipt {
  integrationId: string;
  event: EventType;
  receivedAt: string;
}

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

/**
 * Finds the last receipt of each integration and each event type. The roll-ups tell the quarter of an hour of it. Without
 * this bound, a query for a type that an integration does not report would read all of its receipts.
 */
export function lastReceipts(
  { db, reader, index }: StoreParts,
  integrationIds: readonly string[],
): LastReceipt[] {
  reader.catchUp();
  const quarters = db
    .prepare(
      `SELECT i.id, a.event, max(a.quarter) AS quarter FROM activity a JOIN integrations i ON i.key = a.integration
       GROUP BY i.id, a.event`,
    )
    .all() as { id: string; event: number; quarter: number }[];
  const lastAt = new Map(quarters.map(({ id, event, quarter }) => [`${id} ${event}`, quarter * QUARTER_MS]));
  // Only receipts that wait for the index can have a type that it does not know of the integration.
  const indexedAt = timeOfSeq(index.indexedSeq());
  return integrationIds.flatMap((integrationId) =>
    EVENT_TYPES.flatMap((event) => {
      const since = new Date(lastAt.get(`${integrationId} ${EVENT_CODES[event]}`) ?? indexedAt).toISOString();
      const [last] = reader.query({ integrationId, event, since }, undefined, 1).receipts;
      return last === undefined ? [] : [{ integrationId, event, receivedAt: last.receivedAt }];
    }),
  );
}
