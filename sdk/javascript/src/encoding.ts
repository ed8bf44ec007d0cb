import { PlinthInvalidError, PlinthTooLargeError } from './errors.ts';
import type { PlinthEvent } from './events.ts';

const SCHEMA = 'service.event.v1';
const MAX_EVENT_BYTES = 1_048_576;
/** Levels of JSON that the contract allows inside `data`: 32 with the event and `data` themselves. */
const MAX_DATA_DEPTH = 30;

/** Returns the JSON form of any value. What has none is described, so that the event is not lost. */
function toPlain(value: unknown, levels: number, above: readonly unknown[]): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return `${value}`;
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

/** Gives the bytes of one event, made once so that every try sends the same. Throws what is wrong with it. */
export type Encode = (event: PlinthEvent) => Uint8Array;

/** Makes the encoder of a client. No two events get the same time, because Plinth takes equal events for one. */
export function encoderFor(integration: string): Encode {
  let last = 0;
  const now = () => {
    last = Math.max(Date.now(), last + 1);
    return new Date(last);
  };
  return (event) => {
    let bytes: Uint8Array;
    try {
      const { occurredAt = now(), data } = event;
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
  };
}
