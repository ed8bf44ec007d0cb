import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { unreadableOtlpBody } from '../../shared/words/otlp-refusals.ts';
import { MAX_TELEMETRY_BYTES } from '../body/body-budget.ts';
import { type LargeBodies, SMALL_BODY_BYTES } from './large-bodies.ts';
import type { Refusal } from './problem-response.ts';
import { readBody, release } from './request-body.ts';

const unzip = promisify(gunzip);
/** The allocator returns parts of this size to the system. Smaller ones leave 15 MB between those that are in use. */
const PART_BYTES = 131_072;

/** The two encodings of OTLP over HTTP. */
export type OtlpEncoding = 'json' | 'protobuf';

const MEDIA_TYPES: Readonly<Record<string, OtlpEncoding>> = {
  'application/json': 'json',
  'application/x-protobuf': 'protobuf',
};

/** A refusal with a sentence that is more exact than the usual one of its code. */
export type OtlpRefusal = Refusal & { words?: string };

/** Returns the encoding that a request's media type names. */
export function otlpEncoding(req: IncomingMessage): OtlpEncoding | undefined {
  const type = (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return Object.hasOwn(MEDIA_TYPES, type) ? MEDIA_TYPES[type] : undefined;
}

const isGzip = (req: IncomingMessage) => req.headers['content-encoding']?.toLowerCase() === 'gzip';

/** Refuses a compression other than gzip, and a transfer encoding other than chunked. */
export function checkOtlpEncoding(req: IncomingMessage): Refusal | undefined {
  const { 'content-encoding': content, 'transfer-encoding': transfer } = req.headers;
  const isPlain = content === undefined || content.toLowerCase() === 'identity';
  const isChunked = transfer === undefined || transfer.toLowerCase() === 'chunked';
  const isKnown = otlpEncoding(req) !== undefined && isChunked && (isPlain || isGzip(req));
  return isKnown ? undefined : { code: 'unsupported_media_type' };
}

type Unpacked = { body: Buffer } | { refusal: OtlpRefusal };

/** Decompresses a body up to the limit. A bomb costs no more memory than the limit. */
async function unpack(req: IncomingMessage, body: Buffer): Promise<Unpacked> {
  if (!isGzip(req)) return { body };
  try {
    return { body: await unzip(body, { maxOutputLength: MAX_TELEMETRY_BYTES, chunkSize: PART_BYTES }) };
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return {
      refusal: isTooLarge
        ? { code: 'payload_too_large' }
        : { code: 'invalid_json', words: unreadableOtlpBody.gzip },
    };
  }
}

/**
 * Reads and decompresses a body, lets `read` read it, and keeps its place among the large ones until `answer` ends. An
 * aborted request gets no answer.
 */
export async function takeOtlpBody<T extends object>(
  req: IncomingMessage,
  res: ServerResponse,
  { integration, largeBodies }: { integration: object; largeBodies: LargeBodies },
  read: (body: Buffer, isLarge: boolean) => Promise<T>,
  answer: (taken: T | { refusal: OtlpRefusal }) => Promise<void> | void,
): Promise<void> {
  const declared = req.headers['content-length'];
  const isSmall = declared !== undefined && Number(declared) <= SMALL_BODY_BYTES && !isGzip(req);
  const large = isSmall ? undefined : await largeBodies.enter(integration, MAX_TELEMETRY_BYTES);
  try {
    const received = await readBody(req, res, MAX_TELEMETRY_BYTES);
    if ('aborted' in received) return;
    if ('refusal' in received) return await answer(received);
    const unpacked = await unpack(req, received.body);
    if ('refusal' in unpacked) return await answer(unpacked);
    const { body } = unpacked;
    const value = await read(body, body.length > SMALL_BODY_BYTES);
    // The records wait for their commits without the bytes.
    release(body);
    await answer(value);
  } finally {
    large?.leave();
  }
}
