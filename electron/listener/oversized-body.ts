import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { LargeBodies, LargeBody } from './large-bodies.ts';
import { release } from './request-body.ts';

/** The longest string of an oversized body that is kept. Paths, names and most commands are shorter. */
const MAX_KEPT_STRING_BYTES = 16_384;
/** The most bytes of an oversized body that are kept together. */
const MAX_KEPT_BYTES = 2 * 1_048_576;
/** The largest body that is read at all. A hook sends for half a second at most. */
export const MAX_OVERSIZED_BYTES = 64 * 1_048_576;

/** The bytes between two turns of other requests: 2 ms. A chunk of what was gathered before has 8 MiB. */
const BYTES_OF_TURN = 262_144;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Copies JSON without its long strings. Each of them is replaced by a mark. It makes no object of a string: a body can have
 * millions.
 */
class LongStringDropper {
  readonly mark = randomUUID();
  /** The copy, and room for the start of a string that is not known to be short. */
  readonly #copy = Buffer.allocUnsafeSlow(MAX_KEPT_BYTES + MAX_KEPT_STRING_BYTES);
  #length = 0;
  /** The place of the string that is being read, or undefined outside of strings. */
  #stringAt: number | undefined;
  #isLong = false;
  #isEscaped = false;

  add(chunk: Buffer): void {
    for (const byte of chunk) {
      if (this.#stringAt !== undefined) this.#inside(byte, this.#stringAt);
      else if (this.#length <= MAX_KEPT_BYTES) {
        this.#keep(byte);
        if (byte === QUOTE) this.#stringAt = this.#length;
      }
    }
  }

  /** Returns the copy, or undefined where the rest is too large, too. */
  result(): Buffer | undefined {
    const length = this.#stringAt ?? this.#length;
    return length > MAX_KEPT_BYTES ? undefined : Buffer.from(this.#copy.buffer.transfer(length));
  }

  #keep(byte: number): void {
    this.#copy[this.#length] = byte;
    this.#length += 1;
  }

  #inside(byte: number, stringAt: number): void {
    const isEnd = byte === QUOTE && !this.#isEscaped;
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
    if (isEnd) {
      if (this.#isLong) this.#length = stringAt + this.#copy.write(this.mark, stringAt);
      this.#isLong = false;
      this.#stringAt = undefined;
    } else if (this.#length - stringAt === MAX_KEPT_STRING_BYTES) {
      this.#isLong = true;
      return;
    }
    this.#keep(byte);
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
      for await (const chunk of req as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += BYTES_OF_TURN) {
          dropper.add(chunk.subarray(at, at + BYTES_OF_TURN));
          await setImmediate();
        }
        release(chunk);
      }
    } catch {
      return await answer(undefined);
    }
    const body = dropper.result();
    await answer(body && (await read({ body, mark: dropper.mark })));
  } finally {
    large.leave();
  }
}
