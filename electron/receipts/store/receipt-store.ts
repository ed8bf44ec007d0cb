import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { EVENT_TYPES, isNeverAccepted } from '../../../shared/event.ts';
import type { JsonValue, Redactor } from '../../redaction/redactor.ts';
import type { CommitOutcome, IncomingEvent } from '../incoming-event.ts';
import { retainRedacted } from '../stored-fields.ts';
import type { ReceiptCalls } from '../worker/worker-protocol.ts';
import { BackgroundIndex } from './background-index.ts';
import { isDamaged, openDatabase, setDatabaseAside, suggestsDamage } from './database.ts';
import type { EventDigests } from './event-digests.ts';
import { rebuildIndexes } from './rebuild-indexes.ts';
import { ReceiptEraser } from './receipt-eraser.ts';
import { ReceiptReader } from './receipt-reader.ts';
import { ReceiptWriter } from './receipt-writer.ts';
import { querySessions } from './session-reader.ts';
import { closeSilentSessions } from './session-silence.ts';
import { StoreReplaced } from './store-failure.ts';
import { noteKey, storeHealth } from './store-health.ts';

/** The receipt database as its one owning thread uses it. */
export interface ReceiptStore {
  commit(batch: readonly IncomingEvent[]): CommitOutcome[];
  calls: ReceiptCalls;
}

/** Learns what happened to the store's file. */
export interface StoreObserver {
  /** A damaged file, found at the start or while it is in use, was renamed to this and a new one begun. */
  setAside(file: string): void;
  /** Somebody deleted or replaced the file while it was in use. */
  replaced(): void;
  /** Only the indexes were damaged, and they are made anew. */
  indexRebuilt(): void;
}

interface OpenParts {
  db: DatabaseSync;
  writer: ReceiptWriter;
  reader: ReceiptReader;
  index: BackgroundIndex;
  eraser: ReceiptEraser;
}

/** How long events may go into a file that somebody has deleted or replaced before it is noticed. */
const FILE_CHECK_INTERVAL_MS = 500;

/** Bytes written after which the size limit of retention is held against the file again; the limit is 1 MiB at least. */
const SIZE_CHECK_BYTES = 1_048_576;

const yieldToEvents = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Opens the store. A damaged file is set aside and a new one takes the events from then on. `keyId` names the key
 * of the digests.
 */
export function openReceiptStore(
  file: string,
  digests: EventDigests,
  redactor: Redactor,
  observer: StoreObserver,
  keyId?: string,
): ReceiptStore {
  const assemble = (db: DatabaseSync): OpenParts => {
    if (keyId !== undefined) noteKey(db, keyId, Date.now());
    const writer = new ReceiptWriter(db, digests, retainRedacted(redactor, digests));
    const index = new BackgroundIndex(db);
    return {
      db,
      writer,
      reader: new ReceiptReader(db, index),
      index,
      eraser: new ReceiptEraser(db, index, () => writer.forget(), yieldToEvents),
    };
  };

  /** Mends or sets aside the closed file when a second look proves it damaged; false leaves everything as it is. */
  let replacements = 0;
  const replaceIfDamaged = (): boolean => {
    if (!isDamaged(file)) return false;
    if (rebuildIndexes(file)) {
      observer.indexRebuilt();
      return true;
    }
    replacements += 1;
    observer.setAside(setDatabaseAside(file, new Date()));
    return true;
  };
  const open = (): OpenParts => {
    try {
      return openDatabase(file, assemble);
    } catch (error) {
      if (!suggestsDamage(error) || !replaceIfDamaged()) throw error;
      return openDatabase(file, assemble);
    }
  };
  const fileNumber = () => statSync(file, { throwIfNoEntry: false })?.ino;
  let parts = open();
  let opened = fileNumber();
  let checkedAt = performance.now();

  /** An open file outlives its name: what is acknowledged must be where the next start looks for it. */
  function reopenIfReplaced(): void {
    const now = performance.now();
    if (now - checkedAt < FILE_CHECK_INTERVAL_MS) return;
    checkedAt = now;
    if (fileNumber() === opened) return;
    if (parts.db.isOpen) parts.db.close();
    parts = open();
    opened = fileNumber();
    observer.replaced();
  }

  /** What was done about an error: the file was opened anew, or replaced by a new one, or nothing helps. */
  function recover(error: unknown): 'reopened' | 'replaced' | 'nothing' {
    const before = replacements;
    // Closed by an earlier recovery that did not come to its end, as on a full disk.
    if (parts.db.isOpen) {
      if (!suggestsDamage(error)) return 'nothing';
      parts.db.close();
      replaceIfDamaged();
    }
    parts = open();
    opened = fileNumber();
    return replacements > before ? 'replaced' : 'reopened';
  }

  function attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (recover(error) === 'nothing') throw error;
      return action();
    }
  }

  /** A read ends where the damage is: its next page from a new, empty store would look like the end of the receipts. */
  function read<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      const recovery = recover(error);
      if (recovery === 'reopened') return action();
      throw recovery === 'replaced' ? new StoreReplaced() : error;
    }
  }

  async function attemptAsync<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (recover(error) === 'nothing') throw error;
      return action();
    }
  }

  // The hourly retention tells the limit; between two of its runs a busy hour could write many times as much.
  let maxBytes: number | null = null;
  let writtenSinceCheck = 0;
  let trimming = false;
  function keepToSize(): void {
    writtenSinceCheck += parts.writer.takeRowBytes();
    if (maxBytes === null || trimming || writtenSinceCheck < SIZE_CHECK_BYTES) return;
    writtenSinceCheck = 0;
    if (parts.eraser.usedBytes() <= maxBytes) return;
    trimming = true;
    parts.eraser
      .applyRetention({ olderThan: null, maxBytes }, false)
      // The hourly run meets the same obstacle, and its failure is logged.
      .catch(() => {})
      .finally(() => {
        trimming = false;
      });
  }

  return {
    commit: (batch) => {
      reopenIfReplaced();
      const outcomes = attempt(() => parts.writer.commit(batch));
      keepToSize();
      return outcomes;
    },
    calls: {
      query: (filter, cursor, limit) => read(() => parts.reader.query(filter, cursor, limit)),
      export: (filter, cursor, limit) => read(() => parts.reader.export(filter, cursor, limit)),
      get: (id) => read(() => parts.reader.get(id)),
      count: (filter) => read(() => parts.reader.count(filter)),
      lastReceipts: (integrationIds) =>
        read(() =>
          integrationIds.flatMap((integrationId) =>
            EVENT_TYPES.flatMap((event) => {
              const [last] = parts.reader.query({ integrationId, event }, undefined, 1).receipts;
              return last === undefined ? [] : [{ integrationId, event, receivedAt: last.receivedAt }];
            }),
          ),
        ),
      sessions: (query) => read(() => querySessions(parts.db, parts.reader, query)),
      gaps: () => read(() => parts.reader.gaps()),
      beginGap: (at) =>
        attempt(() => {
          parts.db
            .prepare(
              'INSERT INTO recording_gaps (from_at) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM recording_gaps WHERE until_at IS NULL)',
            )
            .run(at);
        }),
      endGap: (at) =>
        attempt(() => {
          parts.db.prepare('UPDATE recording_gaps SET until_at = ? WHERE until_at IS NULL').run(at);
        }),
      statistics: () =>
        read(() => {
          const rows = parts.db
            .prepare(
              `SELECT i.id, sum(s.events) AS events FROM sessions s JOIN integrations i ON i.key = s.integration_key
               GROUP BY s.integration_key`,
            )
            .all() as { id: string; events: number }[];
          const sessions = parts.db.prepare('SELECT count(*) AS count FROM sessions WHERE events > 0').get();
          return {
            receipts: rows.reduce((sum, row) => sum + row.events, 0),
            sessions: (sessions as { count: number }).count,
            unindexedReceipts: parts.index.pending(),
            eventsByIntegration: Object.fromEntries(rows.map((row) => [row.id, row.events])),
          };
        }),
      advanceIndex: (pace) => attempt(() => !parts.index.advance(pace)),
      integrity: () => {
        try {
          return (parts.db.prepare('PRAGMA quick_check(10)').all() as { quick_check: string }[])
            .map((row) => row.quick_check)
            .filter((line) => line !== 'ok');
        } catch (error) {
          // A check that cannot be carried out because of the damage is a finding, not a failure to look.
          if (suggestsDamage(error)) return ['damaged'];
          throw error;
        }
      },
      tally: () => {
        try {
          return parts.reader.count({});
        } catch (error) {
          if (suggestsDamage(error)) return undefined;
          throw error;
        }
      },
      health: () => read(() => storeHealth(parts.db)),
      erase: (scope, dryRun) => attemptAsync(() => parts.eraser.erase(scope, dryRun)),
      closeSilentSessions: (before, integrationIds) =>
        attempt(() => {
          const closed = closeSilentSessions(parts.db, before, integrationIds);
          // The writer holds sessions in memory, and must learn that some are no longer open.
          if (closed > 0) parts.writer.forget();
          return closed;
        }),
      applyRetention: (limits, dryRun) => {
        if (!dryRun) maxBytes = limits.maxBytes;
        return attemptAsync(() => parts.eraser.applyRetention(limits, dryRun));
      },
      preview: (text, data) => {
        const { engine, ruleSet } = redactor;
        if (text !== undefined) {
          const redacted = redactor.redactText(text);
          return { text: redacted.text, data: null, engine, ruleSet, findings: redacted.findings };
        }
        const redacted = redactor.redactValue((data ?? null) as JsonValue, { withhold: isNeverAccepted });
        return { text: null, data: redacted.value, engine, ruleSet, findings: redacted.findings };
      },
      close: () => {
        // Closing the last connection checkpoints the WAL and removes it.
        parts.db.close();
      },
    },
  };
}
