import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type CredentialPrefix,
  credentialDigest,
  credentialFingerprint,
  generateCredential,
  isWellFormedCredential,
} from './credential.ts';

const PREFIXES: CredentialPrefix[] = ['plint_', 'plhook_'];
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Another implementation of CRC-32 (zlib's) and of base62 computed these values. The secrets are built in code, so that
// no text in this file has the shape of a token.
const vectors: [CredentialPrefix, string, string][] = [
  ['plint_', '0'.repeat(43), '2vcKD1'],
  ['plint_', 'z'.repeat(43), '4ckrCA'],
  ['plint_', BASE62.slice(0, 43), '1PgX2a'],
  ['plint_', BASE62.slice(-43), '1pgj1l'],
  ['plhook_', '0'.repeat(43), '3BJRDc'],
  ['plhook_', 'z'.repeat(43), '3mgvq5'],
  ['plhook_', BASE62.slice(0, 43), '2KECOJ'],
  ['plhook_', BASE62.slice(-43), '1ZliiM'],
];

describe('the checksum', () => {
  test.each(vectors)('of %s and %s is %s', (prefix, secret, checksum) => {
    expect(isWellFormedCredential(prefix + secret + checksum)).toBe(true);
    for (const other of PREFIXES.filter((candidate) => candidate !== prefix)) {
      expect(isWellFormedCredential(other + secret + checksum)).toBe(false);
    }
  });

  test('detects every single wrong character and every swap of two', () => {
    const token = generateCredential('plint_');
    const start = 'plint_'.length;
    for (let at = start; at < token.length; at += 1) {
      for (const character of BASE62) {
        if (character === token[at]) continue;
        expect(isWellFormedCredential(token.slice(0, at) + character + token.slice(at + 1))).toBe(false);
      }
      const [first, second] = [token[at]!, token[at + 1]];
      if (second === undefined || first === second) continue;
      expect(isWellFormedCredential(token.slice(0, at) + second + first + token.slice(at + 2))).toBe(false);
    }
  });
});

test.each(PREFIXES)('10,000 generated with %s are well-formed and all different', (prefix) => {
  const tokens = Array.from({ length: 10_000 }, () => generateCredential(prefix));
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(tokens.filter((token) => !isWellFormedCredential(token))).toEqual([]);
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{49}$`);
  expect(tokens.filter((token) => !shape.test(token))).toEqual([]);
  // 256 bits need all 43 digits, so every digit takes many values. The first digit holds few bits and takes some.
  for (let at = prefix.length; at < prefix.length + 43; at += 1) {
    expect(new Set(tokens.map((token) => token[at])).size).toBeGreaterThan(at === prefix.length ? 5 : 50);
  }
});

test('other texts are not credentials', () => {
  const token = generateCredential('plint_');
  for (const text of [
    '',
    'plint_',
    token.slice(1),
    token.slice(0, -1),
    `${token}0`,
    ` ${token}`,
    `${token}\n`,
    token.toUpperCase(),
    token.replace('plint_', 'plint-'),
    token.replace('plint_', 'PLINT_'),
    `${token}${token}`,
  ]) {
    expect(isWellFormedCredential(text)).toBe(false);
  }
});

test('the digest is the SHA-256 of the whole credential, and the fingerprint its first 8 digits', () => {
  const token = generateCredential('plhook_');
  const digest = createHash('sha256').update(token).digest('hex');
  expect(credentialDigest(token)).toBe(digest);
  expect(credentialFingerprint(digest)).toBe(digest.slice(0, 8));
});
