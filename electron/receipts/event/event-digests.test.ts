import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { EventDigests } from './event-digests.ts';

const key = randomBytes(32);
const digests = new EventDigests(key);
const hmacOf = (value: string) =>
  createHmac('sha256', key).update('member\0').update(JSON.stringify(value)).digest('hex').slice(0, 32);

test('a digest is the beginning of HMAC-SHA-256, whatever was digested before', () => {
  const texts = ['', 'a', 'ü€😀', '\ud800', 'x'.repeat(21_000), '€'.repeat(21_000), 'x'.repeat(70_000), 'b'];
  expect(texts.map((text) => digests.member(text))).toEqual(texts.map(hmacOf));
});
