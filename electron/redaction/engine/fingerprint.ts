import { hash } from 'node:crypto';
import { normalized } from '../../../shared/normalized.ts';

export type Fingerprint = (secret: string) => string;

/** The block of SHA-256 in bytes, and the two bytes that HMAC (RFC 2104) combines with its key. */
const BLOCK = 64;
const INNER = 0x36;
const OUTER = 0x5c;

const ORDINARY = /^[\x21-\x7e]*$/;

/**
 * The first 16 hexadecimal digits of HMAC-SHA256 over the secret without white space and invisible characters.
 *
 * It calls the hash function itself: a text with many secrets needs thousands of digests, and an object for each of
 * them takes several times as long as the digest.
 */
export function createFingerprint(key: Uint8Array): Fingerprint {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? hash('sha256', key, 'buffer') : key);
  const inner = Buffer.from(block.map((byte) => byte ^ INNER));
  const outer = Buffer.from(block.map((byte) => byte ^ OUTER));
  return (secret) => {
    const normal = ORDINARY.test(secret)
      ? secret
      : normalized(secret, 'NFC').replaceAll(/[\s\u200b-\u200f\u2060\ufeff]+/g, '');
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(normal, 'utf8')]), 'buffer');
    return hash('sha256', Buffer.concat([outer, digest]), 'hex').slice(0, 16);
  };
}
