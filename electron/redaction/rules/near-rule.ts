import type { FindingTier } from '../engine/finding.ts';

/**
 * A value whose form alone says too little, near a word that says what it is.
 * The words match in any letter case, as whole words; the value is looked for behind them.
 */
export interface NearRule {
  id: string;
  mask: string;
  tier: FindingTier;
  words: readonly string[];
  /** Group 1, where there is one, is what gets masked. */
  value: RegExp;
  /** How far behind the word the value may begin. */
  within: number;
  /** The longest the value can be, where that is more than a key of 88 characters. */
  longest?: number;
  /** The value has a run of so many letters, digits and `+/_-`: where there is none, it is not looked for. */
  shortestRun?: number;
  /** A test before the expression of the value, for one that begins anew at each word. */
  mayHave?: (text: string) => boolean;
  /** All values that follow each other, as in a list, and not the first alone. */
  all?: true;
  /** Returns what of the value is masked. */
  shorten?: (value: string) => string;
  verify?: (value: string) => boolean;
  /** Only in a message that a person types, where words about doors and codes mean what they say. */
  inMessages?: true;
}

/** The same sentence, mostly. */
export const SENTENCE = 80;
/** The same entry of a form or the line below a heading. */
export const ENTRY = 160;
/** A list below its heading. */
export const LIST = 600;

/** Most numbers and codes have a digit, and words have none. */
export const withDigits = (value: string) => /\d/.test(value);

/** Words with bars between. */
export const words = (text: string): readonly string[] => text.split('|');
