import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_EVENT_BYTES } from '../../shared/limits.ts';
import { hasDuplicateMembers } from './duplicate-members.ts';
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

export type BodyResult = { body: Buffer } | { refusal: Refusal } | { aborted: true };

const tooLarge: BodyResult = { refusal: { code: 'payload_too_large', closeConnection: true } };

/** Reads a body up to the limit. Past the limit, stops reading and leaves the rest unread. */
export function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  limit: number = MAX_EVENT_BYTES,
): Promise<BodyResult> {
  // The client can close the connection while the body waits for its turn. A destroyed request emits no more events.
  if (req.destroyed) return Promise.resolve({ aborted: true });
  const declared = req.headers['content-length'];
  if (declared !== undefined && Number(declared) > limit) return Promise.resolve(tooLarge);
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) {
        req.off('data', onData);
        req.pause();
        resolve(tooLarge);
        return;
      }
      chunks.push(chunk);
    };
    req.on('data', onData);
    req.once('end', () => resolve({ body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes) }));
    req.once('error', () => resolve({ aborted: true }));
    req.once('close', () => resolve({ aborted: true }));
  });
}

/**
 * Parses a body as JSON in strict UTF-8. A duplicate member at the top or in the member `nested` makes the body
 * invalid.
 */
export function parseJson(body: Buffer, nested: string): { value: unknown } | { refusal: Refusal } {
  const refusal: Refusal = { code: 'invalid_json' };
  if (!isUtf8(body)) return { refusal };
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // V8's message quotes the body, so it is dropped here.
    return { refusal };
  }
  return hasDuplicateMembers(text, value, nested) ? { refusal } : { value };
}
