import { codesOf } from './text-codes.ts';

/** The first letter beyond ASCII with which words begin. */
const FIRST_LETTER_BEYOND_ASCII = 0xc0;
const CASE_BIT = 0x20;
const LETTER_BEYOND_ASCII = /\p{L}/u;
/** A head begins with a letter and one more character, a letter or one of these. A backslash may stand before it. */
const SECOND_MARKS = " ./'-";

/** `code` is the character at `at`, where it is known. */
function isLetterAt(text: string, at: number, code = text.charCodeAt(at)): boolean {
  if (code < FIRST_LETTER_BEYOND_ASCII) {
    const lower = code | CASE_BIT;
    return lower >= 0x61 && lower <= 0x7a;
  }
  return LETTER_BEYOND_ASCII.test(text.charAt(at));
}

function folded(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < FIRST_LETTER_BEYOND_ASCII) return code >= 0x41 && code <= 0x5a ? code | CASE_BIT : code;
  return text.charAt(at).toLowerCase().charCodeAt(0);
}

/** Characters of an expression that stand for themselves. */
const ITSELF = /[\p{L}\p{N} /'’-]/u;
/** What makes the character before it optional. */
const QUANTIFIERS = '?*{';

/** The beginnings of the matches of a head, in small letters: more than one where a character of it is optional. */
function prefixesOf(head: string): string[] {
  let prefix = '';
  for (let at = 0; at < head.length; at += 1) {
    const isEscaped = head.charAt(at) === '\\';
    if (isEscaped) at += 1;
    const character = head.charAt(at).toLowerCase();
    if (isEscaped ? /[\w\s]/.test(character) : !ITSELF.test(character)) break;
    const next = head.charAt(at + 1);
    if (next === '?')
      return ['', character].flatMap((written) =>
        prefixesOf(head.slice(at + 2)).map((rest) => prefix + written + rest),
      );
    if (next !== '' && QUANTIFIERS.includes(next)) break;
    prefix += character;
  }
  return [prefix];
}

const keyOf = (text: string, at: number) => (folded(text, at) << 16) | folded(text, at + 1);

const LAST_ASCII = 127;
const LAST_UNIT = 0xffff;
const LETTER_BITS = 5;
const LETTER = (1 << LETTER_BITS) - 1;
const SECOND_BITS = 7;
/** All bits, for a head with no more than two characters. */
const ANY_THIRD = -1;
const pairOf = (first: number, second: number) => ((first & LETTER) << SECOND_BITS) | second;

/** Leaves it to the expression to compare what is not in ASCII. */
function hasPrefix(text: string, from: number, prefixes: readonly string[]): boolean {
  for (const prefix of prefixes) {
    let at = 2;
    for (; at < prefix.length; at += 1) {
      const code = folded(text, from + at);
      if (code !== prefix.charCodeAt(at) && !(code > LAST_ASCII)) break;
    }
    if (at >= prefix.length) return true;
  }
  return false;
}

/**
 * Finds the places of a text where an expression can match that begins with a word. An expression with many words in
 * front tries each of them at each character; here each word of the text is looked up once for all expressions.
 */
export class WordStarts<T> {
  readonly #values = new Map<number, { value: T; prefixes: string[] }[]>();
  /** For the first two characters of heads in ASCII, a bit for each third one. Most words of a text have none of them. */
  readonly #thirds = new Int32Array(1 << (LETTER_BITS + SECOND_BITS));

  /** `heads` are the beginnings of expressions without groups in their first two characters. */
  add(heads: readonly string[], value: T): void {
    for (const head of heads) {
      const second = head.charAt(1) === '\\' ? 2 : 1;
      const isPlain = isLetterAt(head, second) || SECOND_MARKS.includes(head.charAt(second));
      if (head.length <= second || !isLetterAt(head, 0) || !isPlain)
        throw new Error('a head must begin with a letter and one more plain character');
      const key = (folded(head, 0) << 16) | folded(head, second);
      const values = this.#values.get(key) ?? [];
      this.#values.set(key, values);
      const known = values.find((other) => other.value === value);
      const prefixes = prefixesOf(head);
      if (known === undefined) values.push({ value, prefixes });
      else known.prefixes.push(...prefixes);
      for (const prefix of prefixes) this.#addThird(key >> 16, key & LAST_UNIT, prefix);
    }
  }

  #addThird(first: number, second: number, prefix: string): void {
    if (first > LAST_ASCII || second > LAST_ASCII) return;
    const pair = pairOf(first, second);
    const third = prefix.charCodeAt(2);
    if (prefix.length <= 2) this.#thirds[pair] = ANY_THIRD;
    else if (third <= LAST_ASCII) this.#thirds[pair] = this.#thirds[pair]! | (1 << (third & LETTER));
  }

  /** False where no head begins with the three characters at `at`, in any case. What is not in ASCII can be one. */
  #mayBegin(codes: Uint16Array, at: number, length: number): boolean {
    const first = codes[at]!;
    const second = codes[at + 1]!;
    const third = at + 2 < length ? codes[at + 2]! : 0;
    if ((first | second | third) > LAST_ASCII) return true;
    const isCapital = second >= 0x41 && second <= 0x5a;
    const thirds = this.#thirds[pairOf(first, isCapital ? second | CASE_BIT : second)]!;
    return ((thirds >>> (third & LETTER)) & 1) === 1;
  }

  /**
   * Calls `visit` with each word start at which an expression of a value can match, in the order of the text. Stops and
   * returns true when `visit` does. The text is a short one.
   */
  some(text: string, visit: (value: T, at: number) => boolean): boolean {
    let codes = codesOf(text);
    const { length } = text;
    let inWord = false;
    for (let at = 0; at < length - 1; at += 1) {
      const isLetter = isLetterAt(text, at, codes[at]!);
      const isStart = isLetter && !inWord;
      inWord = isLetter;
      if (!isStart || !this.#mayBegin(codes, at, length)) continue;
      const values = this.#values.get(keyOf(text, at));
      if (values === undefined) continue;
      for (const { value, prefixes } of values)
        if (hasPrefix(text, at, prefixes) && visit(value, at)) return true;
      // A visitor can have read another text.
      codes = codesOf(text);
    }
    return false;
  }
}
