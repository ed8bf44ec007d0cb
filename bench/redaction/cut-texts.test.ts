import { describe, expect, it } from 'vitest';
import { createRedactor, type Redactor } from '../../electron/redaction/redactor.ts';
import { createRandom, type Random } from './random.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}${LETTERS.toUpperCase()}0123456789`;
const LIMIT = 1000;
const LENGTH = 150_000;
const SEEDS = Array.from({ length: 5 }, (_, index) => index + 1);

const redactorFor = (maxTextLength: number): Redactor =>
  createRedactor({
    fingerprintKey: new Uint8Array(32),
    homeDirectories: ['/home/alice'],
    userNames: [],
    maxTextLength,
  });
const cut = redactorFor(LIMIT);
const whole = redactorFor(Number.MAX_SAFE_INTEGER);

/** A text of prose, programs, settings and logs in any order, with secrets of which some come back without a label. */
function textOf(random: Random): string {
  const secrets = Array.from({ length: 12 }, () => random.text(CHARACTERS, 20));
  const word = () => random.text(LETTERS, 2 + random.below(8));
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const block = `${words(40)}\n  "count": ${random.below(90)},\n`;
  const kinds: (() => string)[] = [
    () => `${words(60)}. `,
    () => block.repeat(1 + random.below(60)),
    () => `API_TOKEN=${random.of(secrets)}\n`,
    () => `see ${random.of(secrets)} for ${words(3)}.\n`,
    () => `{"password": "${random.of(secrets)}", "${word()}": "${word()}@example.org"}\n`,
    () => `${Buffer.from(`password=${random.of(secrets)}`).toString('base64')}\n`,
    () => `for (const ${word()} of ${word()}) {\n  ${word()}(${word()});\n}\n`,
    () => `postgres://${word()}:${random.of(secrets)}@db.example.org/x\n`,
  ];
  let text = '';
  while (text.length < LENGTH) text += random.of(kinds)();
  return text;
}

describe('a text that is cut far before its end', () => {
  it.each(SEEDS)('is stored as if all of it had been masked (%i)', (seed) => {
    const text = textOf(createRandom(seed));
    const stored = cut.redactText(text);
    const all = whole.redactText(text);
    const kept = stored.text.length - '… [truncated]'.length;
    expect(stored.text.slice(0, kept)).toBe(all.text.slice(0, kept));
    expect(stored.findings).toEqual(all.findings.slice(0, stored.findings.length));
  });

  it('gives the secret across the end of what is searched first', () => {
    const secret = 'q7Xk29fjLm1pZw83';
    const filler = 'lorem ipsum dolor '.repeat(LENGTH / 10);
    for (let at = 17_000; at < 17_800; at += 10) {
      const content = `${filler.slice(0, at)}\napi_key=${secret}\n${filler}`;
      expect(cut.redactValue({ content, copy: `see ${secret} there` }).value).toMatchObject({
        copy: 'see [api-key] there',
      });
    }
  });

  it('is cut, also where its beginning is what a pass has left of another one', () => {
    const rest = 'abc def '.repeat(LIMIT / 10);
    const short = createRedactor({
      fingerprintKey: new Uint8Array(32),
      homeDirectories: [],
      userNames: [],
      maxTextLength: 64,
    });
    short.redactText(`password=q7Xk29fjLm1pZw83 ${rest.slice(0, 180)}`);
    expect(short.redactText(`password=[password] ${rest.slice(0, 180)}`).text).toHaveLength(64);
  });

  it.each(SEEDS)('gives its secrets to the rest of the event (%i)', (seed) => {
    const content = textOf(createRandom(seed));
    // Only what is stored is searched for what people say, so the names of masks can differ.
    const found = (redactor: Redactor) =>
      [...redactor.redactValue({ content }).secrets.lasting()].map(([secret]) => secret).sort();
    expect(found(cut)).toEqual(found(whole));
  });
});
