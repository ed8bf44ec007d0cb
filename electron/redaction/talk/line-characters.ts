import { isBlank as isWhite } from '../text/talk-spans.ts';
import { codesOf } from '../text/text-codes.ts';
import { isSurrogate, UnitClass } from '../text/unit-classes.ts';

const WORD = /(?:^|[\s(“"'])[\p{L}\p{M}]{2,}(?=[\s,.!?:;)”"']|$)/gu;
/** No word is shorter, with the blank before it. The first of a line has none. */
const LENGTH_OF_WORD = 3;
const SIGNS = '{}()[];=<>&$\\_/';

/** Kinds of characters of ASCII. Most lines are judged by them before an expression is tried. */
export const KIND = {
  letter: 1,
  sign: 2,
  beforeWord: 4,
  behindWord: 8,
  ofName: 16,
  mark: 32,
  /** A log, a line of JSON, and a comment begin with these. */
  log: 64,
  json: 128,
  comment: 256,
  /** A line ends as a program, inside one, and with a mark of one behind these. */
  ends: 512,
  endsInside: 1024,
  endsWithMark: 2048,
  /** The last character of each head, before blanks and colons. */
  endsHead: 4096,
} as const;
export const KINDS = new Uint16Array(128);
function mark(characters: string, kind: number): void {
  for (const character of characters) KINDS[character.charCodeAt(0)]! |= kind;
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
mark(LETTERS, KIND.letter);
mark(SIGNS, KIND.sign);
mark(' \t\n\v\f\r("\'', KIND.beforeWord);
mark(' \t\n\v\f\r,.!?:;)"\'', KIND.behindWord);
mark(`${LETTERS}${DIGITS} \t._'()#&@-*[`, KIND.ofName);
/** What can stand first in a line with a speaker or a stamp, beside letters. */
mark(`${DIGITS}[(<*_-`, KIND.mark);
mark(`${DIGITS}[aABCDEFGHIJKLMNOPQRSTUVWXYZ`, KIND.log);
mark('{["', KIND.json);
mark('/#-*<;R', KIND.comment);
mark(';{})\\', KIND.ends);
mark('({[<', KIND.endsInside);
mark(';,', KIND.endsWithMark);
mark(`${DIGITS}mM.)]`, KIND.endsHead);
const LETTER = new UnitClass(/[\p{L}\p{M}]/u);

const kindOf = (code: number) => (code < KINDS.length ? KINDS[code]! : 0);
export const isOf = (code: number, kind: number) => (kindOf(code) & kind) !== 0;

/** The same for the characters around words, beyond ASCII, too. */
function kindAround(code: number): number {
  if (code < KINDS.length) return KINDS[code]!;
  if (LETTER.has(code)) return KIND.letter;
  if (isWhite(code)) return KIND.beforeWord | KIND.behindWord;
  return code === OPENING_QUOTE ? KIND.beforeWord : code === CLOSING_QUOTE ? KIND.behindWord : 0;
}

const [TAB, BLANK] = [9, 32] as const;
const [OPENING_QUOTE, CLOSING_QUOTE] = [0x201c, 0x201d] as const;
export const isBlank = (code: number) => code === BLANK || code === TAB;

/** Returns where the first character of a stretch stands that is no blank; its end where there is none. */
export function contentOf(codes: Uint16Array, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(codes[at]!)) at += 1;
  return at;
}

/** Returns the last character of a stretch that is no blank; 0 where there is none. */
export function lastOf(codes: Uint16Array, from: number, to: number): number {
  let at = to - 1;
  while (at >= from && isBlank(codes[at]!)) at -= 1;
  return at < from ? 0 : codes[at]!;
}

/** True for fewer words than so many in a stretch of a text. */
export function hasFewerWords(text: string, from: number, to: number, words: number): boolean {
  if (to - from + 1 < LENGTH_OF_WORD * words) return true;
  const codes = codesOf(text);
  let count = 0;
  let start = from;
  for (let at = from; at <= to; at += 1) {
    const code = at < to ? codes[at]! : BLANK;
    if (isSurrogate(code)) return (text.slice(from, to).match(WORD)?.length ?? 0) < words;
    const kinds = kindAround(code);
    if ((kinds & KIND.letter) !== 0) continue;
    if (at - start >= 2 && (kinds & KIND.behindWord) !== 0) count += 1;
    if (count === words) return false;
    // No word begins before the next blank.
    start = (kinds & KIND.beforeWord) !== 0 ? at + 1 : to;
  }
  return true;
}

export function countSigns(codes: Uint16Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if ((kindOf(codes[at]!) & KIND.sign) !== 0) count += 1;
  return count;
}
