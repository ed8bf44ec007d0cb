import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ReceiptType } from '../../../shared/event.ts';
import type { EventDigests } from '../event/event-digests.ts';
import type { IncomingEvent } from '../event/incoming-event.ts';

interface SessionState {
  key: number;
  integrationKey: number;
  label: string;
  lastAt: number;
  startedAt: number | null;
  endedAt: number | null;
  events: number;
  counts: Partial<Record<ReceiptType, number>>;
  dirty: boolean;
}

/** Counts over all sessions, in memory. */
export interface LedgerSums {
  /** Sessions with a receipt. Receipts without a session have a row without a name, which does not count. */
  sessions: number;
  /** Receipts by the key of their integration. */
  events: Map<number, number>;
}

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
  readonly #digests: EventDigests;
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #cache = new Map<string, SessionState>();
  readonly #dirty = new Set<SessionState>();
  #sums: LedgerSums | undefined;

  constructor(db: DatabaseSync, digests: EventDigests) {
    this.#db = db;
    this.#digests = digests;
    this.#find = db.prepare(
      `SELECT key, label, last_at, started_at, iif(ended_by_silence = 1, NULL, ended_at) AS ended_at, events, counts
       FROM sessions WHERE integration_key = ? AND digest = ?`,
    );
    this.#insert = db.prepare(
      'INSERT INTO sessions (integration_key, digest, label, first_at, last_at) VALUES (?, ?, ?, ?, ?) RETURNING key',
    );
    this.#update = db.prepare(
      `UPDATE sessions SET last_at = ?, started_at = ?, ended_at = ?, events = ?, counts = ?,
         ended_by_silence = 0 WHERE key = ?`,
    );
  }

  /** Returns the session of an event, and creates a new session if necessary. */
  sessionOf(event: IncomingEvent, integrationKey: number, label: () => string): SessionState {
    const cacheKey = `${integrationKey}\0${event.sessionId}`;
    const cached = this.#cache.get(cacheKey);
    if (cached !== undefined) return cached;
    const digest = this.#digests.session(event.integrationId, event.sessionId);
    const row = this.#find.get(integrationKey, digest) as
      | {
          key: number;
          label: string;
          last_at: number;
          started_at: number | null;
          ended_at: number | null;
          events: number;
          counts: string;
        }
      | undefined;
    const state: SessionState =
      row === undefined
        ? this.#begin(event, integrationKey, digest, label())
        : {
            key: row.key,
            integrationKey,
            label: row.label,
            lastAt: row.last_at,
            startedAt: row.started_at,
            endedAt: row.ended_at,
            events: row.events,
            counts: JSON.parse(row.counts),
            dirty: false,
          };
    if (this.#cache.size >= MAX_CACHED_SESSIONS) {
      for (const [key, value] of this.#cache) {
        if (value.dirty) continue;
        this.#cache.delete(key);
        break;
      }
    }
    this.#cache.set(cacheKey, state);
    return state;
  }

  #begin(event: IncomingEvent, integrationKey: number, digest: Buffer, label: string): SessionState {
    const { receivedAt } = event;
    const row = this.#insert.get(integrationKey, digest, label, receivedAt, receivedAt);
    const { key } = row as { key: number };
    const none = { startedAt: null, endedAt: null, events: 0, counts: {}, dirty: false };
    return { key, integrationKey, label, lastAt: receivedAt, ...none };
  }

  /** Counts a newly recorded event. */
  record(session: SessionState, event: IncomingEvent): void {
    if (this.#sums !== undefined) {
      const { events } = this.#sums;
      if (session.events === 0 && session.label !== '') this.#sums.sessions += 1;
      events.set(session.integrationKey, (events.get(session.integrationKey) ?? 0) + 1);
    }
    session.events += 1;
    session.counts[event.event] = (session.counts[event.event] ?? 0) + 1;
    session.lastAt = Math.max(session.lastAt, event.receivedAt);
    if (event.event === 'session.started') {
      session.startedAt = event.receivedAt;
      session.endedAt = null;
    } else if (event.event === 'session.ended') {
      session.endedAt = event.receivedAt;
    } else if (session.endedAt !== null && Date.parse(event.occurredAt) > session.endedAt + LATE_EVENT_MS) {
      session.endedAt = null;
    }
    session.dirty = true;
    this.#dirty.add(session);
  }

  /** Writes the changes. The caller runs it inside the transaction that writes the receipts. */
  flush(): void {
    for (const session of this.#dirty) {
      this.#update.run(
        session.lastAt,
        session.startedAt,
        session.endedAt,
        session.events,
        JSON.stringify(session.counts),
        session.key,
      );
      session.dirty = false;
    }
    this.#dirty.clear();
  }

  /** Counts over all sessions. The rows are read once, because there can be many, and {@link record} adds to the sums. */
  sums(): LedgerSums {
    if (this.#sums !== undefined) return this.#sums;
    const rows = this.#db
      .prepare(
        `SELECT integration_key AS key, sum(events) AS events, sum(events > 0 AND label <> '') AS sessions
         FROM sessions GROUP BY integration_key`,
      )
      .all() as { key: number; events: number; sessions: number }[];
    this.#sums = {
      sessions: rows.reduce((sum, row) => sum + row.sessions, 0),
      events: new Map(rows.map((row) => [row.key, row.events])),
    };
    return this.#sums;
  }

  /** Clears the state in memory, after a rollback or a deletion. */
  forget(): void {
    this.#sums = undefined;
    this.#cache.clear();
    this.#dirty.clear();
  }
}
