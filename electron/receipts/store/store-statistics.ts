import { EVENT_TYPES } from '../../../shared/event.ts';
import { EVENT_CODES } from '../schema/receipt-codes.ts';
import { timeOfSeq } from '../schema/receipt-id.ts';
import { numberOf } from '../schema/statements.ts';
import { QUARTER_MS } from './activity-roll-up.ts';
import type { StoreParts } from './store-parts.ts';

/** Counts receipts, by integration too, and sessions. Receipts without a session have one without a name. */
export function storeStatistics({ db }: StoreParts) {
  const rows = db
    .prepare(
      `SELECT i.id, sum(s.events) AS events, sum(s.events > 0 AND s.label <> '') AS sessions
       FROM sessions s JOIN integrations i ON i.key = s.integration_key GROUP BY s.integration_key`,
    )
    .all() as { id: string; events: number; sessions: number }[];
  const receipts = rows.reduce((sum, { events }) => sum + events, 0);
  return {
    receipts,
    sessions: rows.reduce((sum, row) => sum + row.sessions, 0),
    // The roll-ups count what is indexed, and have far fewer rows.
    unindexedReceipts: receipts - numberOf(db, 'SELECT coalesce(sum(events), 0) FROM activity'),
    eventsByIntegration: Object.fromEntries(rows.map(({ id, events }) => [id, events])),
  };
}

/**
 * Finds the last receipt of each integration and each event type. The roll-ups tell the quarter of an hour of it. Without
 * this bound, a query for a type that an integration does not report would read all of its receipts.
 */
export function lastReceipts({ db, reader, index }: StoreParts, integrationIds: readonly string[]) {
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
