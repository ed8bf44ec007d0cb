import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LargeBodies, LargeBody } from './large-bodies.ts';

/** The longest string of an oversized body that is kept. Paths, names and most commands are shorter. */
const MAX_KEPT_STRING_BYTES = 16_384;
/** The most bytes of an oversized body that are kept together. */
const MAX_KEPT_BYTES = 2 * 1_048_576;
/** The largest body that is read at all. A hook sends for half a second at most. */
export const MAX_OVERSIZED_BYTES = 64 * 1_048_576;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Copies JSON without its long strings. Each of them is replaced by a mark. */
class LongStringDropper {
  readonly mark = randomUUID();
  // One buffer: a body of short strings would otherwise become a million of them.
  readonly #kept = Buffer.allocUnsafe(MAX_KEPT_BYTES + MAX_KEPT_STRING_BYTES);
  #keptBytes = 0;
  /** The place of the string that is being read, or undefined outside of strings. */
  #string: number | undefined;
  #stringBytes = 0;
  #isEscaped = false;

  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.#keptBytes < this.#kept.length; at += 1) {
      const byte = chunk[at]!;
      if (this.#string === undefined) {
        this.#keep(byte);
        if (byte === QUOTE) this.#string = this.#keptBytes;
      } else if (byte === QUOTE && !this.#isEscaped) this.#closeString(this.#string);
      else {
        this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
        this.#stringBytes += 1;
        if (this.#stringBytes <= MAX_KEPT_STRING_BYTES) this.#keep(byte);
      }
    }
  }

  /** Returns the copy, or undefined where the rest is too large, too. */
  result(): Buffer | undefined {
    return this.#keptBytes > MAX_KEPT_BYTES
      ? undefined
      : Buffer.from(this.#kept.subarray(0, this.#keptBytes));
  }

  #keep(byte: number): void {
    this.#kept[this.#keptBytes] = byte;
    this.#keptBytes += 1;
  }

  #closeString(start: number): void {
    if (this.#stringBytes > MAX_KEPT_STRING_BYTES)
      this.#keptBytes = start + this.#kept.write(this.mark, start);
    this.#keep(QUOTE);
    this.#string = undefined;
    this.#stringBytes = 0;
  }
}

/** A body without its long strings, and the mark that stands for each. */
export interface ReducedBody {
  body: Buffer;
  mark: string;
}

/** Continues a body of unknown length, and fails where it is too large. The answer still needs the connection. */
export async function* continued(read: readonly Buffer[], req: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0;
  for (const part of [read, req.iterator({ destroyOnReturn: false })]) {
    for await (const chunk of part) {
      bytes += chunk.length;
      if (bytes > MAX_OVERSIZED_BYTES) throw new RangeError('the body is too large');
      yield chunk;
    }
  }
}

/**
 * Reads a body that is over the limit, and keeps all of it but its long strings. It takes a turn
 * among the large bodies and keeps its place until `answer` ends. `answer` gets undefined where nothing small enough
 * is left, or where the client closed the connection.
 */
export async function takeOversizedBody<T>(
  req: AsyncIterable<unknown>,
  place: { integration: object; largeBodies: LargeBodies } | LargeBody,
  read: (reduced: ReducedBody) => Promise<T>,
  answer: (taken: T | undefined) => Promise<void> | void,
): Promise<void> {
  const large = 'leave' in place ? place : await place.largeBodies.enter(place.integration, MAX_KEPT_BYTES);
  try {
    const dropper = new LongStringDropper();
    try {
      for await (const chunk of req) dropper.add(chunk as Buffer);
    } catch {
      return await answer(undefined);
    }
    const body = dropper.result();
    await answer(body && (await read({ body, mark: dropper.mark })));
  } finally {
    large.leave();
  }
}
