import { characterSet, isIn } from '../text/characters.ts';
import type { Label } from '../text/label-words-index.ts';
import { LETTER, LONGEST_ENDING, NAME_BEFORE } from './label-grammar.ts';

const ASCII_LETTERS = characterSet(/[A-Za-z]/);
const ASCII_NAME = characterSet(/[A-Za-z0-9_$]/);

// ASCII is looked up in a table, because a pattern for each character takes ten times as long.
function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? isIn(ASCII_LETTERS, code) : LETTER.test(text.charAt(at));
}

function isNameAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? isIn(ASCII_NAME, code) : /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/** The end of a label with the ending that its language gives it; -1 where it is part of another word or of a name. */
export function labelEnd(text: string, at: number, label: Label): number {
  let end = at + label.text.length;
  // `パスワード` is a label of its own, and not `パス` with a value behind it.
  if (label.joined) return label.longer.some((longer) => text.startsWith(longer, at)) ? -1 : end;
  if (label.english && isNameAt(text, at - 1)) return -1;
  const before = text.charAt(at - 1);
  // A name in a program is for the assignments; a compound of German or Finnish is a label.
  if (NAME_BEFORE.test(before)) {
    if (label.english || !/\p{L}/u.test(before)) return -1;
    if (text.charAt(at) !== label.text.charAt(0)) return -1;
  }
  const stop = Math.min(text.length, end + LONGEST_ENDING);
  while (end < stop && isLetterAt(text, end)) end += 1;
  if (isNameAt(text, end)) return -1;
  // English has no endings but that of the plural.
  return label.english && end - at > label.text.length + (label.sort === 'slang' ? 0 : 3) ? -1 : end;
}
