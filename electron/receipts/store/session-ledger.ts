import type { DatabaseSync } from 'node:sqlite';
import type { ReceiptType } from '../../../shared/event.ts';
import type { EventDigests } from '../event/event-digests.ts';
import type { IncomingEvent } from '../event/incoming-event.ts';
import { numberOf, statement } from '../schema/statements.ts';

/** A row of the sessions in memory. */
interface SessionState {
  key: number;
  label: string;
  last_at: number;
  started_at: number | null;
  ended_at: number | null;
  events: number;
  counts: Partial<Record<ReceiptType, number>>;
}

/** Only between batches are there no changes to write. */
const MAX_CACHED_SESSIONS = 4096;
/**
 * An event after the end reopens its session, because a harness can resume one. Reports run side by side, so an event
 * of the last moment can arrive after the end and does not reopen it.
 */
const LATE_EVENT_MS = 1000;

/**
 * The sessions of the receipts. Each row is read once and changed in memory within a transaction. {@link flush} writes
 * the changes before the commit.
 */
export class SessionLedger {
  readonly #db: DatabaseSync;
  readonly #digests: EventDigests;
  readonly #cache = new Map<string, SessionState>();
  readonly #dirty = new Set<SessionState>();

  constructor(db: DatabaseSync, digests: EventDigests) {
    this.#db = db;
    this.#digests = digests;
  }

  /** Returns the session of an event, and creates a new session if necessary. */
  sessionOf(event: IncomingEvent, integrationKey: number, label: () => string): SessionState {
    const cacheKey = `${integrationKey}\0${event.sessionId}`;
    const cached = this.#cache.get(cacheKey);
    if (cached !== undefined) return cached;
    const digest = this.#digests.session(event.integrationId, event.sessionId);
    const row = statement(
      this.#db,
      `SELECT key, label, last_at, started_at, iif(ended_by_silence = 1, NULL, ended_at) AS ended_at, events, counts
       FROM sessions WHERE integration_key = ? AND digest = ?`,
    ).get(integrationKey, digest) as (SessionState & { counts: string }) | undefined;
    const state: SessionState =
      row === undefined
        ? this.#begin(event, integrationKey, digest, label())
        : { ...row, counts: JSON.parse(row.counts) };
    if (this.#cache.size >= MAX_CACHED_SESSIONS && this.#dirty.size === 0) this.#cache.clear();
    this.#cache.set(cacheKey, state);
    return state;
  }

  #begin(event: IncomingEvent, integrationKey: number, digest: Buffer, label: string): SessionState {
    const { receivedAt } = event;
    const key = numberOf(
      this.#db,
      'INSERT INTO sessions (integration_key, digest, label, first_at, last_at) VALUES (?, ?, ?, ?, ?) RETURNING key',
      ...[integrationKey, digest, label, receivedAt, receivedAt],
    );
    return { key, label, last_at: receivedAt, started_at: null, ended_at: null, events: 0, counts: {} };
  }

  /** Counts a newly recorded event. */
  record(session: SessionState, event: IncomingEvent): void {
    session.events += 1;
    session.counts[event.event] = (session.counts[event.event] ?? 0) + 1;
    session.last_at = Math.max(session.last_at, event.receivedAt);
    if (event.event === 'session.started') {
      session.started_at = event.receivedAt;
      session.ended_at = null;
    } else if (event.event === 'session.ended') {
      session.ended_at = event.receivedAt;
    } else if (session.ended_at !== null && Date.parse(event.occurredAt) > session.ended_at + LATE_EVENT_MS) {
      session.ended_at = null;
    }
    this.#dirty.add(session);
  }

  /** Writes the changes. The caller runs it inside the transaction that writes the receipts. */
  flush(): void {
    const update = statement(
      this.#db,
      `UPDATE sessions SET last_at = ?, started_at = ?, ended_at = ?, events = ?, counts = ?,
         ended_by_silence = 0 WHERE key = ?`,
    );
    for (const { key, last_at, started_at, ended_at, events, counts } of this.#dirty) {
      update.run(last_at, started_at, ended_at, events, JSON.stringify(counts), key);
    }
    this.#dirty.clear();
  }

  /** Clears the state in memory, after a rollback or a deletion. */
  forget(): void {
    this.#cache.clear();
    this.#dirty.clear();
  }
}

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

/** Ends open sessions of one id, whose end another integration reported. A later event reopens them. */
export function endSessions(
  db: DatabaseSync,
  digests: EventDigests,
  { at, sessionId, integrationIds }: { at: number; sessionId: string; integrationIds: readonly string[] },
): void {
  const end = db.prepare(
    `UPDATE sessions SET ended_at = ?, ended_by_silence = 0 WHERE ended_at IS NULL AND digest = ?
       AND integration_key = (SELECT key FROM integrations WHERE id = ?)`,
  );
  for (const id of integrationIds) end.run(at, digests.session(id, sessionId), id);
}
