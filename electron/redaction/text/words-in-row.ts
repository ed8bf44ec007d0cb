import { characterSet, isIn } from './characters.ts';
import { codesOf } from './text-codes.ts';

const CASE_BIT = 32;
const [LETTER_A, LETTER_Z] = [97, 122];
const SHORTEST_WORD = 3;
/** Between the words of a phrase. */
const BETWEEN_WORDS = characterSet(/[ ,\t\r\n"'_-]/);
/** The number of a word stands behind that, and a mark behind the number. */
const DIGIT = characterSet(/\d/);
const BEHIND_NUMBER = characterSet(/[.):]/);

/** True where the character that follows a word or what is between two words ends the row. */
function endsRow(codes: Uint16Array, at: number, code: number, isBehindWord: boolean): boolean {
  if (isIn(BETWEEN_WORDS, code)) return false;
  if (isIn(DIGIT, code)) return isBehindWord;
  return !isIn(BEHIND_NUMBER, code) || at === 0 || !isIn(DIGIT, codes[at - 1]!);
}

/** The words in a row with one more. The end of a longer word can be the first of them. */
function rowWith(letters: number, longest: number, row: number): number {
  if (letters < SHORTEST_WORD) return 0;
  return letters > longest ? 1 : row + 1;
}

/**
 * Returns true where so many words of ASCII letters can stand in a row, none shorter than three letters: a test before
 * expressions that begin anew at each word. Prose has short words among others, and code has marks. For a short text.
 */
export function hasWordsInRow(text: string, fewest: number, longest: number): boolean {
  const { length } = text;
  if (length < fewest * (SHORTEST_WORD + 1) - 1) return false;
  const codes = codesOf(text);
  let row = 0;
  let letters = 0;
  for (let at = 0; at < length; at += 1) {
    const code = codes[at]!;
    const lower = code | CASE_BIT;
    if (lower >= LETTER_A && lower <= LETTER_Z) {
      letters += 1;
      continue;
    }
    if (letters > 0) row = rowWith(letters, longest, row);
    if (row >= fewest) return true;
    if (row > 0 && endsRow(codes, at, code, letters > 0)) row = 0;
    letters = 0;
  }
  return letters > 0 && rowWith(letters, longest, row) >= fewest;
}

const ASCII = 128;
/** Longer than all words of the lists, some of which have marks of their own. */
const LONGEST_ANYWHERE = 12;
const IS_BETWEEN: ReadonlySet<number> = new Set([...' ,\n\u3000、'].map((mark) => mark.charCodeAt(0)));

/** The same for small letters of ASCII and for all other characters: words of East Asia can be one character. */
export function hasUnitsInRow(text: string, fewest: number): boolean {
  let row = 0;
  let length = 0;
  let hasAscii = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : ASCII - 1;
    if ((code >= LETTER_A && code <= LETTER_Z) || (code >= ASCII && !IS_BETWEEN.has(code))) {
      length += 1;
      if (code < ASCII) hasAscii = true;
      continue;
    }
    if (length > 0) row = hasAscii && (length < SHORTEST_WORD || length > LONGEST_ANYWHERE) ? 0 : row + 1;
    if (row >= fewest) return true;
    if (!IS_BETWEEN.has(code)) row = 0;
    length = 0;
    hasAscii = false;
  }
  return false;
}
