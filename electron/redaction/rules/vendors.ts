import type { FindingTier } from '../engine/finding.ts';
import { bodyCrc62, wholeCrc62 } from '../text/checksums.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { generated, numbered, random } from '../text/random-value.ts';
import { writtenPattern } from './patterns.ts';
import VENDORS from './vendors.json' with { type: 'json' };

/** One credential format with a mark of its own: a row of `vendors.json`. */
export interface Rule {
  id: string;
  vendor: string;
  tier: FindingTier;
  /** What the prefilter looks for, at least three characters each. Every match begins with one, or has it behind `lead`. */
  literals: readonly string[];
  /**
   * Matched from the literal on, or from `lead` before it. Group 1, where there is one, is masked. Every quantifier has an
   * upper bound, which keeps the engine linear.
   */
  pattern: string;
  /** Literals and pattern match in any letter case. */
  caseless?: boolean;
  /**
   * What is masked, as templates from which the tests make samples: `{b62:36}` is 36 characters of base62. They are written
   * apart from the pattern, so that the two check each other. The alphabets are in bench/redaction.
   */
  masks: readonly string[];
  /** What looks like the format and stays. */
  keeps?: readonly string[];
  /** Characters that may stand before the literal and belong to the credential. */
  lead?: { of: string; max: number };
  /** The literal is unmistakable, so it counts even in the middle of a word. */
  anywhere?: boolean;
  /** A match that fails one of these is no finding: see {@link verifierOf}. */
  verify?: readonly string[];
  /** A match that fails it is still masked, as a candidate: better a false mask than a leak. */
  checksum?: string;
  /** The word in the mask, if it is not the id. */
  mask?: string;
  /** Where the format is known from, or why the row is as it is. */
  note?: string;
}

/** A credential without a mark: a value of some shape beside the name of its service. A candidate. */
export interface NamedRule {
  id: string;
  /** The names, which match in any letter case. */
  near: readonly string[];
  /** The whole value, in any letter case. */
  pattern: string;
}

type Row = Omit<Rule, 'vendor' | 'tier'> & { tier?: FindingTier };
const ROWS = Object.entries(VENDORS as unknown as Record<string, readonly (Row | NamedRule)[]>);

/** Every format with a mark to look for. */
export const RULES: readonly Rule[] = ROWS.flatMap(([vendor, rows]) =>
  rows.flatMap((row) => ('near' in row ? [] : [{ vendor, tier: 'definite' as const, ...row }])),
);

export const BY_SERVICE_NAME: readonly NamedRule[] = ROWS.flatMap(([, rows]) =>
  rows.filter((row) => 'near' in row),
);

type Test = (secret: string) => boolean;

/** Only tokens of 40 characters end in a checksum. */
const CHECKSUMS: Readonly<Record<string, Test>> = {
  whole: wholeCrc62,
  'body of 40': (token) => token.length !== 40 || bodyCrc62(token),
};
const TESTS: Readonly<Record<string, Test>> = {
  generated,
  numbered,
  'no placeholder': (secret) => !isPlaceholder(secret),
  'many numbers': (secret) => new Set(secret.split(',')).size > 10 && !/^0,\s?1,\s?2/.test(secret),
};

function testOf(written: string): Test {
  if (written.includes(' | ')) {
    const tests = written.split(' | ').map(testOf);
    return (secret) => tests.some((test) => test(secret));
  }
  const [, word, rest = ''] = /^(bits|has|not) (.+)$/s.exec(written) ?? [];
  if (word === 'bits') return random(Number(rest));
  if (word === undefined) return TESTS[written]!;
  const pattern = writtenPattern(rest);
  return (secret) => pattern.test(secret) === (word === 'has');
}

/**
 * Returns the test that a match of a rule has to pass. A row lists names of {@link TESTS}, `bits 3.5` for the least entropy,
 * `has X` and `not X` for patterns (`not /^test$/i` in any letter case), and ` | ` between those of which one is enough.
 */
export function verifierOf({ verify = [] }: Rule): Test {
  const tests = verify.map(testOf);
  return (secret) => tests.every((test) => test(secret));
}

/** Returns the test of the checksum of a rule. */
export const checksumOf = ({ checksum }: Rule): Test | undefined =>
  checksum === undefined ? undefined : CHECKSUMS[checksum];
