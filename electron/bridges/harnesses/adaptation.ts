import type { EventType, UnreadableReason } from '../../../shared/event.ts';
import { isObject } from '../../../shared/is-object.ts';
import type { Approval, Outcome } from '../../../shared/session-notes.ts';

export type Payload = Record<string, unknown>;
export { isObject as isPayload };

/** Who approved the call of a report, and what became of it. Undefined where that is not told. */
export interface CallNotes {
  approval?: Approval | undefined;
  outcome?: Outcome | undefined;
}

/** A Plinth event that an adapter built from allow-listed fields. The normal validation follows. */
export interface AdaptedEvent extends CallNotes {
  event: EventType;
  sessionId: string;
  /** The harness's own time, where its payload contains one. */
  occurredAt?: string | undefined;
  data: Record<string, unknown>;
  /** The payload does not name the AI provider. `destination` is the harness's own provider. */
  destinationAssumed?: boolean;
  /** Identifies the action within its session, so that a second report of it is recognised. */
  action?: string | undefined;
  /** The number of members, or parts of them, that the adapter removed because the user did not write them. */
  leftOut?: number;
  /** The report had a number that is kept as its own text. */
  numbersAsText?: boolean | undefined;
  /** A watcher of files saw the change. It does not know who made it, and the tool that did may report it, too. */
  isWatched?: boolean;
  /** The user typed the command to the agent's program, which ran it without the agent. */
  byUser?: boolean;
  /** The report was not in its form, and had one reading. */
  mended?: boolean;
}

/** What a report tells about a call that another report describes. */
export interface ToldCall<E = AdaptedEvent> extends CallNotes {
  kind: 'told';
  sessionId: string;
  callId: string | undefined;
  /** The events of a call without an id, by which it is found. */
  events?: E[] | undefined;
}

/** One more of what an agent tells of a session: one of its hooks ran, a sub-agent began, a turn was interrupted. */
export interface Counted {
  kind: 'counted';
  sessionId: string;
  count: 'hookRuns' | 'subAgents' | 'interrupts';
}

/**
 * The meaning of a payload. `ignored` is known and not relevant. `unknown` is counted and shown, because it may
 * come from a new version of the harness. `not_user_input` is a prompt that no user typed; it is counted and
 * not stored. An unknown payload with a `reason` is about an action and does not say which.
 */
export type Adaptation =
  | { kind: 'events'; events: AdaptedEvent[]; unknownFields: number }
  | ToldCall
  | Counted
  | { kind: 'ignored' }
  | { kind: 'not_user_input' }
  | { kind: 'unknown'; reason?: UnreadableReason; sessionId?: string };

/** The events of a report of a program of ours. It has no fields that an adapter does not know. */
export const events = (...list: AdaptedEvent[]): Adaptation => ({
  kind: 'events',
  events: list,
  unknownFields: 0,
});

/** Returns the maker of a report's events, which have `common` and are about `about`. */
export const eventMaker =
  (common: Omit<AdaptedEvent, 'event' | 'data'>, about: Payload) =>
  (event: EventType, members: object): AdaptedEvent => ({
    event,
    ...common,
    data: present({ ...about, ...members }),
  });
export type EventMaker = ReturnType<typeof eventMaker>;

/** A report without the id of a session. */
export const withoutSession: Adaptation = { kind: 'unknown', reason: 'no_session' };

/** A report of a session that leaves out what it is about. */
export const incomplete = (sessionId: string): Adaptation => ({
  kind: 'unknown',
  reason: 'incomplete',
  sessionId,
});

/** Returns the first of these members that is a non-empty string. */
export function textOf(payload: Payload, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

export function objectOf(payload: Payload, ...names: string[]): Payload | undefined {
  for (const name of names) {
    const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
    if (isObject(value)) return value;
  }
  return undefined;
}

/** Converts a harness's time, ISO text or epoch milliseconds, into the contract's form. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = typeof value === 'number' ? value : Date.parse(value);
  if (!Number.isFinite(time) || time < 0 || time > 253_402_300_799_999) return undefined;
  return new Date(time).toISOString();
}

/** Removes the members that are undefined, so that a missing field stays missing. */
export function present(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

export function countUnknown(payload: Payload, known: ReadonlySet<string>): number {
  return Object.keys(payload).filter((name) => !known.has(name)).length;
}
