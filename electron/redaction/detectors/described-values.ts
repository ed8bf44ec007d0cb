import {
  ABSTRACT,
  ACTION,
  AFTER_ARROW,
  AS_IN_TEXT,
  COUNTED_LETTERS_BEHIND,
  DEFINITION,
  HAPPENS,
  INFINITIVE_AND_OBJECT,
  LENGTH_IN_WORDS,
  LOGS_IN,
  MOTTO_BEFORE,
  NAMED_BY_ACTION,
  ORDER,
  PART_AND_VERB,
  PHRASE_BEFORE,
  PUZZLE,
  REFERENCE,
} from '../rules/described-passwords.ts';

/** The sentence that a value begins. */
const REACH = 80;
/** The label and what it is of. */
const REACH_BEFORE = 72;
/** A remark with a puzzle in it is short. */
const REACH_OF_PUZZLE = 200;
/** A password in words has no digit; one that has a digit is none of these. */
const WORDS = /^\p{L}[\p{L}\p{M} .'’,-]*$/u;
const BEGINS_SENTENCE: readonly RegExp[] = [
  DEFINITION,
  REFERENCE,
  AS_IN_TEXT,
  PART_AND_VERB,
  LENGTH_IN_WORDS,
  COUNTED_LETTERS_BEHIND,
];
/** A pass phrase can begin so. */
const SAYS_WHAT_HAPPENS: readonly RegExp[] = [INFINITIVE_AND_OBJECT, HAPPENS];
const OPENS_QUOTE = /["“„«'‘`「『]$/;

/** Returns true for words behind a label that explain it, refer to a text or say what happens, and tell no password. */
export function isDescription(text: string, start: number, end: number, value: string): boolean {
  const before = text.slice(Math.max(0, start - REACH_BEFORE), start);
  // What stands in quotes is told.
  if (!WORDS.test(value) || OPENS_QUOTE.test(before)) return false;
  const begins = (patterns: readonly RegExp[]) => {
    const sentence = text.slice(start, start + REACH);
    return patterns.some((pattern) => pattern.test(sentence));
  };
  if (begins(BEGINS_SENTENCE)) return true;
  if (!PHRASE_BEFORE.test(before) && begins(SAYS_WHAT_HAPPENS)) return true;
  if (AFTER_ARROW.test(before) && begins([ORDER])) return true;
  const behind = text.slice(end, end + REACH);
  const first = value.split(' ', 1)[0]!;
  if (ACTION.test(first) && NAMED_BY_ACTION.test(text.slice(start + first.length, end + REACH))) return true;
  // The verb leads to the value.
  if (ABSTRACT.test(value) && MOTTO_BEFORE.test(before.replace(/\s\p{L}{1,8}\s{1,2}$/u, ''))) return true;
  const around = `${text.slice(Math.max(0, start - REACH_OF_PUZZLE), start)}\n${behind}`;
  return PUZZLE.test(around) && !LOGS_IN.test(around);
}
