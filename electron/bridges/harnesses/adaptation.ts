import type { EventType } from '../../../shared/event.ts';

export type Payload = Record<string, unknown>;

/** One of our events as an adapter made it of allow-listed fields; the normal validation still follows. */
export interface AdaptedEvent {
  event: EventType;
  sessionId: string;
  /** The harness's own clock, where its payload tells it. */
  occurredAt?: string | undefined;
  data: Record<string, unknown>;
  /** Names the action within its session, so that a second report of it can be told. */
  action?: string | undefined;
  /** Members, or parts of them, that the adapter cut because they are none of the user's. */
  leftOut?: number;
}

/**
 * What a payload means. `ignored` is known and none of our business; `unknown` is counted and shown, for it may be
 * a new version of the harness; `not_user_input` is a prompt that no user typed, counted and not taken.
 */
export type Adaptation =
  | { kind: 'events'; events: AdaptedEvent[]; unknownFields: number }
  | { kind: 'ignored' }
  | { kind: 'not_user_input' }
  | { kind: 'unknown' };

export const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of these members that is a string and not empty. */
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
    if (isPayload(value)) return value;
  }
  return undefined;
}

/** A time as harnesses write it, ISO text or epoch milliseconds, in the contract's form. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = typeof value === 'number' ? value : Date.parse(value);
  if (!Number.isFinite(time) || time < 0 || time > 253_402_300_799_999) return undefined;
  return new Date(time).toISOString();
}

/** Members without those that are undefined, so that a missing field stays missing. */
export function present(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

export function countUnknown(payload: Payload, known: ReadonlySet<string>): number {
  return Object.keys(payload).filter((name) => !known.has(name)).length;
}
