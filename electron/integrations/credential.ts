import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type CredentialPrefix = 'plint_' | 'plhook_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const CREDENTIAL = /^(?:plint_|plhook_)[0-9A-Za-z]{49}$/;

function base62(value: bigint, length: number): string {
  let rest = value;
  let digits = '';
  for (let index = 0; index < length; index += 1) {
    digits = BASE62[Number(rest % 62n)] + digits;
    rest /= 62n;
  }
  return digits;
}

/** Writes the checksum without big integers: it is computed for each request. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** Generates a credential: prefix, 256 random bits in base62, and the CRC-32 of both, most significant digit first. */
export function generateCredential(prefix: CredentialPrefix): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  return `${prefix}${secret}${checksum(prefix + secret)}`;
}

/** Returns true if the text has a credential's shape and a correct checksum. The credential may still be unknown. */
export function isWellFormedCredential(text: string): boolean {
  if (!CREDENTIAL.test(text)) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Returns the SHA-256 of the whole credential in hex. Plinth stores nothing else of a credential. */
export function credentialDigest(credential: string): string {
  return hash('sha256', credential, 'hex');
}

/** Returns the fingerprint that lists show instead of a credential. */
export function credentialFingerprint(digest: string): string {
  return digest.slice(0, 8);
}
