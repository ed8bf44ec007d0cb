import { PlinthInvalidError, PlinthTooLargeError } from './errors.ts';
import type { PlinthEvent } from './events.ts';

const SCHEMA = 'service.event.v1';
const MAX_EVENT_BYTES = 1_048_576;
/** Levels of JSON that the contract allows inside `data`: 32 with the event and `data` themselves. */
const MAX_DATA_DEPTH = 30;

/** Gives the time of events that have none. No two are equal, because Plinth takes equal events for one. */
export class Clock {
  #last = 0;

  next(): Date {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return new Date(this.#last);
  }
}

/** Returns the JSON form of any value. What has none is described, so that the event is not lost. */
function toPlain(value: unknown, levels: number, above: readonly unknown[]): unknown {
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[circular]';
  if (levels < 0) return '[too deep]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  const inside = (item: unknown) => toPlain(item, levels - 1, [...above, value]);
  try {
    if (value instanceof Error) return { name: `${value.name}`, message: `${value.message}` };
    if (value instanceof Map || value instanceof Set) return inside([...value]);
    if (Array.isArray(value)) return Array.from(value, inside);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return inside(toJSON.call(value));
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inside(item)]));
  } catch {
    // A getter or a proxy of the caller's threw.
    return '[unreadable]';
  }
}

/** The bytes of one event, made once so that every try sends the same. */
export function encodeEvent(integration: string, event: PlinthEvent, clock: Clock): Uint8Array {
  let bytes: Uint8Array;
  try {
    const { occurredAt = clock.next(), data } = event;
    const plain = toPlain(data ?? {}, MAX_DATA_DEPTH, []);
    bytes = Buffer.from(JSON.stringify({ schema: SCHEMA, integration, ...event, occurredAt, data: plain }));
  } catch {
    // The engine's own message names the caller's members, so it is not passed on.
    throw new PlinthInvalidError('The event was not sent: it is not JSON.', {
      errors: [{ pointer: '/data', code: 'invalid' }],
    });
  }
  if (bytes.byteLength > MAX_EVENT_BYTES) {
    throw new PlinthTooLargeError('The event was not sent: it is over 1 MiB.');
  }
  return bytes;
}
