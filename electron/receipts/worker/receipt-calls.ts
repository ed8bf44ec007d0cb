import type { DeletionScope, ReceiptFilter } from '../../../shared/control.ts';
import type { FileHarm, RestoredPart } from '../../../shared/incident.ts';
import type { StatsDimension } from '../../../shared/insight.ts';
import type { NewGap } from '../../../shared/recording-gap.ts';
import type { JsonValue, Redactor } from '../../redaction/redactor.ts';
import type { OpenStore } from '../repair/read-store.ts';
import { countReceipts, listFiles, queryStatistics, type TimeRange } from '../store/activity-reader.ts';
import { isDiskFull, suggestsDamage } from '../store/database.ts';
import { listProblems, readIncidents } from '../store/problem-reader.ts';
import { listProjects } from '../store/project-reader.ts';
import type { RetentionLimits } from '../store/receipt-eraser.ts';
import type { ReadOptions } from '../store/receipt-reader.ts';
import { type Deletion, nothingDeleted } from '../store/receipt-sizes.ts';
import { beginGap, endGap, listGaps, noteGap, setOpenGaps } from '../store/recording-gaps.ts';
import { dismissProblem, type NotedRefusals, noteRefusals } from '../store/refusal-groups.ts';
import { listSecrets, markRotated } from '../store/secret-reader.ts';
import { closeSilentSessions } from '../store/session-ledger.ts';
import { type NotedSession, noteSessions, readReceiptNotes } from '../store/session-notes.ts';
import { getSession, querySessions, type SessionQuery } from '../store/session-reader.ts';
import { type StoreHealth, storeHealth } from '../store/store-health.ts';
import { lastReceipts, storeStatistics } from '../store/store-statistics.ts';
import { addIncident, seeIncidents } from '../survival/incidents.ts';
import { DamageFound } from '../survival/kept-file.ts';
import { recordCalls } from './record-calls.ts';
import type { SizeLimit } from './size-limit.ts';

/** The calls that the receipt worker answers one at a time and in order. */
export type ReceiptCalls = ReturnType<typeof receiptCalls>;
export type ReceiptCall = keyof ReceiptCalls;

/** Reasons are found without the shortcuts of a search, and meanwhile this thread stores nothing. */
const LONGEST_EXPLAINED = 8192;

/** Answers the host's calls from an open store. */
export function receiptCalls(
  store: OpenStore,
  redactor: Redactor,
  sizeLimit: SizeLimit,
  giveWay: () => Promise<void>,
) {
  return {
    ...reads(store, giveWay),
    ...insights(store),
    ...changes(store, sizeLimit),
    ...checks(store),
    ...recordCalls(store, giveWay),
    /** Returns the stored form of a JSON value. Stores nothing. */
    maskValue: (value: JsonValue) => redactor.redactValue(value).value,
    /** Returns the stored form of a text and what was found in it, and why if somebody asks. Stores nothing. */
    preview: (given: string, explain = false) => {
      const { engine, ruleSet } = redactor;
      const { text, findings } = redactor.redactText(given);
      const isExplained = explain && given.length <= LONGEST_EXPLAINED;
      return {
        text,
        engine,
        ruleSet,
        findings,
        ...(isExplained ? { explanations: redactor.explain(given) } : {}),
      };
    },
    // Closing the last connection checkpoints the write-ahead log and removes it.
    close: () => store.close(),
  };
}

function reads(store: OpenStore, giveWay: () => Promise<void>) {
  const query = (filter: ReceiptFilter, cursor: string | undefined, limit: number, options?: ReadOptions) =>
    store.read(({ reader }) => reader.query(filter, cursor, limit, options));
  /** Counts matching receipts no further than one more than `most`, and for one turn if they must be compared. */
  const countTurn = (filter: ReceiptFilter, most?: number, cursor?: string) =>
    store.read(({ db, reader }) => countReceipts(db, reader, filter, most, cursor));
  return {
    query,
    export: (filter: ReceiptFilter, cursor: string | undefined, limit: number, options?: ReadOptions) =>
      store.read(({ reader }) => reader.export(filter, cursor, limit, options)),
    get: (id: string) => store.read(({ reader }) => reader.get(id)),
    /** Returns what the ways of the reports say beside a receipt. */
    receiptNotes: (id: string) => store.read(({ db }) => readReceiptNotes(db, id)),
    countTurn,
    count: (filter: ReceiptFilter, most?: number) => {
      let [count, cursor]: [number, string | null | undefined] = [0, undefined];
      do {
        const turn = countTurn(filter, most === undefined ? undefined : most - count, cursor);
        count += turn.count;
        cursor = turn.nextCursor;
      } while (cursor !== null);
      return count;
    },
    lastReceipts: (integrationIds: string[]) => store.read((parts) => lastReceipts(parts, integrationIds)),
    sessions: (wanted: SessionQuery) => store.read(({ db, reader }) => querySessions(db, reader, wanted)),
    session: (key: number) => store.read(({ db, reader }) => getSession(db, reader, key)),
    gaps: () => store.read(({ db }) => listGaps(db)),
    statistics: () => store.read(storeStatistics),
    incidents: (limit: number) => store.read((parts) => readIncidents(parts, limit)),
    /** Counts the rows, and lets events commit meanwhile. */
    health: (): Promise<StoreHealth> =>
      store.attemptAsync(async (parts) => {
        const turns = storeHealth(parts);
        for (;;) {
          const turn = turns.next();
          // A recovery makes the indexes anew. A store that is only read stays as it is.
          if (turn.done === true && !turn.value.isIndexed && store.isRead !== true) throw new DamageFound();
          if (turn.done === true) return turn.value;
          await giveWay();
        }
      }),
  };
}

/** Answers questions about many receipts at once. */
function insights(store: OpenStore) {
  return {
    /** Counts receipts between edges, in milliseconds. */
    totals: (edges: number[], by: StatsDimension | undefined, filter: ReceiptFilter) =>
      store.read(({ db, reader }) => queryStatistics(db, reader, edges, by, filter)),
    projects: (range: TimeRange) => store.read(({ db, reader }) => listProjects(db, reader, range)),
    files: (project: string | undefined, limit: number) =>
      store.read(({ db, reader }) => listFiles(db, reader, project, limit)),
    secrets: (range: TimeRange, project: string | undefined) =>
      store.read(({ db, reader }) => listSecrets(db, reader, range, project)),
    problems: (now: number) => store.read(({ db, reader }) => listProblems(db, reader, now)),
  };
}

function changes(store: OpenStore, sizeLimit: SizeLimit) {
  return {
    /** Begins or ends the gap of a pause. The scope is null for a pause of everything. */
    beginGap: (at: number, scope: string | null) => store.attempt(({ db }) => beginGap(db, at, scope)),
    endGap: (at: number, scope: string | null) => store.attempt(({ db }) => endGap(db, at, scope)),
    /** Makes the gaps of these scopes the only open ones. */
    setOpenGaps: (at: number, scopes: (string | null)[]) =>
      store.attempt(({ db }) => setOpenGaps(db, at, scopes)),
    /** Notes a gap that is no pause and is over. */
    noteGap: (gap: NewGap) => store.attempt(({ db }) => noteGap(db, gap)),
    /** Indexes one slice, or does one of the upkeep. Returns what is left to do. */
    advanceIndex: (pace: 'idle' | 'busy' = 'idle') =>
      store.attempt(({ index }) => index.advanceOrMerge(pace)),
    erase: (scope: DeletionScope, dryRun: boolean) => eraseOrEmpty(store, scope, dryRun),
    /** Marks sessions of these integrations without events since `before` as ended. Returns their number. */
    closeSilentSessions: (before: number, integrationIds: string[]) =>
      store.attempt(({ db, writer }) => {
        const closed = closeSilentSessions(db, before, integrationIds);
        // The writer holds sessions in memory, and must learn that some are no longer open.
        if (closed > 0) writer.forget();
        return closed;
      }),
    noteRefusals: (noted: NotedRefusals[], now: number) =>
      store.attempt(({ db }) => noteRefusals(db, noted, now)),
    /** Adds what the ways of their reports say to sessions. */
    noteSessions: (noted: NotedSession[]) =>
      store.attempt(({ db, digests }) => noteSessions(db, digests, noted)),
    /** Hides a problem from an instant on. Null shows it. */
    dismissProblem: (problem: string, at: number | null) =>
      store.attempt(({ db }) => dismissProblem(db, problem, at)),
    markRotated: (fingerprint: string, at: number | null) =>
      store.attempt(({ db }) => markRotated(db, fingerprint, at)),
    /** Sets the size above which the store deletes its oldest receipts. Null is none. */
    limitSize: (maxBytes: number | null) => sizeLimit.set(maxBytes),
    applyRetention: (limits: RetentionLimits, dryRun: boolean) => {
      if (!dryRun) sizeLimit.set(limits.maxBytes);
      return store.attemptAsync(({ eraser }) => eraser.applyRetention(limits, dryRun));
    },
    /** Stores an incident in which these parts were restored, or adds them to the current one, which keeps its harm. */
    noteIncident: (at: number, restored: readonly RestoredPart[], harm: FileHarm) =>
      store.attempt(({ db }) => addIncident(db, { at, harm, restored })),
    /** Marks all incidents as seen, or takes that back for some. */
    seeIncidents: (at: number, takenBack: number[] | undefined) =>
      store.attempt(({ db }) => seeIncidents(db, at, takenBack)),
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
      const rest = await eraser.measureEverything().catch(nothingDeleted);
      store.empty();
      return { receipts: erased.receipts + rest.receipts, bytes: erased.bytes + rest.bytes };
    }
  });
}

/** Answers that report damage as a finding and do not change the store. */
function checks(store: OpenStore) {
  const unlessDamaged = <T, D>(action: () => T, damaged: D): T | D => {
    try {
      return action();
    } catch (error) {
      if (suggestsDamage(error)) return damaged;
      throw error;
    }
  };
  return {
    integrity: () =>
      unlessDamaged(() => {
        const lines = store.use(({ db }) => db.prepare('PRAGMA quick_check(10)').all());
        return lines.map((line) => line.quick_check as string).filter((line) => line !== 'ok');
      }, ['damaged']),
    /** Counts the receipts. Returns undefined if damage prevents the count. */
    tally: () => unlessDamaged(() => store.use(({ reader }) => reader.count({}).count), undefined),
  };
}
