import { describe, expect, it } from 'vitest';
import type { Match } from './finding.ts';
import { KnownSecrets } from './known-secrets.ts';
import { maskAll, type Search } from './mask-passes.ts';

const LIMIT = 100;
const LONG = 50_000;
const SECRET = 'q7Xk29fjLm1';
const LABELLED = `token=${SECRET}`;

const match = (start: number, secret: string): Match => ({
  rule: 'rule',
  tier: 'candidate',
  start,
  end: start + secret.length,
  replacement: '[secret]',
  secret,
});

/** Finds a secret behind its label, and notes the length of each text that it is given. */
function finder(): { search: Search; all: number[]; credentials: number[] } {
  const lengths: Record<'all' | 'credentials', number[]> = { all: [], credentials: [] };
  const find = (text: string): Match[] =>
    [...text.matchAll(/(?<=token=)q7Xk29fjLm1/g)].map(({ index }) => match(index, SECRET));
  const search: Search = {
    all: (text, copiesOf) => {
      lengths.all.push(text.length);
      const matches = find(text);
      copiesOf?.find(text, matches);
      return matches.filter(
        (one, index) => matches.findIndex((other) => other.start === one.start) === index,
      );
    },
    credentials: (text) => {
      lengths.credentials.push(text.length);
      return find(text);
    },
  };
  return { search, ...lengths };
}

/** Words that never repeat for long. */
const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at * 7919}`).join(' ');

describe('masking in passes', () => {
  it('masks the stored copy of a secret whose label stands far behind it, and reads the rest once', () => {
    const { search, all, credentials } = finder();
    const secrets = new KnownSecrets();
    const text = `start ${SECRET} ${words(LONG)} ${LABELLED}`;
    const masked = maskAll(text, LIMIT, search, secrets);
    expect(masked.text.startsWith('start [secret] w0 ')).toBe(true);
    expect(secrets.size).toBe(1);
    expect(Math.max(...all)).toBeLessThan(LONG);
    expect(credentials.reduce((sum, length) => sum + length)).toBeLessThan(text.length * 1.2);
  });

  it('does not read again what only repeats the text before', () => {
    const { search, credentials } = finder();
    const secrets = new KnownSecrets();
    const { searched } = maskAll(`${'a b '.repeat(LONG)}${LABELLED}`, LIMIT, search, secrets);
    expect(secrets.size).toBe(1);
    expect(searched).toBeLessThan(LONG);
    expect(credentials.reduce((sum, length) => sum + length)).toBeLessThan(LONG);
  });

  it('reads more of a text of which little is left', () => {
    const { search, all } = finder();
    const text = `${LABELLED} `.repeat(LONG / 2);
    const masked = maskAll(text, LONG / 2, search, new KnownSecrets());
    expect(masked.text.slice(0, LONG / 2)).not.toContain(SECRET);
    expect(masked.text.length).toBeGreaterThan(LONG / 2);
    expect(Math.max(...all)).toBeLessThanOrEqual(text.length);
  });

  it('reads all of a text that is stored whole in every pass', () => {
    const { search, all } = finder();
    maskAll(`start ${'a '.repeat(LONG)}${LABELLED}`, Number.MAX_SAFE_INTEGER, search, new KnownSecrets());
    expect(Math.min(...all)).toBeGreaterThan(2 * LONG);
  });
});
