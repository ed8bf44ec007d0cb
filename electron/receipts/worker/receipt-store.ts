import type { DatabaseSync } from 'node:sqlite';
import type { NoteSigner } from '../../proof/signed-note.ts';
import type { EventDigests } from '../event/event-digests.ts';
import type { CommitOutcome, IncomingEvent, RedactingEvent } from '../event/incoming-event.ts';
import { type Redaction, selectRedacted } from '../event/stored-fields.ts';
import { openReadStore } from '../repair/read-store.ts';
import { RecoveringStore } from '../repair/recovering-store.ts';
import { BackgroundIndex } from '../store/background-index.ts';
import { CheckpointLog } from '../store/checkpoint-log.ts';
import { releaseLargeCache } from '../store/database.ts';
import { latestSecrets } from '../store/latest-secrets.ts';
import { FilterConditions } from '../store/receipt-conditions.ts';
import { ReceiptEraser } from '../store/receipt-eraser.ts';
import { ReceiptReader } from '../store/receipt-reader.ts';
import { usedBytes } from '../store/receipt-sizes.ts';
import { ReceiptWriter } from '../store/receipt-writer.ts';
import { RecordTree } from '../store/record-tree.ts';
import { noteKey } from '../store/store-health.ts';
import type { StoreHistory, StoreParts, TellNews } from '../store/store-parts.ts';
import type { KeptFile } from '../survival/kept-file.ts';
import { receiptCalls } from './receipt-calls.ts';

/** Bytes written between two checks of the file's size; the smallest limit is 1 MiB. */
const CHECK_INTERVAL_BYTES = 1_048_576;

function sizeLimitOf(tell: TellNews) {
  let maxBytes: number | null = null;
  let writtenSinceCheck = 0;
  let isTrimming = false;
  return {
    set(limit: number | null): void {
      maxBytes = limit;
    },
    /** Deletes the oldest receipts when the last writes took the store over its limit. */
    applyTo({ db, writer, eraser }: StoreParts): void {
      writtenSinceCheck += writer.takeRowBytes();
      if (maxBytes === null || isTrimming || writtenSinceCheck < CHECK_INTERVAL_BYTES) return;
      writtenSinceCheck = 0;
      if (usedBytes(db) <= maxBytes) return;
      isTrimming = true;
      tell({ kind: 'trimming' });
      eraser
        .applyRetention({ olderThan: null, maxBytes }, false)
        // The hourly run fails for the same reason, and its failure is logged.
        .catch(() => {})
        .finally(() => {
          isTrimming = false;
          tell({ kind: 'trimmed' });
        });
    },
  };
}

/** The receipt database. Only one thread uses it. */
export type ReceiptStore = ReturnType<typeof openReceiptStore>;

/** The deleted file is invisible to the user. This bounds the disk space that it takes. */
const MAX_WAITING_RECEIPTS = 20_000;

const yieldToEvents = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Opens the store. Renames a damaged file and writes what is readable of it to a new one. `keyId` identifies the key of
 * the digests. `signer` signs checkpoints of the record. With `reads`, nothing on the disk changes.
 */
export function openReceiptStore(
  file: string,
  digests: EventDigests,
  redaction: Redaction,
  tell: TellNews,
  keyId?: string,
  signer?: NoteSigner,
  history: StoreHistory = { holdsRecord: false, integrations: [] },
  reads = false,
) {
  const { redactor } = redaction;
  const assemble = (db: DatabaseSync, kept?: KeptFile): StoreParts => {
    // A process that was killed during a deletion leaves deleted content in the log.
    kept?.checkpoint();
    if (keyId !== undefined) noteKey(db, keyId, Date.now());
    const tree = new RecordTree(db);
    const writer = new ReceiptWriter(db, digests, selectRedacted(redaction, digests), tree);
    const index = new BackgroundIndex(db);
    const conditions = new FilterConditions(db, redactor.shorten);
    const parts = { db, digests, kept, tree, writer, index };
    const eraser = new ReceiptEraser({ ...parts, conditions, giveWay: yieldToEvents });
    const reader = new ReceiptReader(db, index, conditions);
    const checkpoints = signer && new CheckpointLog(db, tree, signer);
    return { ...parts, kept: kept!, checkpoints, reader, eraser };
  };
  const recovering = reads ? undefined : new RecoveringStore(file, assemble, tell, history);
  const store = recovering ?? openReadStore(file, assemble);
  // A process that records must not depend on the pages of a file that another program can empty.
  if (keyId !== undefined) recovering?.keepWhileIdle();
  const sizeLimit = sizeLimitOf(tell);
  const commitKept = (batch: readonly IncomingEvent[], redacting?: RedactingEvent): CommitOutcome[] => {
    const kept = recovering!;
    kept.keepIfIdle();
    if ((kept.waiting ?? 0) + batch.length > MAX_WAITING_RECEIPTS) {
      kept.countWaiting(0, batch.length);
      return batch.map((event) => digests.unrecorded(event));
    }
    const outcomes = kept.attempt(({ writer }) => writer.commit(batch, redacting));
    // The check comes after the commit: a rollback would drop pages from memory that the file may not have any more.
    kept.keep();
    if (kept.waiting === undefined) return outcomes;
    kept.countWaiting(outcomes.filter(({ recorded, replayed }) => recorded && !replayed).length, 0);
    return outcomes.map((outcome) => ({ ...outcome, recorded: false }));
  };
  return {
    /**
     * Commits a batch, and restores the files if another program harmed them, before the receipts are acknowledged. Reports
     * receipts as not recorded while the database has no file that would outlive this process.
     */
    commit: (batch: readonly IncomingEvent[], redacting?: RedactingEvent): CommitOutcome[] => {
      const outcomes = commitKept(batch, redacting);
      store.use((parts) => sizeLimit.applyTo(parts));
      return outcomes;
    },
    /** Moves the pages of a long write-ahead log into the database. For the time after the answers to a commit. */
    checkpointIfDue: () => recovering?.attempt(({ kept }) => kept.checkpointIfDue()),
    /** Checks the store's files, and restores them if necessary. For the time between commits. */
    keep: () => recovering?.keepWhileIdle(),
    /** Frees the memory of pages that are in the file as well. */
    releaseMemory: () => store.use(({ db }) => releaseLargeCache(db)),
    /** Returns the fingerprints of what was masked in the latest sessions. A store that is only read redacts no event. */
    latestSecrets: () => recovering?.attempt(({ db }) => latestSecrets(db)) ?? [],
    calls: receiptCalls(store, sizeLimit.set, yieldToEvents),
  };
}
