import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { EVENT_SCHEMA } from '../../../shared/limits.ts';
import { canonicalJson } from '../../proof/canonical-json.ts';
import { unrecordedReceiptId } from '../schema/receipt-id.ts';
import type { CommitOutcome, IncomingEvent } from './incoming-event.ts';

const DIGEST_BYTES = 16;

type IdentifiedEvent = Pick<
  IncomingEvent,
  'integrationId' | 'event' | 'sessionId' | 'occurredAt' | 'data' | 'prepared'
>;

/** Keyed digests. With an unkeyed hash, a reader of the disk could guess a short prompt. */
export class EventDigests {
  readonly #key: KeyObject;

  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key);
  }

  #digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(purpose).update(text).digest().subarray(0, DIGEST_BYTES);
  }

  /**
   * Returns the digest that only retries of the same event by the same integration share. `canonical` is the data as
   * canonical JSON, if it is known.
   */
  identity(event: IdentifiedEvent, canonical?: string): Buffer {
    // Its data is no longer here.
    if (event.prepared !== undefined) return Buffer.from(event.prepared.identity);
    const envelope = [event.integrationId, EVENT_SCHEMA, event.event, event.sessionId, event.occurredAt];
    return this.#digest('identity\0', `${JSON.stringify(envelope)}${canonical ?? canonicalJson(event.data)}`);
  }

  /** Returns the digest that groups a session's events at every privacy level. */
  session(integrationId: string, sessionId: string): Buffer {
    return this.#digest('session\0', JSON.stringify([integrationId, sessionId]));
  }

  /** Returns the hex digest of one member's value, for a receipt that stores no text. */
  member(value: unknown): string {
    return this.#digest('member\0', canonicalJson(value)).toString('hex');
  }

  /**
   * Returns the outcome of an event that is not recorded. Its id derives from the event's instant and identity, so all
   * retries get the same id although nothing is stored.
   */
  unrecorded(event: IdentifiedEvent): CommitOutcome {
    const receiptId = unrecordedReceiptId(Date.parse(event.occurredAt), this.identity(event));
    return { receiptId, recorded: false, replayed: false };
  }
}
