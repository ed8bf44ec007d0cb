import { PlinthInvalidError, PlinthTooLargeError } from './errors.ts';
import type { PlinthEvent } from './events.ts';

const SCHEMA = 'service.event.v1';
const MAX_EVENT_BYTES = 1_048_576;

/** The bytes of one event, made once so that every try sends the same. */
export function encodeEvent(integration: string, event: PlinthEvent): Uint8Array {
  const { occurredAt = new Date(), data = {} } = event;
  let bytes: Uint8Array;
  try {
    bytes = Buffer.from(JSON.stringify({ schema: SCHEMA, integration, ...event, occurredAt, data }));
  } catch {
    // A cycle, a BigInt or too deep. The engine's own message names the caller's members, so it is not passed on.
    throw new PlinthInvalidError('The event was not sent: its `data` is not JSON.', {
      errors: [{ pointer: '/data', code: 'invalid' }],
    });
  }
  if (bytes.byteLength > MAX_EVENT_BYTES) {
    throw new PlinthTooLargeError('The event was not sent: it is over 1 MiB.');
  }
  return bytes;
}
