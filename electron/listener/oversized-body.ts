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
const QUOTE_BYTES = Buffer.from('"');

/** Copies JSON without its long strings. Each of them is replaced by a mark. */
class LongStringDropper {
  readonly mark = randomUUID();
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  /** The pieces of the string that is being read, or undefined outside of strings. */
  #string: Buffer[] | undefined;
  #stringBytes = 0;
  #endsInBackslash = false;

  add(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length)
      at = this.#string === undefined ? this.#outside(chunk, at) : this.#inside(chunk, at);
  }

  /** Returns the copy, or undefined where the rest is too large, too. */
  result(): Buffer | undefined {
    return this.#keptBytes > MAX_KEPT_BYTES ? undefined : Buffer.concat(this.#kept);
  }

  #keep(bytes: Buffer): void {
    this.#keptBytes += bytes.length;
    // A copy, because a view would hold the memory of the whole chunk.
    if (this.#keptBytes <= MAX_KEPT_BYTES) this.#kept.push(Buffer.from(bytes));
  }

  #outside(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote === -1 ? chunk.length : quote + 1;
    this.#keep(chunk.subarray(from, end));
    if (quote !== -1) this.#string = [];
    return end;
  }

  #inside(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote === -1 ? chunk.length : quote;
    const isEscaped = this.#endsEscaped(chunk, from, end);
    this.#append(chunk.subarray(from, end));
    if (quote === -1) {
      this.#endsInBackslash = isEscaped;
      return end;
    }
    this.#endsInBackslash = false;
    if (isEscaped) this.#append(QUOTE_BYTES);
    else this.#closeString();
    return end + 1;
  }

  /** Returns true if an odd number of backslashes stands before `end`. */
  #endsEscaped(chunk: Buffer, from: number, end: number): boolean {
    let at = end;
    while (at > from && chunk[at - 1] === BACKSLASH) at -= 1;
    const before = at === from && this.#endsInBackslash ? 1 : 0;
    return (end - at + before) % 2 === 1;
  }

  #append(bytes: Buffer): void {
    this.#stringBytes += bytes.length;
    if (this.#stringBytes <= MAX_KEPT_STRING_BYTES) this.#string?.push(Buffer.from(bytes));
  }

  #closeString(): void {
    const isLong = this.#stringBytes > MAX_KEPT_STRING_BYTES;
    for (const piece of isLong ? [Buffer.from(this.mark)] : (this.#string ?? [])) this.#keep(piece);
    this.#keep(QUOTE_BYTES);
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
