import type { Approval, RouteCount, RouteKind } from '../../shared/session-notes.ts';
import type { NotedSession } from '../receipts/store/session-notes.ts';

/** A call counts as reported by one route only when the other has had this time. Exporters gather records. */
const SETTLED_MS = 60_000;
const WRITE_DELAY_MS = 2000;
const MAX_CALLS = 8192;
const MAX_SESSIONS = 1024;

interface CallSeen {
  sessionId: string;
  routes: Set<RouteKind>;
  at: number;
}

const key = (...parts: string[]) => parts.join('\0');

/** What is compared for one integration. Each has its own, so that none can displace what another compares. */
interface Compared {
  calls: Map<string, CallSeen>;
  /** The largest number of each session. */
  numbers: Map<string, number>;
}

/**
 * Compares the routes by which an agent reports: which calls came by both, which numbers are missing, and who
 * approved a call. It holds ids in memory for a minute and passes on counts. It is no part of accepting an event. A
 * note belongs to the session of one integration, and says nothing about a session of another with the same id.
 */
export class RouteCoverage {
  readonly #compared = new Map<string, Compared>();
  #waiting = new Map<string, NotedSession>();
  #timer: NodeJS.Timeout | undefined;
  /** Stores the notes. The host sets it. */
  write: ((noted: NotedSession[]) => Promise<void>) | undefined;

  /** Notes that a route reported a tool call of an integration's session. */
  call(integrationId: string, sessionId: string, callId: string, route: RouteKind, at: number): void {
    const { calls } = this.#of(integrationId);
    const seen = calls.get(key(sessionId, callId));
    if (seen === undefined) {
      this.#keep(calls, key(sessionId, callId), { sessionId, routes: new Set([route]), at }, MAX_CALLS);
    } else seen.routes.add(route);
    this.#schedule();
  }

  /** Notes who decided about a call. The receipt of the call is found when the note is stored. */
  decision(integrationId: string, sessionId: string, callId: string, approval: Approval): void {
    this.#noted(integrationId, sessionId).approvals.push({ callId, approval });
    this.#schedule();
  }

  /** Notes that a route reported an action whose receipt another route gave. */
  secondRoute(
    first: { integrationId: string; receiptId: string },
    sessionId: string,
    route: RouteKind,
  ): void {
    this.#noted(first.integrationId, sessionId).secondRoutes.push({ receiptId: first.receiptId, route });
    this.#schedule();
  }

  /** Notes a report of a hook, and whether it gave a receipt or belongs to one of another route. */
  hookReport(integrationId: string, sessionId: string, gaveEvent: boolean): void {
    this.#count(integrationId, sessionId, 'hookReports', 1);
    if (gaveEvent) this.#count(integrationId, sessionId, 'hookEvents', 1);
    this.#schedule();
  }

  /** Notes that an agent counted a run of one of its hooks. */
  hookRun(integrationId: string, sessionId: string): void {
    this.#count(integrationId, sessionId, 'hookRuns', 1);
    this.#schedule();
  }

  /** Notes the number that an agent gave to a record of a session. The first one is where counting starts. */
  number(integrationId: string, sessionId: string, number: number): void {
    const { numbers } = this.#of(integrationId);
    const last = numbers.get(sessionId);
    if (last === undefined || number > last) this.#keep(numbers, sessionId, number, MAX_SESSIONS);
    if (last === undefined || number === last) return;
    // A late record fills its gap.
    this.#count(integrationId, sessionId, 'missing', number > last ? number - last - 1 : -1);
    this.#schedule();
  }

  /** Stores what is settled at an instant. */
  async flush(now: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let isWaiting = false;
    for (const [integrationId, { calls }] of this.#compared) {
      for (const [name, { sessionId, routes, at }] of calls) {
        if (routes.size === 1 && now - at < SETTLED_MS) continue;
        calls.delete(name);
        const [only] = routes;
        const count = routes.size > 1 ? 'bothRoutes' : only === 'hooks' ? 'hooksOnly' : 'telemetryOnly';
        this.#count(integrationId, sessionId, count, 1);
      }
      isWaiting ||= calls.size > 0;
    }
    const noted = [...this.#waiting.values()];
    this.#waiting = new Map();
    // A store that cannot write reports that itself. These notes are not worth a second try.
    if (noted.length > 0) await this.write?.(noted).catch(() => {});
    if (isWaiting) this.#schedule();
  }

  #of(integrationId: string): Compared {
    const compared = this.#compared.get(integrationId) ?? { calls: new Map(), numbers: new Map() };
    this.#compared.set(integrationId, compared);
    return compared;
  }

  #count(integrationId: string, sessionId: string, name: RouteCount, change: number): void {
    if (change === 0) return;
    const { counts } = this.#noted(integrationId, sessionId);
    counts[name] = (counts[name] ?? 0) + change;
  }

  #noted(integrationId: string, sessionId: string): NotedSession {
    const name = key(integrationId, sessionId);
    const known = this.#waiting.get(name);
    if (known !== undefined) return known;
    const noted: NotedSession = { integrationId, sessionId, approvals: [], secondRoutes: [], counts: {} };
    this.#waiting.set(name, noted);
    return noted;
  }

  #keep<V>(map: Map<string, V>, name: string, value: V, limit: number): void {
    map.delete(name);
    map.set(name, value);
    if (map.size > limit) map.delete(map.keys().next().value!);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(Date.now()), WRITE_DELAY_MS).unref();
  }
}
