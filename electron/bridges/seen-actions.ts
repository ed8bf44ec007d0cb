import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';
import type { HarnessId } from '../../shared/bridge.ts';
import type { AdaptedEvent } from './harnesses/adaptation.ts';
import { within } from './harnesses/apply-patch.ts';
import { RouteCoverage } from './route-coverage.ts';

const MAX_ACTIONS = 8192;
const MAX_FOLDERS = 1024;
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
  at: number;
}

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

  /**
   * Adds an action. Returns undefined when it is already known. Otherwise `forget` removes the action again.
   */
  enter(event: AdaptedEvent, route: Route, at: number): { forget: () => void } | undefined {
    const end = digest('session.ended', event.sessionId, null);
    // A resumed session can end again within the moment.
    if (event.event !== 'session.ended') this.#seen.delete(end);
    const path = this.#wholePath(event);
    const bySession = event.event === 'session.started' || event.event === 'session.ended';
    const words =
      event.event === 'session.ended'
        ? end
        : digest(event.event, event.sessionId, commonMembers(event, path));
    const earlier = this.#seen.get(words);
    const moment = route === 'telemetry' ? TELEMETRY_DELAY_MS : SAME_MOMENT_MS;
    if (earlier !== undefined && at - earlier.at < moment && (bySession || earlier.route !== route)) {
      return undefined;
    }
    // A patch is one action that changes many files.
    const id =
      event.action === undefined ? undefined : digest(event.event, event.sessionId, event.action, path);
    if (id !== undefined && this.#seen.has(id)) return undefined;
    const keys = id === undefined ? [words] : [words, id];
    for (const key of keys) this.#remember(key, { route, at });
    return {
      forget: () => {
        for (const key of keys) this.#seen.delete(key);
      },
    };
  }

  /** Returns the path of an event below the folder that its session last named. */
  #wholePath({ sessionId, data: { cwd, path } }: AdaptedEvent): unknown {
    if (typeof cwd === 'string') {
      this.#folders.delete(sessionId);
      this.#folders.set(sessionId, cwd);
      if (this.#folders.size > MAX_FOLDERS) this.#folders.delete(this.#folders.keys().next().value!);
    }
    return typeof path === 'string' ? within(this.#folders.get(sessionId), path) : undefined;
  }

  #remember(key: string, sighting: Sighting): void {
    this.#seen.delete(key);
    this.#seen.set(key, sighting);
    if (this.#seen.size <= MAX_ACTIONS) return;
    const [oldest] = this.#seen.keys();
    this.#seen.delete(oldest!);
  }
}
