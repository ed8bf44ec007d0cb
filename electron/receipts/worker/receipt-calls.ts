import type { DatabaseSync } from 'node:sqlite';
import type { DeletionScope } from '../../../shared/control.ts';
import type { FileHarm, RestoredPart } from '../../../shared/incident.ts';
import type { RecordCheck } from '../../../shared/record-check.ts';
import type { OpenStore } from '../repair/read-store.ts';
import { countReceipts, listFiles, listProjects, queryStatistics } from '../store/activity-reader.ts';
import { type AnchorNote, checkDatabase } from '../store/check-database.ts';
import { isDiskFull, unlessDamaged } from '../store/database.ts';
import { listProblems, readIncidents } from '../store/problem-reader.ts';
import { countedReceipts } from '../store/receipt-counts.ts';
import type { RetentionLimits } from '../store/receipt-eraser.ts';
import { proveReceipts } from '../store/receipt-proofs.ts';
import type { ReceiptReader } from '../store/receipt-reader.ts';
import { type Deletion, nothingDeleted } from '../store/receipt-sizes.ts';
import { type CopyPosition, readSlice } from '../store/record-slice.ts';
import { beginGap, endGap, listGaps, noteGap, setOpenGaps } from '../store/recording-gaps.ts';
import { dismissProblem, noteRefusals } from '../store/refusal-groups.ts';
import { listSecrets, markRotated } from '../store/secret-reader.ts';
import { closeSilentSessions, endSessions } from '../store/session-ledger.ts';
import { type NotedSession, noteSessions, readReceiptNotes } from '../store/session-notes.ts';
import { getSession, querySessions } from '../store/session-reader.ts';
import { Turns } from '../store/slice-time.ts';
import { storeHealth } from '../store/store-health.ts';
import type { StoreParts } from '../store/store-parts.ts';
import { lastReceipts, storeStatistics } from '../store/store-statistics.ts';
import { addIncident, seeIncidents } from '../survival/incidents.ts';
import { DamageFound } from '../survival/kept-file.ts';

/** The calls that the receipt worker answers one at a time and in order. */
export type ReceiptCalls = ReturnType<typeof receiptCalls>;
export type ReceiptCall = keyof ReceiptCalls;

/** Answers the host's calls from an open store. */
export function receiptCalls(
  store: OpenStore,
  limitSize: (maxBytes: number | null) => void,
  giveWay: () => Promise<void>,
) {
  return {
    ...reads(store, giveWay),
    ...changes(store, limitSize),
    ...checks(store),
    ...recordCalls(store, giveWay),
    // Closing the last connection checkpoints the write-ahead log and removes it.
    close: () => store.close(),
  };
}

/** What a call does with the open store, and with the values of the main thread. */
type Action<A extends unknown[], R> = (parts: StoreParts, ...values: A) => R;

/** Gives an action on a database the form of one on the store. */
const onDatabase =
  <A extends unknown[], R>(action: (db: DatabaseSync, ...values: A) => R): Action<A, R> =>
  ({ db }, ...values) =>
    action(db, ...values);

function reads(store: OpenStore, giveWay: () => Promise<void>) {
  const read =
    <A extends unknown[], R>(action: Action<A, R>) =>
    (...values: A): R =>
      store.read((parts) => action(parts, ...values));
  return {
    query: read(({ reader }, ...of: Parameters<ReceiptReader['query']>) => reader.query(...of)),
    export: read(({ reader }, ...of: Parameters<ReceiptReader['export']>) => reader.export(...of)),
    get: read(({ reader }, id: string) => reader.get(id)),
    receiptNotes: read(onDatabase(readReceiptNotes)),
    /** Counts matching receipts no further than one more than `most`, and for one turn if they must be compared. */
    countTurn: read(countReceipts),
    count: read(onDatabase(countedReceipts)),
    lastReceipts: read(lastReceipts),
    sessions: (query: Parameters<typeof querySessions>[1]) =>
      store.attemptAsync((parts) => querySessions(parts, query, giveWay)),
    session: read(getSession),
    gaps: read(onDatabase(listGaps)),
    statistics: read(storeStatistics),
    incidents: read(readIncidents),
    totals: read(queryStatistics),
    projects: read(listProjects),
    files: read(listFiles),
    secrets: read(listSecrets),
    problems: read(listProblems),
    /** Counts the rows, and lets events commit meanwhile. */
    health: () =>
      store.attemptAsync(async (parts) => {
        const health = await storeHealth(parts, new Turns(giveWay));
        // A recovery makes the indexes anew. A store that is only read stays as it is.
        if (!health.isIndexed && store.isRead !== true) throw new DamageFound();
        return health;
      }),
  };
}

/** Changes what is stored beside the receipts, and deletes receipts. */
function changes(store: OpenStore, limitSize: (maxBytes: number | null) => void) {
  const change =
    <A extends unknown[], R>(action: Action<A, R>) =>
    (...values: A): R =>
      store.attempt((parts) => action(parts, ...values));
  return {
    beginGap: change(onDatabase(beginGap)),
    endGap: change(onDatabase(endGap)),
    setOpenGaps: change(onDatabase(setOpenGaps)),
    noteGap: change(onDatabase(noteGap)),
    /** Indexes one slice, or does one of the upkeep. Returns what is left to do. */
    advanceIndex: (pace: 'idle' | 'busy' = 'idle') =>
      store.attempt(({ index }) => index.advanceOrMerge(pace)),
    erase: (scope: DeletionScope, dryRun: boolean) => eraseOrEmpty(store, scope, dryRun),
    /** Marks sessions of these integrations without events since `before` as ended. Returns their number. */
    closeSilentSessions: change(({ db, writer }, before: number, integrationIds: string[]) => {
      const closed = closeSilentSessions(db, before, integrationIds);
      // The writer holds sessions in memory, and must learn that some are no longer open.
      if (closed > 0) writer.forget();
      return closed;
    }),
    /** Ends the sessions of this id that integrations have open. */
    endSessions: change(
      ({ db, digests, writer }, at: number, sessionId: string, integrationIds: readonly string[]) => {
        endSessions(db, digests, { at, sessionId, integrationIds });
        writer.forget();
      },
    ),
    noteRefusals: change(onDatabase(noteRefusals)),
    noteSessions: change(({ db, digests }, noted: NotedSession[]) => noteSessions(db, digests, noted)),
    dismissProblem: change(onDatabase(dismissProblem)),
    markRotated: change(onDatabase(markRotated)),
    /** Sets the size above which the store deletes its oldest receipts. Null is none. */
    limitSize,
    applyRetention: (limits: RetentionLimits, dryRun: boolean) => {
      if (!dryRun) limitSize(limits.maxBytes);
      return store.attemptAsync(({ eraser }) => eraser.applyRetention(limits, dryRun));
    },
    /** Stores an incident in which these parts were restored, or adds them to the current one, which keeps its harm. */
    noteIncident: change(({ db }, at: number, restored: readonly RestoredPart[], harm: FileHarm) =>
      addIncident(db, { at, harm, restored }),
    ),
    seeIncidents: change(onDatabase(seeIncidents)),
  };
}

/** Deletes receipts. Everything can also be deleted where the disk has no room for a deletion by rows. */
function eraseOrEmpty(store: OpenStore, scope: DeletionScope, dryRun: boolean): Promise<Deletion> {
  return store.attemptAsync(async ({ eraser }) => {
    const erased = nothingDeleted();
    try {
      return await eraser.erase(scope, dryRun, erased);
    } catch (error) {
      if (dryRun || !('everything' in scope) || !isDiskFull(error)) throw error;
      // The deletion matters more than its number: a read that fails must not prevent it.
      const rest = await eraser.erase(scope, true).catch(nothingDeleted);
      store.empty();
      return { receipts: erased.receipts + rest.receipts, bytes: erased.bytes + rest.bytes };
    }
  });
}

/** Answers that report damage as a finding and do not change the store. */
function checks(store: OpenStore) {
  return {
    integrity: () =>
      unlessDamaged(() => {
        const lines = store.use(({ db }) => db.prepare('PRAGMA integrity_check(10)').all());
        return lines.map((line) => line.integrity_check as string).filter((line) => line !== 'ok');
      }, ['damaged']),
    /** Counts the receipts. Returns undefined if damage prevents the count. */
    tally: () => unlessDamaged(() => store.use(({ db }) => countedReceipts(db)), undefined),
  };
}

/** Answers the calls about the tree and its checkpoints. Damage is a result of a check, and the store stays as it is. */
function recordCalls(store: OpenStore, giveWay: () => Promise<void>) {
  /** Leaves and receipts that the running check has read, and their total. */
  let progress: { done: number; of: number } | undefined;
  return {
    /** Checks the record against its tree and these checkpoints. Events commit meanwhile. */
    checkRecord: async (anchors: AnchorNote[]): Promise<RecordCheck> => {
      const onSlice = (done: number, of: number) => {
        progress = { done, of };
        return giveWay();
      };
      try {
        return await store.use(({ db, checkpoints }) => checkDatabase(db, checkpoints, anchors, onSlice));
      } finally {
        progress = undefined;
      }
    },
    checkProgress: () => progress,
    /** Signs a checkpoint if the record has grown, and returns it. */
    signCheckpoint: () => store.use(({ checkpoints }) => checkpoints?.sign()),
    newestCheckpoint: () =>
      store.use(({ checkpoints }) => {
        const newest = checkpoints?.all().at(-1);
        if (checkpoints === undefined || newest === undefined) return undefined;
        const { note, at } = newest;
        return { note, at: new Date(at).toISOString(), verifierKey: checkpoints.signer.verifierKey };
      }),
    /** Signs a text with the key of the checkpoints. */
    signNote: (text: string) =>
      store.use(({ checkpoints }) => {
        if (checkpoints === undefined) throw new Error('no_key');
        return checkpoints.signer.sign(text);
      }),
    /** Returns receipts with proofs, at a checkpoint or at the newest one. Undefined if no checkpoint proves the record. */
    prove: (receiptIds: string[], checkpoint?: string) =>
      store.use((parts) => proveReceipts(parts, receiptIds, new Turns(giveWay), checkpoint)),
    /** Returns what a copy of the record at this position lacks. */
    copySlice: (from: CopyPosition) => store.read(({ db }) => readSlice(db, from)),
    /** Tells whether the record continues from a copy with so many leaves and this root. */
    continuesCopy: (leaves: number, root: Uint8Array) =>
      store.use(({ tree }) => tree.rootAt(leaves)?.equals(root) === true),
    /** Looks at every page of the store. Unless it is a dry run, repairs what is damaged. */
    repair: (dryRun: boolean) => store.repair(dryRun),
    /** Puts a prepared database in the place of the record. Returns the new name of the record, if it had receipts. */
    adopt: (prepared: string) => store.adopt(prepared),
    /** Tells how the record continues from a signed checkpoint. */
    continuationOf: (note: string) =>
      store.use(({ checkpoints }) => checkpoints?.continuation(note) ?? 'continues'),
  };
}
