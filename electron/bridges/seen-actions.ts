import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';
import type { HarnessId } from '../../shared/bridge.ts';
import type { RouteKind } from '../../shared/session-notes.ts';
import type { AdaptedEvent } from './harnesses/adaptation.ts';
import { within } from './harnesses/apply-patch.ts';
import { RouteCoverage } from './route-coverage.ts';

const MAX_ACTIONS = 8192;
const MAX_SESSIONS = 1024;
const SAME_MOMENT_MS = 5000;
/** Exporters gather records for some seconds before they send them. */
const TELEMETRY_DELAY_MS = 30_000;

/** Members that describe who acts and where. Two routes can fill them differently for the same action. */
const SURROUNDINGS = new Set([
  ...['cwd', 'harness', 'harnessVersion', 'destination', 'turnId', 'callId'],
  ...['agentId', 'agentType', 'parentAgentId', 'model', 'mode', 'mcpServer'],
]);

/** The way on which a report arrives. */
export type Route = HarnessId | 'telemetry';

interface Sighting {
  route: Route;
  /** When the report arrived. */
  at: number;
  /** When the action happened, as far as the report says. */
  happenedAt: number;
  /** The receipt of the action, once it is recorded. */
  receipt?: RecordedAction;
}

/** The receipt that an action has already. */
interface RecordedAction {
  integrationId: string;
  receiptId: string;
}

/** An action that is new, or what is known of it. */
type EnteredAction =
  | { isNew: true; recorded(receipt: RecordedAction): void; forget(): void }
  /** `other` is the receipt of an action that another kind of route reported before. */
  | { isNew: false; other: RecordedAction | undefined };

export const routeKindOf = (route: Route): RouteKind => (route === 'telemetry' ? 'telemetry' : 'hooks');

// Two routes can write the members of one input in a different order.
const digest = (...parts: unknown[]) =>
  createHash('sha256')
    .update(stringify(parts) ?? '')
    .digest('base64');

/** Returns the members that any two routes report alike for one action. */
function commonMembers({ event, data }: AdaptedEvent, path: unknown): unknown {
  if (event === 'session.started') return null;
  // A hook can know that a file is new, and telemetry cannot.
  if (event === 'file.changed') return path;
  // Routes give one tool different names: `Bash` and `exec_command`, for example.
  if (event === 'tool.before_use' && data.toolInput !== undefined) return data.toolInput;
  return Object.entries(data).filter(([name]) => !SURROUNDINGS.has(name));
}

/**
 * Compares two reports with the same content. Telemetry can arrive long after its action: a span is exported when it
 * ends. Its own time then tells that both reports are of one moment.
 */
function isSameAction({ event }: AdaptedEvent, earlier: Sighting, later: Sighting): boolean {
  const bySession = event === 'session.started' || event === 'session.ended';
  if (!bySession && earlier.route === later.route) return false;
  const delay = later.route === 'telemetry' ? TELEMETRY_DELAY_MS : SAME_MOMENT_MS;
  const apart = Math.abs(later.happenedAt - earlier.happenedAt);
  return later.at - earlier.at < delay || (earlier.route !== later.route && apart < SAME_MOMENT_MS);
}

/** Keeps the newest entries of a map. */
function remember<V>(map: Map<string, V>, key: string, value: V, limit: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value!);
}

/**
 * Remembers recent actions, so that an action reported through two harness configurations, or two entries of
 * one, gives one receipt. An action is known when its harness's own id was seen, or when another route reported
 * the same content at the same moment. One route may repeat its content, because people repeat themselves; only
 * the start and the end of a session are known whatever the route.
 */
export class SeenActions {
  /** Compares the routes. Nothing of it decides whether an action is known. */
  readonly coverage = new RouteCoverage();
  readonly #seen = new Map<string, Sighting>();
  /** The last folder of each session. Telemetry of a patch names files without it. */
  readonly #folders = new Map<string, string>();
  /** The sessions whose hooks reported, with the integration of their receipts once one is recorded. */
  readonly #hooked = new Map<string, string | undefined>();

  /** Adds an action. One that is known already is not added. */
  enter(event: AdaptedEvent, route: Route, at: number): EnteredAction {
    const end = digest('session.ended', event.sessionId, null);
    // A resumed session can end again within the moment.
    if (event.event !== 'session.ended') this.#seen.delete(end);
    const path = this.#wholePath(event);
    const words =
      event.event === 'session.ended'
        ? end
        : digest(event.event, event.sessionId, commonMembers(event, path));
    const happenedAt = Date.parse(event.occurredAt ?? '') || at;
    const byWords = this.#seen.get(words);
    // A patch is one action that changes many files.
    const id =
      event.action === undefined ? undefined : digest(event.event, event.sessionId, event.action, path);
    const known =
      byWords !== undefined && isSameAction(event, byWords, { route, at, happenedAt })
        ? byWords
        : id === undefined
          ? undefined
          : this.#seen.get(id);
    if (known !== undefined) {
      const isOther = routeKindOf(known.route) !== routeKindOf(route);
      return { isNew: false, other: isOther ? known.receipt : undefined };
    }
    if (event.event === 'session.started' && this.#isUnderWay(event.sessionId, route)) {
      return { isNew: false, other: undefined };
    }
    const keys = id === undefined ? [words] : [words, id];
    const sighting: Sighting = { route, at, happenedAt };
    for (const key of keys) remember(this.#seen, key, sighting, MAX_ACTIONS);
    const isHook = route !== 'telemetry';
    if (isHook) remember(this.#hooked, event.sessionId, this.#hooked.get(event.sessionId), MAX_SESSIONS);
    return {
      isNew: true,
      recorded: (receipt) => {
        sighting.receipt = receipt;
        if (isHook) remember(this.#hooked, event.sessionId, receipt.integrationId, MAX_SESSIONS);
      },
      forget: () => {
        for (const key of keys) this.#seen.delete(key);
      },
    };
  }

  /** Adds a session of an earlier run, whose hooks the record has. */
  recall(sessionId: string, integrationId: string): void {
    if (!this.#hooked.has(sessionId)) remember(this.#hooked, sessionId, integrationId, MAX_SESSIONS);
  }

  /** Returns the integration whose hooks reported a session. Its telemetry belongs to the same session. */
  hookOwner(sessionId: string): string | undefined {
    return this.#hooked.get(sessionId);
  }

  /**
   * Returns true for a start that telemetry tells of a session whose hooks have reported. Exporters tell it again for
   * each turn or after a resume, and some only at the end of a turn.
   */
  #isUnderWay(sessionId: string, route: Route): boolean {
    return route === 'telemetry' && this.#hooked.has(sessionId);
  }

  /** Returns the path of an event below the folder that its session last named. */
  #wholePath({ sessionId, data: { cwd, path } }: AdaptedEvent): unknown {
    if (typeof cwd === 'string') {
      remember(this.#folders, sessionId, cwd, MAX_SESSIONS);
    }
    return typeof path === 'string' ? within(this.#folders.get(sessionId), path) : undefined;
  }
}
