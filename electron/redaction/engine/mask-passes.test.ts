import { describe, expect, it } from 'vitest';
import type { Match } from './finding.ts';
import { KnownSecrets } from './known-secrets.ts';
import { type Find, maskAll } from './mask-passes.ts';

const LIMIT = 100;
const LONG = 50_000;

const match = (start: number, secret: string): Match => ({
  rule: 'rule',
  tier: 'candidate',
  start,
  end: start + secret.length,
  replacement: '[secret]',
  secret,
});

/** Finds one secret, and notes the length of each text that it is given. */
function finder(): { find: Find; lengths: number[] } {
  const lengths: number[] = [];
  const find: Find = (text, copiesOf) => {
    lengths.push(text.length);
    const matches: Match[] = [];
    copiesOf?.find(text, matches);
    for (const [one] of text.matchAll(/q7Xk29fjLm1/g)) matches.push(match(text.indexOf(one), one));
    return matches;
  };
  return { find, lengths };
}

describe('masking in passes', () => {
  it('masks the copy of a secret that is only known by its end, and reads the rest of a long text once', () => {
    const { find, lengths } = finder();
    const secrets = new KnownSecrets();
    const { text } = maskAll(`start ${'a '.repeat(LONG)}q7Xk29fjLm1`, LIMIT, find, secrets);
    expect(text.endsWith('[secret]')).toBe(true);
    expect(secrets.size).toBe(1);
    expect(lengths[0]).toBeGreaterThan(2 * LONG);
    expect(lengths[1]).toBeLessThan(LONG);
  });

  it('reads all of a text that is stored whole in every pass', () => {
    const { find, lengths } = finder();
    maskAll(`start ${'a '.repeat(LONG)}q7Xk29fjLm1`, Number.MAX_SAFE_INTEGER, find, new KnownSecrets());
    expect(Math.min(...lengths)).toBeGreaterThan(2 * LONG);
  });
});
