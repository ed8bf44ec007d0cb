import type { DeletionScope } from '../../../shared/control.ts';
import type { Redactor } from '../../redaction/redactor.ts';
import type { OpenStore } from '../repair/read-store.ts';
import { countReceipts, listFiles, queryStatistics } from '../store/activity-reader.ts';
import { isDiskFull, suggestsDamage } from '../store/database.ts';
import { readIncidents } from '../store/incident-reader.ts';
import { listProblems } from '../store/problem-reader.ts';
import { listProjects } from '../store/project-reader.ts';
import { type Deletion, nothingDeleted } from '../store/receipt-sizes.ts';
import { beginGap, endGap, listGaps, noteGap, setOpenGaps } from '../store/recording-gaps.ts';
import { dismissProblem, noteRefusals } from '../store/refusal-groups.ts';
import { listSecrets, markRotated } from '../store/secret-reader.ts';
import { noteSessions, readReceiptNotes } from '../store/session-notes.ts';
import { getSession, querySessions } from '../store/session-reader.ts';
import { closeSilentSessions } from '../store/session-silence.ts';
import { storeHealth } from '../store/store-health.ts';
import type { StoreParts } from '../store/store-parts.ts';
import { lastReceipts, storeStatistics } from '../store/store-statistics.ts';
import { addIncident, lastSeqOf, seeIncidents } from '../survival/incidents.ts';
import { DamageFound } from '../survival/kept-file.ts';
import { recordCalls } from './record-calls.ts';
import type { SizeLimit } from './size-limit.ts';
import type { ReceiptCalls } from './worker-protocol.ts';

/** Answers the host's calls from an open store. */
export function receiptCalls(
  store: OpenStore,
  redactor: Redactor,
  sizeLimit: SizeLimit,
  giveWay: () => Promise<void>,
): ReceiptCalls {
  return {
    ...reads(store, giveWay),
    ...insights(store),
    ...changes(store, sizeLimit),
    ...checks(store),
    ...recordCalls(store, giveWay),
    ...incidents(store),
    maskValue: (value) => redactor.redactValue(value).value,
    preview: (given) => {
      const { engine, ruleSet } = redactor;
      const { text, findings } = redactor.redactText(given);
      return { text, engine, ruleSet, findings };
    },
    // Closing the last connection checkpoints the write-ahead log and removes it.
    close: () => store.close(),
  };
}

type Reads = Pick<
  ReceiptCalls,
  | 'query'
  | 'export'
  | 'get'
  | 'receiptNotes'
  | 'count'
  | 'countTurn'
  | 'lastReceipts'
  | 'sessions'
  | 'session'
  | 'gaps'
  | 'statistics'
  | 'health'
>;

function reads(store: OpenStore, giveWay: () => Promise<void>): Reads {
  const read = <T>(action: (parts: StoreParts) => T) => store.read(() => action(store.parts));
  return {
    query: (filter, cursor, limit, options) =>
      read(({ reader }) => reader.query(filter, cursor, limit, options)),
    export: (filter, cursor, limit, options) =>
      read(({ reader }) => reader.export(filter, cursor, limit, options)),
    get: (id) => read(({ reader }) => reader.get(id)),
    receiptNotes: (id) => read(({ db }) => readReceiptNotes(db, id)),
    countTurn: (filter, most, cursor) =>
      read(({ db, reader }) => countReceipts(db, reader, filter, most, cursor)),
    count: (filter, most) =>
      read(({ db, reader }) => {
        let [count, cursor]: [number, string | null | undefined] = [0, undefined];
        do {
          const left = most === undefined ? undefined : most - count;
          const turn = countReceipts(db, reader, filter, left, cursor ?? undefined);
          count += turn.count;
          cursor = turn.nextCursor;
        } while (cursor !== null);
        return count;
      }),
    lastReceipts: (integrationIds) => read((parts) => lastReceipts(parts, integrationIds)),
    sessions: (query) => read(({ db, reader }) => querySessions(db, reader, query)),
    gaps: () => read(({ db }) => listGaps(db)),
    session: (key) => read(({ db, reader }) => getSession(db, reader, key)),
    statistics: () => read(storeStatistics),
    health: () =>
      store.attemptAsync(async () => {
        const turns = storeHealth(store.parts);
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

type Insights = Pick<ReceiptCalls, 'totals' | 'projects' | 'files' | 'secrets' | 'problems'>;

/** Answers questions about many receipts at once. */
function insights(store: OpenStore): Insights {
  const read = <T>(action: (parts: StoreParts) => T) => store.read(() => action(store.parts));
  return {
    totals: (edges, by, filter) => read(({ db, reader }) => queryStatistics(db, reader, edges, by, filter)),
    projects: (range) => read(({ db, reader }) => listProjects(db, reader, range)),
    files: (project, limit) => read(({ db, reader }) => listFiles(db, reader, project, limit)),
    secrets: (range, project) => read(({ db, reader }) => listSecrets(db, reader, range, project)),
    problems: (now) => read(({ db, reader }) => listProblems(db, reader, now)),
  };
}

type Changes = Pick<
  ReceiptCalls,
  | 'beginGap'
  | 'endGap'
  | 'setOpenGaps'
  | 'noteGap'
  | 'advanceIndex'
  | 'erase'
  | 'closeSilentSessions'
  | 'applyRetention'
  | 'limitSize'
  | 'markRotated'
  | 'noteRefusals'
  | 'dismissProblem'
  | 'noteSessions'
>;

function changes(store: OpenStore, sizeLimit: SizeLimit): Changes {
  const attempt = <T>(action: (parts: StoreParts) => T) => store.attempt(() => action(store.parts));
  return {
    beginGap: (at, scope) => attempt(({ db }) => beginGap(db, at, scope)),
    endGap: (at, scope) => attempt(({ db }) => endGap(db, at, scope)),
    setOpenGaps: (at, scopes) => attempt(({ db }) => setOpenGaps(db, at, scopes)),
    noteGap: (gap) => attempt(({ db }) => noteGap(db, gap)),
    advanceIndex: (pace) => attempt(({ index }) => index.advanceOrMerge(pace ?? 'idle')),
    erase: (scope, dryRun) => store.attemptAsync(() => eraseOrEmpty(store, scope, dryRun)),
    closeSilentSessions: (before, integrationIds) =>
      attempt(({ db, writer }) => {
        const closed = closeSilentSessions(db, before, integrationIds);
        // The writer holds sessions in memory, and must learn that some are no longer open.
        if (closed > 0) writer.forget();
        return closed;
      }),
    noteRefusals: (noted, now) => attempt(({ db }) => noteRefusals(db, noted, now)),
    noteSessions: (noted) => attempt(({ db, digests }) => noteSessions(db, digests, noted)),
    dismissProblem: (problem, at) => attempt(({ db }) => dismissProblem(db, problem, at)),
    markRotated: (fingerprint, at) => attempt(({ db }) => markRotated(db, fingerprint, at)),
    limitSize: (maxBytes) => sizeLimit.set(maxBytes),
    applyRetention: (limits, dryRun) => {
      if (!dryRun) sizeLimit.set(limits.maxBytes);
      return store.attemptAsync(() => store.parts.eraser.applyRetention(limits, dryRun));
    },
  };
}

/** Deletes receipts. Everything can also be deleted where the disk has no room for a deletion by rows. */
async function eraseOrEmpty(store: OpenStore, scope: DeletionScope, dryRun: boolean): Promise<Deletion> {
  const { eraser } = store.parts;
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
}

function incidents(store: OpenStore): Pick<ReceiptCalls, 'noteIncident' | 'incidents' | 'seeIncidents'> {
  return {
    noteIncident: (at, restored, harm) =>
      store.attempt(() => {
        const { db } = store.parts;
        const lastSeq = lastSeqOf(db);
        addIncident(db, { at, harm, lastSeq, restored, waited: 0, unrecorded: 0, lost: 0 });
      }),
    incidents: (limit) => store.read(() => readIncidents(store.parts, limit)),
    seeIncidents: (at, takenBack) => store.attempt(() => seeIncidents(store.parts.db, at, takenBack)),
  };
}

/** Answers that report damage as a finding and do not change the store. */
function checks(store: OpenStore): Pick<ReceiptCalls, 'integrity' | 'tally'> {
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
      unlessDamaged(
        () =>
          (store.parts.db.prepare('PRAGMA quick_check(10)').all() as { quick_check: string }[])
            .map((row) => row.quick_check)
            .filter((line) => line !== 'ok'),
        ['damaged'],
      ),
    tally: () => unlessDamaged(() => store.parts.reader.count({}).count, undefined),
  };
}
