import { closeSync, constants, openSync, readSync } from 'node:fs';
import { environment } from './environment.ts';
import { PlinthConfigurationError } from './errors.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^plint_[0-9A-Za-z]{49}$/;
const CHECKSUM_LENGTH = 6;
// A token is 55 characters. A longer file is not a token's.
const MAX_FILE_BYTES = 1024;

// zlib.crc32 is younger than Node 18; a token is 49 bytes, so the plain loop costs microseconds.
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function numberOf(digits: string): number {
  return [...digits].reduce((value, digit) => value * ALPHABET.length + ALPHABET.indexOf(digit), 0);
}

function faultOf(token: string): string | undefined {
  if (token === '') return 'No Plinth token: pass `token`, or set PLINTH_TOKEN or PLINTH_TOKEN_FILE.';
  if (/\0/.test(token)) return 'The token is UTF-16 text: save it as UTF-8.';
  if (/^plhook_/.test(token)) {
    return 'A plhook_ token works only in the bridge that Plinth made it for: generate a plint_ token.';
  }
  if (!SHAPE.test(token)) {
    return 'This is not a Plinth token (plint_ and 49 letters or digits): copy it again.';
  }
  if (crc32(token.slice(0, -CHECKSUM_LENGTH)) !== numberOf(token.slice(-CHECKSUM_LENGTH))) {
    return 'The checksum of this Plinth token is wrong, it has a typo: copy it again.';
  }
  return undefined;
}

/** Returns the token without white space around it. Throws a sentence that says what is wrong with it (never the token). */
function checkToken(given: unknown): string {
  const token = `${given ?? ''}`.trim();
  const fault = faultOf(token);
  if (fault !== undefined) throw new PlinthConfigurationError(fault);
  return token;
}

// O_NONBLOCK keeps a pipe in the place of the file from hanging the caller: it cannot be read at a position.
function beginningOf(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.alloc(MAX_FILE_BYTES);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_FILE_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function tokenFromFile(path: string): string {
  try {
    return beginningOf(path);
  } catch {
    throw new PlinthConfigurationError('The file that PLINTH_TOKEN_FILE names cannot be read.');
  }
}

/**
 * Returns the function that gives the token of each request. A function or a file is read each time, so that a rotated
 * token needs no restart. Throws a {@link PlinthConfigurationError} now if there is no good token now.
 */
export function tokenSource(option: string | (() => string) | undefined): () => string {
  const text = option ?? environment('PLINTH_TOKEN');
  const file = text === undefined ? environment('PLINTH_TOKEN_FILE') : undefined;
  const read = typeof text === 'function' ? text : file && (() => tokenFromFile(file));
  const token = checkToken(read ? read() : text);
  return () => (read ? checkToken(read()) : token);
}
