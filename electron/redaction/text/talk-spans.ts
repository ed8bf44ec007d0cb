import { codesOf, LONGEST_CODED } from './text-codes.ts';

/** The runs of characters between blanks, brackets, quotes and commas: three numbers each, start, end and kinds. */
export type Spans = ArrayLike<number>;
export const SPAN_SIZE = 3;

const SEPARATES = 1;
const IS_BLANK = 2;
/** It ends a sentence before a blank. */
const ENDS_BEFORE_BLANK = 4;
const ENDS_SENTENCE = 8;
const IS_FRONT_EDGE = 16;
const IS_BACK_EDGE = 32;
/** Kinds of characters, which a span has all of. */
export const HAS = {
  digit: 64,
  /** A mark that passwords have: {@link SHAPE}. */
  mark: 128,
  apostrophe: 256,
  beyondAscii: 512,
  /** What no word has. */
  other: 1024,
  /** A hyphen or an underscore. */
  hyphen: 2048,
  /** A mark that stands at the front or at the back of words. */
  edge: IS_FRONT_EDGE | IS_BACK_EDGE,
  /** No letter of ASCII and no hyphen. */
  notPlain: 4096,
} as const;
const ALL_KINDS =
  HAS.digit | HAS.mark | HAS.apostrophe | HAS.beyondAscii | HAS.other | HAS.hyphen | HAS.edge | HAS.notPlain;
/** It is in one of the blocks with scripts that are written without blanks, or behind the first of them. */
const MAY_BE_UNSPACED = 8192;

const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー`;
/** Matches a character of a script that is written without blanks. */
export const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const SPAN = new RegExp(
  String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[^\s"“”„«»\x60<>()[\]{}|,;:=。，、：；？！／（）「」『』“”؟،؛…→])+`,
  'gu',
);

/** By UTF-16 unit, below the scripts of East Asia. */
const CLASSES = new Uint16Array(0x2e80);
function mark(characters: string, bits: number): void {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    if (code < CLASSES.length) CLASSES[code] = CLASSES[code]! | bits;
  }
}
const BLANKS =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f';
CLASSES.fill(HAS.notPlain, 0, 128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-')
  CLASSES[character.charCodeAt(0)] = 0;
CLASSES.fill(HAS.beyondAscii | HAS.notPlain, 128);
CLASSES.fill(HAS.beyondAscii | HAS.notPlain | MAY_BE_UNSPACED, 0xe00, 0xe80);
CLASSES.fill(HAS.beyondAscii | HAS.notPlain | MAY_BE_UNSPACED, 0x1100, 0x1200);
mark(BLANKS, SEPARATES | IS_BLANK);
mark('"“”„«»`<>()[]{}|,;:=؟،؛…→', SEPARATES);
mark('.!?;', ENDS_BEFORE_BLANK);
mark('؟।', ENDS_SENTENCE);
mark("'’*_.!?¿¡-", IS_FRONT_EDGE);
mark("'’*_.!?।-", IS_BACK_EDGE);
mark('0123456789', HAS.digit);
mark('!@#$%&?', HAS.mark);
mark("'’", HAS.apostrophe);
mark('-_', HAS.hyphen);
mark('0123456789#$%&+/@\\^~', HAS.other);

const EAST_ASIAN_BLANKS = '\u3000\ufeff';
const EAST_ASIAN_ENDS = '。！？；';

function classOf(code: number): number {
  if (code < CLASSES.length) return CLASSES[code]!;
  const character = String.fromCharCode(code);
  if (EAST_ASIAN_BLANKS.includes(character)) return SEPARATES | IS_BLANK;
  const kinds = HAS.beyondAscii | HAS.notPlain;
  return EAST_ASIAN_ENDS.includes(character) ? kinds | ENDS_SENTENCE : kinds;
}

/** True for white space. */
export const isBlank = (code: number): boolean => (classOf(code) & IS_BLANK) !== 0;

function kindsOf(text: string, start: number, end: number): number {
  let kinds = 0;
  for (let at = start; at < end; at += 1) kinds |= classOf(text.charCodeAt(at));
  return kinds & ALL_KINDS;
}

const BLANK = 32;

/** Every character of a script without blanks can be a span. */
export const MOST_SPANS = LONGEST_CODED + 1;
/** The spans of the last text. */
const found = new Int32Array(SPAN_SIZE * MOST_SPANS);

/** Takes a text apart that can have scripts without blanks. */
function readUnspaced(text: string): Spans {
  const spans: number[] = [];
  for (const { 0: written, index } of text.matchAll(SPAN)) {
    const end = index + written.length;
    spans.push(index, end, kindsOf(text, index, end));
  }
  return Int32Array.from(spans);
}

/**
 * Takes a text apart into words, and into runs of characters in scripts that are written without blanks. They are valid
 * until the next text is read.
 */
export function readSpans(text: string): Spans {
  const codes = codesOf(text);
  const { length } = text;
  let count = 0;
  let start = 0;
  let kinds = 0;
  for (let at = 0; at <= length; at += 1) {
    const code = at < length ? codes[at]! : BLANK;
    const bits = code < CLASSES.length ? CLASSES[code]! : MAY_BE_UNSPACED;
    if ((bits & (SEPARATES | MAY_BE_UNSPACED)) === 0) {
      kinds |= bits;
      continue;
    }
    if ((bits & MAY_BE_UNSPACED) !== 0) return readUnspaced(text);
    if (at > start) {
      found[count] = start;
      found[count + 1] = at;
      found[count + 2] = kinds & ALL_KINDS;
      count += SPAN_SIZE;
    }
    start = at + 1;
    kinds = 0;
  }
  return found.subarray(0, count);
}

/** Returns where the first character stands that is no quote, dash or mark at the front of a word. */
export function frontOf(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (classOf(text.charCodeAt(at)) & IS_FRONT_EDGE) !== 0) at += 1;
  return at;
}

/** The same for the end of a word. */
export function backOf(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (classOf(text.charCodeAt(at - 1)) & IS_BACK_EDGE) !== 0) at -= 1;
  return at;
}

/** True where a sentence ends between two words: after the first one, from its last character on. */
export function endsSentence(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const bits = classOf(text.charCodeAt(at));
    if ((bits & ENDS_SENTENCE) !== 0) return true;
    const endsWord = at + 1 === to || (classOf(text.charCodeAt(at + 1)) & IS_BLANK) !== 0;
    if ((bits & ENDS_BEFORE_BLANK) !== 0 && endsWord) return true;
  }
  return false;
}

/** True where nothing but one blank stands between two words, and no mark at the end of the first one. */
export const areBeside = (
  text: string,
  one: { end: number; kinds: number },
  other: { start: number },
): boolean =>
  other.start === one.end + 1 &&
  text.charCodeAt(one.end) === BLANK &&
  (one.kinds & (HAS.notPlain | HAS.hyphen)) === 0;
