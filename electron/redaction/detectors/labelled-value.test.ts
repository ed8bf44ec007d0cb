import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

describe('the answer to a question about a password', () => {
  it.each([
    ['whats the root pw on hydra?', '<mo> %'],
    ['[09:12] Ana: what is the redis password?', '[09:13] Bo: %'],
    ['Q: What is the passcode of the meeting?', 'A: 730184'],
    ['Please use the following password to proceed:', '', '%'],
    ['Wie ist das Passwort vom NAS?', 'Jens: %'],
    ['какой пароль от сервера?', '- %'],
  ])('stands on the next line: %s', (...lines) => {
    const text = lines.join('\n').replace('%', 'Kestrel_4821');
    expect(masked(text)).toMatch(/\[(?:password|secret)\]$/);
  });

  it.each([
    'Do you know the password?\nNo, ask Maria about it.',
    'Password requirements:\n- at least 12 characters\n- one digit',
    'Which API key do I need?\nThe one of the staging project.',
    'The following password policies exist:\nstandard\nstrict',
  ])('is a sentence in %j', (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe('a value behind its label', () => {
  it.each([
    'our webhook signing secret (h4Kq9vT2xLw8Zr3NpB7y) changed today',
    'password wifi kantor Pelangi_4821 tolong dicetak',
    'der Türcode ist 48213 bis Freitag',
    'الباسورد: Kestrel_4821',
    'ww: uK4auN8WtSZ (hoofdletters)',
    'the installer code is 300928',
  ])('%s', (text) => {
    expect(masked(text)).toMatch(/\[(?:password|token|secret)\]/);
  });

  it.each([
    'Pass c:start/2 to the function, then pass wantlen=0 on',
    'The password toggle moved to Ctrl+H',
    'The key fingerprint is:\nSHA256:pN+o5AqUmijYBDUrFV/caMus9oIR61+MiWLa8fcsVYI',
    'germanMessage PassUpdated = "Passwort geändert"',
    'a salt of 16 bytes, the code is 404, login 2 times',
  ])('is none in %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe('a key in a sentence about a service', () => {
  it('is a long random token', () => {
    for (const key of [
      '9f8a3c1d7e5b2046af91c3d8e7b65a20',
      'q7w4e9r2t5y8u1i3o6p0a4s7',
      '3f2b8c1a-9d4e-4f6a-8b2c-1e5d7f9a3b6c',
    ])
      expect(masked(`We call the API of the weather service and send ${key} as its key`)).toContain(
        '[token]',
      );
  });

  it.each([
    'Bump the API client to commit 9f8a3c1d7e5b2046af91c3d8e7b65a20 and run the tests',
    'The API returned checksum 9f8a3c1d7e5b2046af91c3d8e7b65a20 for the file',
    'The api key moved to settings-page-component-for-everything-2',
  ])('is none in %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
