import type { FindingTier } from '../engine/finding.ts';

/**
 * One credential format.
 *
 * `literals` are what the prefilter looks for, at least three characters each; `pattern` is tried only where one
 * of them stands. Every quantifier in a pattern has an upper bound, which is what keeps the engine linear.
 */
export interface Rule {
  id: string;
  service: string;
  tier: FindingTier;
  literals: readonly string[];
  /** Matched from the literal on (or from `lead` before it). Group 1, where there is one, is what gets masked. */
  pattern: RegExp;
  /**
   * The vendor's format as a template, from which the corpus makes samples: `{b62:36}` is 36 characters of base62.
   * Written apart from the pattern, so that the two check each other. The alphabets are in bench/redaction.
   */
  sample: string | readonly string[];
  /** Characters that may stand before the literal and belong to the credential. */
  lead?: { of: RegExp; max: number };
  /** The literal is unmistakable, so it counts even in the middle of a word. */
  anywhere?: true;
  /** Literals match in any letter case. */
  caseless?: true;
  /** A match that fails this is not a finding. */
  verify?: (secret: string) => boolean;
  /** A match that fails this is still masked, as a candidate: better a false mask than a leak. */
  checksum?: (secret: string) => boolean;
  /** The word in the mask, when it is not the rule's id. */
  mask?: string;
}

/** An entry of a rule table; definite unless it says otherwise. */
export function rule(entry: Omit<Rule, 'tier'> & Partial<Pick<Rule, 'tier'>>): Rule {
  return { tier: 'definite', ...entry };
}
