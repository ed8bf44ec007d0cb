import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import { hasUnitsInRow } from './words-in-row.ts';

/** One bit for each list, so that the lists of a word are a number. */
const LISTS: readonly (readonly string[])[] = [
  english,
  spanish,
  french,
  italian,
  portuguese,
  czech,
  japanese,
  korean,
  simplifiedChinese,
  traditionalChinese,
];

let listsOfWord: Map<string, number> | undefined;

/** The lists hold their words without composed letters; they are read when the first text needs them. */
function lists(): Map<string, number> {
  if (listsOfWord !== undefined) return listsOfWord;
  listsOfWord = new Map();
  for (const [index, list] of LISTS.entries())
    for (const word of list) {
      const key = word.normalize('NFKD');
      listsOfWord.set(key, (listsOfWord.get(key) ?? 0) | (1 << index));
    }
  return listsOfWord;
}

/** A sentence of a dozen words that all are of one list does not come about: no list has articles and prepositions. */
const FEWEST_WORDS = 12;
/** Of a dozen words drawn from 2048, two are hardly ever the same. A word that somebody repeats is no phrase. */
const FEWEST_DISTINCT = 10;
const ANY_LIST = -1;
const WORD = /[\p{L}\p{M}]+/gu;
/** Blanks, and the numbers of a numbered phrase. */
const BETWEEN = /^[ \t\r\n\u3000]{1,4}$|^[ \t\r\n,、.;]{0,4}(?:\d{1,2}[.):、]?)?[ \t\r\n\u3000]{0,3}$/;

const LONGEST_GAP = 8;
/** A shorter text has no dozen of words. */
const SHORTEST = 24;
/** Words that are long enough for a list, one behind the other: hardly any sentence has so many. */
const ASCII_RUN = /(?:\b[a-z]{3,10}(?:[ ,\n]{1,3}|$)){11}/i;
const ANY_RUN =
  /(?<!\p{L})(?:(?:[\p{Ll}\p{M}]{3,12}|\p{sc=Hangul}{1,5}|\p{sc=Han}|[\p{sc=Hiragana}\p{M}]{2,9})(?:[ ,\n\u3000、]{1,3}|$)){11}/u;
/** What both ask for: they begin anew at each word, so that a test stands before them. */
export const FEWEST_IN_RUN = 11;
export const LONGEST_IN_RUN = 10;

/**
 * True where so many words stand in a row that they can be a recovery phrase. `hasRow` tells if a text in ASCII has
 * {@link FEWEST_IN_RUN} words in a row.
 */
export function hasRunOfWords(text: string, hasRow: () => boolean): boolean {
  if (text.length < SHORTEST) return false;
  // The runtime counts bytes at the speed of memory.
  return Buffer.byteLength(text) === text.length
    ? hasRow() && ASCII_RUN.test(text)
    : hasUnitsInRow(text, FEWEST_IN_RUN) && ANY_RUN.test(text);
}

/** A stretch of a text. */
export interface Stretch {
  start: number;
  end: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** The lists that have a word. */
function listsOf(words: ReadonlyMap<string, number>, word: string): number {
  const lower = word.toLowerCase();
  return words.get(ASCII.test(lower) ? lower : lower.normalize('NFKD')) ?? 0;
}

/** True where a dozen words in a row are of lists. Looks at each twelfth word, and at those around it if it is of one. */
function mayHaveRun(words: ReadonlyMap<string, number>, text: string): boolean {
  const all = text.match(WORD) ?? [];
  const isListed = (at: number) => at >= 0 && at < all.length && listsOf(words, all[at]!) !== 0;
  for (let at = FEWEST_WORDS - 1; at < all.length; at += FEWEST_WORDS) {
    if (!isListed(at)) continue;
    let first = at;
    while (at - first < FEWEST_WORDS && isListed(first - 1)) first -= 1;
    let last = at;
    while (last - first + 1 < FEWEST_WORDS && isListed(last + 1)) last += 1;
    if (last - first + 1 >= FEWEST_WORDS) return true;
  }
  return false;
}

/** Returns the runs of words of one list for recovery phrases, in ten languages. */
export function findSeedWords(text: string): Stretch[] {
  const words = lists();
  if (!mayHaveRun(words, text)) return [];
  const found: Stretch[] = [];
  let run = ANY_LIST;
  let count = 0;
  let start = 0;
  let end = 0;
  const distinct = new Set<string>();
  const close = () => {
    if (count >= FEWEST_WORDS && distinct.size >= FEWEST_DISTINCT) found.push({ start, end });
    distinct.clear();
    count = 0;
    run = ANY_LIST;
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const known = listsOf(words, word);
    if (
      count > 0 &&
      (index - end > LONGEST_GAP || !BETWEEN.test(text.slice(end, index)) || (run & known) === 0)
    )
      close();
    if (known === 0) continue;
    if (count === 0) start = index;
    run &= known;
    distinct.add(word);
    count += 1;
    end = index + word.length;
  }
  close();
  return found;
}
