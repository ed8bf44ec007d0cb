import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LargeBodies, type LargeBody, SMALL_BODY_BYTES } from './large-bodies.ts';
import type { Refusal } from './problem-response.ts';

const NAMES_CHARSET = /^charset[\s*=]/i;
const IS_UTF8 = /^charset=(?:"utf-?8"|utf-?8)$/i;

function isPlainJson(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType.length > 256) return false;
  const semicolon = contentType.indexOf(';');
  const type = (semicolon === -1 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
  if (type !== 'application/json') return false;
  // Another parser might read a malformed charset as a different charset.
  return contentType
    .split(';')
    .slice(1)
    .map((parameter) => parameter.trim())
    .every((parameter) => !NAMES_CHARSET.test(parameter) || IS_UTF8.test(parameter));
}

/** Refuses a body that is not plain JSON in UTF-8, by its headers only. */
export function checkMediaType(req: IncomingMessage): Refusal | undefined {
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = req.headers;
  if (contentEncoding !== undefined || !isPlainJson(contentType)) return { code: 'unsupported_media_type' };
  // For "gzip, chunked", Node removes the chunks and leaves the rest compressed.
  const transferEncoding = req.headers['transfer-encoding']?.toLowerCase();
  if (transferEncoding !== undefined && transferEncoding !== 'chunked') {
    return { code: 'unsupported_media_type' };
  }
  return undefined;
}

/** Smallest buffer for a body of unknown length. */
const FIRST_BYTES = 16_384;

const EMPTY = Buffer.alloc(0);

/** Returns the memory of a buffer to the system at once instead of at the next collection. Nothing may use it after. */
export function release(bytes: Buffer): void {
  // A small buffer can be a part of one that others use.
  if (bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0) {
    (bytes.buffer as ArrayBuffer).transfer(0);
  }
}

/**
 * The bytes of a body, gathered in one buffer. A buffer of its own for each chunk would hold the bytes twice, and a
 * client that sends single bytes would cause hundreds of bytes of bookkeeping for each.
 */
export class GatheredBytes {
  readonly #limit: number;
  readonly #declared: number | undefined;
  #buffer: Buffer = EMPTY;
  #length = 0;

  constructor(limit: number, declared: number | undefined) {
    this.#limit = limit;
    this.#declared = declared;
  }

  /** Adds a chunk, which nothing else may use. Returns false if the body is over the limit. */
  add(chunk: Buffer): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#limit) return false;
    if (this.#length === 0 && chunk.length === this.#declared) {
      this.#buffer = chunk;
    } else {
      if (length > this.#buffer.length) this.#grow(length);
      this.#buffer.set(chunk, this.#length);
      release(chunk);
    }
    this.#length = length;
    return true;
  }

  bytes(): Buffer {
    return this.#buffer.length === this.#length ? this.#buffer : this.#buffer.subarray(0, this.#length);
  }

  /** Gives up the bytes of a body that will not be complete. */
  release(): void {
    release(this.#buffer);
    this.#buffer = EMPTY;
    this.#length = 0;
  }

  #grow(length: number): void {
    const room = this.#declared ?? Math.min(this.#limit, Math.max(FIRST_BYTES, 2 * this.#buffer.length));
    const larger = Buffer.allocUnsafeSlow(Math.max(room, length));
    larger.set(this.#buffer.subarray(0, this.#length));
    release(this.#buffer);
    this.#buffer = larger;
  }
}

type BodyResult =
  | { body: Buffer }
  | { refusal: Refusal; begun?: readonly Buffer[] }
  | { aborted: true; body?: Buffer };

const tooLarge: Refusal = { code: 'payload_too_large', closeConnection: true };

/**
 * Reads a body up to the limit. Past the limit, stops reading and leaves the rest unread. A body of unknown length waits
 * for `room` when it is no longer small. With `keepsCutOff`, an aborted body has the bytes that arrived.
 */
export function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  limit: number,
  { room, keepsCutOff = false }: { room?: () => Promise<unknown>; keepsCutOff?: boolean } = {},
): Promise<BodyResult> {
  // The client can close the connection while the body waits for its turn. A destroyed request emits no more events.
  if (req.destroyed) return Promise.resolve({ aborted: true, ...(keepsCutOff && { body: Buffer.alloc(0) }) });
  const { 'content-length': length } = req.headers;
  const declared = length === undefined ? undefined : Number(length);
  if (declared !== undefined && declared > limit) return Promise.resolve({ refusal: tooLarge });
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  return new Promise((resolve) => {
    const gathered = new GatheredBytes(limit, declared);
    let hasRoom = room === undefined || declared !== undefined;
    let isSettled = false;
    const settle = (result: BodyResult) => {
      isSettled = true;
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      if (!gathered.add(chunk)) {
        req.off('data', onData);
        req.pause();
        if (!keepsCutOff) gathered.release();
        settle({ refusal: tooLarge, ...(keepsCutOff && { begun: [gathered.bytes(), chunk] }) });
      } else if (!hasRoom && gathered.bytes().length > SMALL_BODY_BYTES) {
        hasRoom = true;
        req.pause();
        void room?.().then(() => req.resume());
      }
    };
    req.on('data', onData);
    const abort = () => {
      // Whoever got the bytes may have released them. An error here would end the process.
      if (isSettled) return;
      if (keepsCutOff) return settle({ aborted: true, body: gathered.bytes() });
      gathered.release();
      settle({ aborted: true });
    };
    req.once('end', () => {
      if (!isSettled) settle({ body: gathered.bytes() });
    });
    req.once('error', abort);
    req.once('close', abort);
  });
}

/** A body after reading, parsing and inspection, or its refusal. */
type TakenBody<T> = { bytes: number; value: T } | { refusal: Refusal };

type Inspection<T> = { value: T } | { refusal: Refusal };

/** A route's requirements for a body. */
interface BodyOptions<T> {
  /** The sender's integration. It is the key of the limits for large bodies. */
  integration: object;
  limit: number;
  largeBodies: LargeBodies;
  /** Parses and validates a body before other requests have a turn. */
  inspect(body: Buffer): Inspection<T>;
  /** Parses and validates a large body in another thread. Without it, `inspect` does. */
  inspectAside?(body: Buffer): Promise<Inspection<T>>;
  /**
   * Takes what was read of a body of unknown length that is over the limit, in its place among the large ones. A route with
   * it also takes what arrived of a body that its client cut off.
   */
  takeOversized?(begun: readonly Buffer[], large: LargeBody): Promise<void>;
}

/**
 * Reads, parses and inspects a body and waits for its answer. A large body waits for its turn among those of all
 * integrations and keeps its place until it is answered. An aborted request gets no answer.
 */
export async function takeBody<T>(
  req: IncomingMessage,
  res: ServerResponse,
  options: BodyOptions<T>,
  answer: (result: TakenBody<T>) => Promise<void> | void,
): Promise<void> {
  const { integration, limit, largeBodies, takeOversized } = options;
  const declared = Number(req.headers['content-length'] ?? 0);
  let place: Promise<LargeBody> | undefined;
  const enter = (bytes: number) => {
    place = largeBodies.enter(integration, bytes);
    return place;
  };
  try {
    if (declared > SMALL_BODY_BYTES && declared <= limit) await enter(declared);
    const unended = { room: () => enter(limit), keepsCutOff: takeOversized !== undefined };
    const read = await readBody(req, res, limit, unended);
    const large = place && (await place);
    if ('refusal' in read) {
      const { begun } = read;
      if (begun === undefined || large === undefined || takeOversized === undefined)
        return await answer(read);
      return await takeOversized(begun, large);
    }
    const { body } = read;
    if (body === undefined) return;
    const bytes = body.length;
    const inspected =
      large === undefined ? options.inspect(body) : await (options.inspectAside ?? options.inspect)(body);
    // A large body waits for its commit without its bytes.
    if (large !== undefined) release(body);
    await answer('refusal' in inspected ? inspected : { bytes, value: inspected.value });
  } finally {
    void place?.then((large) => large.leave());
  }
}
