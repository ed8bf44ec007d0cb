import { createHmac, createSecretKey } from 'node:crypto';

export type Fingerprint = (secret: string) => string;

/** The first 16 hexadecimal digits of HMAC-SHA256 over the secret without white space and invisible characters. */
export function createFingerprint(key: Uint8Array): Fingerprint {
  const held = createSecretKey(key);
  return (secret) => {
    const normal = secret.normalize('NFC').replaceAll(/[\s\u200b-\u200f\u2060\ufeff]+/g, '');
    return createHmac('sha256', held).update(normal, 'utf8').digest('hex').slice(0, 16);
  };
}
