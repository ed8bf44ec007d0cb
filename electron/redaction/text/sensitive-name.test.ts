import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';
import { HINT_WORDS, KEY_WORDS, PASSWORD_WORDS, SECRET_WORDS, TOKEN_WORDS } from './sensitive-name.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const RANDOM = 'q7Zx2mK9wR4tB8nV5cJ1hL6p';

/** Words that announce a secret only with another word before them, and why. */
const NOT_ALONE: Record<string, string> = {
  hash: 'hashes of files and commits stand everywhere',
  nonce: 'a nonce is sent in the open',
  salt: 'a salt is stored beside its hash',
  code: 'codes of errors and countries',
  access: 'what may be accessed',
  sid: 'ids of sessions are in many logs, and short',
  passkey: 'an interface of browsers',
  pin: 'contacts of boards',
  sig: 'signatures of functions',
};

/** Words that are written with another one. */
const WRITTEN: Record<string, string> = { المرور: 'كلمة المرور' };

describe('every name of the tables', () => {
  const words = [...PASSWORD_WORDS, ...SECRET_WORDS, ...TOKEN_WORDS, ...KEY_WORDS, ...HINT_WORDS]
    .filter((word) => !(word in NOT_ALONE))
    .map((word) => WRITTEN[word] ?? word);
  const ascii = words.filter((word) => /^[a-z]+$/.test(word));

  it.each([
    ['WORD=random', ascii, (word: string) => `${word.toUpperCase()}=${RANDOM}`],
    ['"word": "random"', words, (word: string) => `{"${word}": "${RANDOM}"}`],
    ['word: random', words, (word: string) => `${word}: ${RANDOM}`],
    ['--word random', ascii, (word: string) => `tool --${word} ${RANDOM}`],
  ] as const)('masks %s', (_form, list, write) => {
    expect(list.filter((word) => redactor.redactText(write(word)).text.includes(RANDOM))).toEqual([]);
  });

  it('is either masked alone or has its reason', () => {
    for (const word of Object.keys(NOT_ALONE)) expect(HINT_WORDS.has(word), word).toBe(true);
  });
});
