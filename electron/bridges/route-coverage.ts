import { OUTCOMES, type Outcome, type RouteCount, type RouteKind } from '../../shared/session-notes.ts';
import type { NotedSession } from '../receipts/store/session-notes.ts';
import { textDigest } from './action-digest.ts';
import { fittingSessionId } from './event-fitting.ts';
import type { CallNotes } from './harnesses/adaptation.ts';
import { getOrMake, keepNewest } from './recent-values.ts';
import type { RecordedAction } from './sighting.ts';

/** A call counts as reported by one route only when the other has had this time. Exporters gather records. */
const SETTLED_MS = 60_000;
const WRITE_DELAY_MS = 2000;
/** Several batches of an exporter, which sends 512 records at a time. */
const MAX_CALLS = 4096;
/** The receipts of one call that get its notes. A call of Cline runs a few commands; ids of 256 would take tens of megabytes. */
const MAX_RECEIPTS_OF_CALL = 16;
const MAX_SESSIONS = 1024;
/** Missing numbers of a session that a late record can fill. Few, because each record of a request can skip as many. */
const MAX_LATE = 32;
/** Notes that the store takes at a time. Events wait some milliseconds for so many. */
const NOTES_PER_WRITE = 256;

interface CallSeen {
  sessionId: string;
  /** The route that reported it first, and whether the other did, too. */
  route: RouteKind;
  byBoth: boolean;
  at: number;
}

interface NotedCall extends CallNotes {
  sessionId: string;
  at: number;
}

/** Returns the key of a call. A hash, because ids can have any length. */
const keyOf = (sessionId: string, callId: string) => textDigest(`${sessionId}\0${callId}`);

/** What is compared for one integration. Each has its own, so that none can displace what another compares. */
interface Compared {
  calls: Map<string, CallSeen>;
  /** The receipts of calls: of a tool's use, and of the command that it ran. */
  receipts: Map<string, string[]>;
  /** What is told about calls whose receipt was not found yet. */
  told: Map<string, NotedCall>;
  /** Receipts whose action another kind of route reported. */
  seconds: Map<string, { sessionId: string; route: RouteKind }>;
  /** The largest number of each session, and the newest of those that are missing before it. */
  numbers: Map<string, { last: number; missing: Set<number> }>;
  /** Changes of the counts of each session. */
  counts: Map<string, NotedSession['counts']>;
}

const nothingCompared = (): Compared => ({
  ...{ calls: new Map(), receipts: new Map(), told: new Map() },
  ...{ seconds: new Map(), numbers: new Map(), counts: new Map() },
});

const noNotes = { approvals: [], outcomes: [], secondRoutes: [], counts: {} };

/** Returns the later one in the order of outcomes. */
const worseOf = (a: Outcome | undefined, b: Outcome | undefined): Outcome | undefined =>
  OUTCOMES.findLast((each) => each === a || each === b);

/**
 * Compares the routes by which an agent reports: which calls came by both, which numbers are missing, who approved a
 * call and what became of it. It holds a bounded number of ids in memory, none longer than the contract's, and is no part of
 * accepting an event. A note belongs to the session of one integration, and says nothing about a session of another
 * with the same id.
 */
export class RouteCoverage {
  readonly #compared = new Map<string, Compared>();
  #timer: NodeJS.Timeout | undefined;
  /** Stores the notes. The host sets it. */
  write: ((noted: NotedSession[]) => Promise<void>) | undefined;

  /** Notes that a route reported a tool call of an integration's session. */
  call(integrationId: string, session: string, callId: string, route: RouteKind, at: number): void {
    const { calls } = this.#of(integrationId);
    const sessionId = fittingSessionId(session);
    const name = keyOf(sessionId, callId);
    const seen = calls.get(name);
    if (seen === undefined) keepNewest(calls, name, { sessionId, route, byBoth: false, at }, MAX_CALLS);
    else seen.byBoth ||= seen.route !== route;
    this.#schedule();
  }

  /** Notes a receipt of a tool call. */
  receipt(integrationId: string, session: string, callId: string, receiptId: string): void {
    const { receipts } = this.#of(integrationId);
    const name = keyOf(fittingSessionId(session), callId);
    const known = receipts.get(name) ?? [];
    if (known.length < MAX_RECEIPTS_OF_CALL) keepNewest(receipts, name, [...known, receiptId], MAX_CALLS);
  }

  /** Notes who decided about a call, and what became of it. The receipt of the call can come a little later. */
  told(integrationId: string, session: string, callId: string, notes: CallNotes): void {
    const { told } = this.#of(integrationId);
    const sessionId = fittingSessionId(session);
    const name = keyOf(sessionId, callId);
    if (notes.approval === undefined && notes.outcome === undefined) return;
    const { approval, outcome } = told.get(name) ?? {};
    const noted = { approval: notes.approval ?? approval, outcome: worseOf(outcome, notes.outcome) };
    keepNewest(told, name, { sessionId, at: Date.now(), ...noted }, MAX_CALLS);
    this.#schedule();
  }

  /** Notes that a route reported an action whose receipt another route gave. */
  secondRoute(
    first: Pick<RecordedAction, 'integrationId' | 'receiptId'>,
    session: string,
    route: RouteKind,
  ): void {
    const second = { sessionId: fittingSessionId(session), route };
    keepNewest(this.#of(first.integrationId).seconds, first.receiptId, second, MAX_CALLS);
    this.#schedule();
  }

  /** Notes a report of a hook, and whether it gave a receipt or is about what has one. */
  hookReport(integrationId: string, sessionId: string, gaveEvent: boolean): void {
    this.#count(integrationId, sessionId, 'hookReports', 1);
    if (gaveEvent) this.#count(integrationId, sessionId, 'hookEvents', 1);
    this.#schedule();
  }

  /** Notes one more of what an agent counts or tells of a session. */
  counted(integrationId: string, sessionId: string, count: RouteCount): void {
    this.#count(integrationId, sessionId, count, 1);
    this.#schedule();
  }

  /** Notes the number of a record of a session. The first one is where counting starts. A pause makes none missing. */
  number(integrationId: string, session: string, number: number, isPaused = false): void {
    const { numbers } = this.#of(integrationId);
    const sessionId = fittingSessionId(session);
    const known = numbers.get(sessionId);
    const { last, missing } = known ?? { last: number - 1, missing: new Set<number>() };
    keepNewest(numbers, sessionId, { last: Math.max(last, number), missing }, MAX_SESSIONS);
    if (isPaused) return;
    const skipped = Math.max(number - last - 1, 0);
    for (let each = Math.max(last + 1, number - MAX_LATE); each < number; each += 1) missing.add(each);
    for (const oldest of missing) {
      if (missing.size <= MAX_LATE) break;
      missing.delete(oldest);
    }
    // A late record fills its gap. One that an exporter sends again fills none.
    this.#count(integrationId, sessionId, 'missing', missing.delete(number) ? -1 : skipped);
    this.#schedule();
  }

  /** Stores what is settled at an instant. */
  async flush(now: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const noted: NotedSession[] = [];
    let isWaiting = false;
    for (const [integrationId, { calls, told, ...compared }] of this.#compared) {
      for (const [name, { sessionId, route, byBoth, at }] of calls) {
        if (!byBoth && now - at < SETTLED_MS) continue;
        calls.delete(name);
        const count = byBoth ? 'bothRoutes' : route === 'hooks' ? 'hooksOnly' : 'telemetryOnly';
        this.#count(integrationId, sessionId, count, 1);
      }
      const note = (sessionId: string, notes: Partial<NotedSession>) =>
        noted.push({ ...noNotes, integrationId, sessionId, ...notes });
      for (const [name, { sessionId, approval, outcome, at }] of told) {
        const receipts = compared.receipts.get(name);
        if (receipts === undefined && now - at < SETTLED_MS) continue;
        told.delete(name);
        for (const receiptId of receipts ?? []) {
          note(sessionId, {
            approvals: approval === undefined ? [] : [{ receiptId, approval }],
            outcomes: outcome === undefined ? [] : [{ receiptId, outcome }],
          });
        }
      }
      for (const [receiptId, { sessionId, route }] of compared.seconds) {
        note(sessionId, { secondRoutes: [{ receiptId, route }] });
      }
      compared.seconds.clear();
      for (const [sessionId, counts] of compared.counts) note(sessionId, { counts });
      compared.counts.clear();
      isWaiting ||= calls.size > 0 || told.size > 0;
    }
    if (isWaiting) this.#schedule();
    for (let from = 0; from < noted.length; from += NOTES_PER_WRITE) {
      // A store that cannot write reports that itself. These notes are not worth a second try.
      await this.write?.(noted.slice(from, from + NOTES_PER_WRITE)).catch(() => {});
    }
  }

  #of(integrationId: string): Compared {
    return getOrMake(this.#compared, integrationId, nothingCompared);
  }

  #count(integrationId: string, session: string, name: RouteCount, change: number): void {
    if (change === 0) return;
    const { counts } = this.#of(integrationId);
    const sessionId = fittingSessionId(session);
    const known = counts.get(sessionId) ?? {};
    keepNewest(counts, sessionId, { ...known, [name]: (known[name] ?? 0) + change }, MAX_SESSIONS);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(Date.now()), WRITE_DELAY_MS).unref();
  }
}
