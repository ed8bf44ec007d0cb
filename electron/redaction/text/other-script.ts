import { STATES_WITHOUT_BLANKS } from '../rules/described-passwords.ts';
import { isChosenWord } from './message-word.ts';
import { isSaidOfPassword } from './prose-secret.ts';

/** One or two words of a script that has no blanks between them. */
const UNSPACED = /^(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{2,10}|\p{sc=Hangul}{2,8})$/u;
/** A word of a script with blanks, or of Thai, that is neither Latin nor one of those. */
const SPACED =
  /^(?:[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{M}\u200c\u200d]{3,24}|[\p{sc=Thai}\p{M}]{3,16})$/u;
/** The shortest word that the list of what is done to passwords is asked about. */
const SHORTEST_CHOSEN = 4;

/** True for what is written without blanks between its words. */
export const isUnspaced = (value: string): boolean => UNSPACED.test(value);

/**
 * True for one word of another script than Latin that somebody can have chosen, where a column, a form or a sign says
 * that a password stands there.
 */
export function isWordOfOtherScript(value: string): boolean {
  if (UNSPACED.test(value)) return !STATES_WITHOUT_BLANKS.test(value);
  return (
    SPACED.test(value) && (value.length < SHORTEST_CHOSEN ? !isSaidOfPassword(value) : isChosenWord(value))
  );
}
