import type { DatabaseSync } from 'node:sqlite';

/**
 * Ends open sessions without events since `before` at their last event and marks them. No harness reports the end of a
 * killed session, and none can with a revoked token. A later event reopens the session.
 */
export function closeSilentSessions(
  db: DatabaseSync,
  before: number,
  integrationIds: readonly string[],
): number {
  const result = db
    .prepare(
      `UPDATE sessions SET ended_at = last_at, ended_by_silence = 1
       WHERE ended_at IS NULL AND events > 0 AND label <> '' AND last_at < ?
         AND integration_key IN (SELECT key FROM integrations WHERE id IN (SELECT value FROM json_each(?)))`,
    )
    .run(before, JSON.stringify(integrationIds));
  return Number(result.changes);
}
