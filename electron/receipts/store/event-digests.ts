import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import stringify from 'safe-stable-stringify';
import { EVENT_SCHEMA } from '../../../shared/limits.ts';
import { unrecordedReceiptId } from './receipt-id.ts';

// Full depth and width: the defaults of the library would cut large values short.
const canonicalJson = stringify.configure({ deterministic: true });

const DIGEST_BYTES = 16;

export interface IdentifiedEvent {
  integrationId: string;
  event: string;
  sessionId: string;
  occurredAt: string;
  data: object;
}

/**
 * Keyed digests. The key keeps them from being a dictionary: an unkeyed hash of a short prompt could be guessed
 * by whoever reads the disk.
 */
export class EventDigests {
  readonly #key: KeyObject;

  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key);
  }

  #digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(purpose).update(text).digest().subarray(0, DIGEST_BYTES);
  }

  /** Equal for a retry of the same event by the same integration, and for nothing else. */
  identity(event: IdentifiedEvent): Buffer {
    const envelope = [event.integrationId, EVENT_SCHEMA, event.event, event.sessionId, event.occurredAt];
    return this.#digest('identity\0', `${JSON.stringify(envelope)}${canonicalJson(event.data)}`);
  }

  /** Digest under which a session's events are gathered, whatever is kept of its id. */
  session(integrationId: string, sessionId: string): Buffer {
    return this.#digest('session\0', JSON.stringify([integrationId, sessionId]));
  }

  /** Hex digest of one member's value, for a receipt that keeps no text. */
  member(value: unknown): string {
    return this.#digest('member\0', canonicalJson(value) ?? '').toString('hex');
  }

  /**
   * Receipt id of an event that is not recorded: made of its instant and identity, so that its retries are
   * answered alike though nothing is kept.
   */
  unrecordedReceiptId(event: IdentifiedEvent): string {
    return unrecordedReceiptId(Date.parse(event.occurredAt), this.identity(event));
  }
}
