import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFingerprint } from './fingerprint.ts';

describe('a fingerprint', () => {
  it.each([16, 32, 64, 100])('is HMAC-SHA256, with a key of %i bytes', (length) => {
    const key = new Uint8Array(length).map((_, index) => index * 7);
    const fingerprint = createFingerprint(key);
    for (const secret of ['', 'hunter2', 'a'.repeat(500), 'Пароль-密码-2025', '\ud800'])
      expect(fingerprint(secret)).toBe(
        createHmac('sha256', key).update(secret, 'utf8').digest('hex').slice(0, 16),
      );
  });

  it('does not depend on white space, invisible characters and the form of letters', () => {
    const fingerprint = createFingerprint(new Uint8Array(32));
    expect(fingerprint('s\u0065\u0301cret\u200b 12\n')).toBe(fingerprint('s\u00e9cret12'));
  });
});
