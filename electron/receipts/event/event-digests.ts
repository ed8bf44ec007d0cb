import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { EVENT_SCHEMA } from '../../../shared/limits.ts';
import { canonicalJson } from '../../proof/canonical-json.ts';
import { unrecordedReceiptId } from '../schema/receipt-id.ts';

const DIGEST_BYTES = 16;
const SHA256_BYTES = 32;
const SHA256_BLOCK_BYTES = 64;
/** The constants of HMAC (RFC 2104). */
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const UTF8_BYTES_PER_UNIT = 3;
/** The buffer for the texts of small events. A larger one would stay in memory for the rare large events. */
const SMALL_BYTES = 65_536;

/** Returns the block of an HMAC key with a constant, and room for what is hashed after it. */
function paddedKey(key: Uint8Array, pad: number, room: number): Buffer {
  const block = Buffer.alloc(SHA256_BLOCK_BYTES + room, 0);
  block.set(key);
  for (let index = 0; index < SHA256_BLOCK_BYTES; index += 1) block[index]! ^= pad;
  return block;
}

interface IdentifiedEvent {
  integrationId: string;
  event: string;
  sessionId: string;
  occurredAt: string;
  data: object;
  /** The identity of an event whose data is no longer here. */
  prepared?: { identity: Uint8Array };
}

/** Keyed digests. With an unkeyed hash, a reader of the disk could guess a short prompt. */
export class EventDigests {
  readonly #key: KeyObject;
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  /** `key` has at most the 64 bytes of a block. */
  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key);
    this.#inner = paddedKey(key, INNER_PAD, SMALL_BYTES);
    this.#outer = paddedKey(key, OUTER_PAD, SHA256_BYTES);
  }

  #digest(purpose: string, text: string): Buffer {
    const input = purpose + text;
    const digest =
      input.length * UTF8_BYTES_PER_UNIT > SMALL_BYTES
        ? createHmac('sha256', this.#key).update(input).digest()
        : this.#smallDigest(input);
    return digest.subarray(0, DIGEST_BYTES);
  }

  /** HMAC-SHA-256 in two calls. An object for each digest takes twice the time. */
  #smallDigest(input: string): Buffer {
    const end = SHA256_BLOCK_BYTES + this.#inner.write(input, SHA256_BLOCK_BYTES, 'utf8');
    const inner = hash('sha256', this.#inner.subarray(0, end), 'binary');
    // The text is that of the event before its redaction.
    this.#inner.fill(0, SHA256_BLOCK_BYTES, end);
    this.#outer.write(inner, SHA256_BLOCK_BYTES, 'binary');
    return Buffer.from(hash('sha256', this.#outer, 'binary'), 'binary');
  }

  /**
   * Returns the digest that only retries of the same event by the same integration share. `canonical` is the data as
   * canonical JSON, if it is known.
   */
  identity(event: IdentifiedEvent, canonical?: string): Buffer {
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
   * Returns the receipt id of an event that is not recorded. The id derives from the event's instant and identity, so
   * all retries get the same id although nothing is stored.
   */
  unrecordedReceiptId(event: IdentifiedEvent): string {
    return unrecordedReceiptId(Date.parse(event.occurredAt), this.identity(event));
  }
}
