import { TOPIC, WORDS } from '../talk/vocabulary.ts';
import { PhraseStarts } from './phrase-starts.ts';
import { IS_UNSPACED } from './talk-spans.ts';
import { isSurrogate, UnitClass } from './unit-classes.ts';
import { UNKNOWN, WordMemo } from './word-memo.ts';
import { type Codes, isPlain, PLAIN_CODES, SHORTEST_INSIDE, type Walked, WordTrie } from './word-trie.ts';

/** Letters that Unicode does not take apart. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae' };
const FIRST_BEYOND_ASCII = 128;
const MARKS = /[\u0300-\u036f\u064b-\u0655]/g;

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) >= FIRST_BEYOND_ASCII) return false;
  return true;
}

/** Returns a word without case and without accents. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(/[łøđıßæ]/g, (letter) => WHOLE_LETTERS[letter]!);
}

/** Scripts that glue articles and prepositions to the front of a word. */
const HAS_PREFIXES = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;
const KEY_LENGTH = 3;

interface Stem {
  text: string;
  topic: number;
}

/** The words and stems that begin with three letters of ASCII, without accents. Most do. */
const trie = new WordTrie();
/** All others. */
const whole = new Map<string, number>();
const stems = new Map<string, Stem[]>();
const insideStems = new Map<number, Stem[]>();
/** The characters of ASCII with which one of them begins. */
const beginsInside = new Uint8Array(FIRST_BEYOND_ASCII);
/** A phrase without its first word. */
interface Phrase {
  rest: readonly string[];
  topic: number;
  /** {@link lettersOf} the second word, and which of their bits count. */
  letters: number;
  mask: number;
}
export const phrases = new Map<string, Phrase[]>();

/** Most words that begin a phrase have another word behind them. */
export const phraseStarts = new PhraseStarts();

/** Beside the topics of a word: phrases begin with it. */
export const BEGINS_PHRASE = 1 << 30;
/** It names a password at the head of a column. */
export const HEADS_COLUMN = 1 << 31;
export const TOPICS = BEGINS_PHRASE - 1;

function addTo<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function addInside(text: string, stem: Stem): void {
  const code = text.charCodeAt(0);
  addTo(insideStems, code, stem);
  if (code < FIRST_BEYOND_ASCII) beginsInside[code] = 1;
}

function addStem(text: string, topic: number): void {
  const stem = { text, topic };
  if (IS_UNSPACED.test(text) || HAS_PREFIXES.test(text)) {
    addInside(text, stem);
    return;
  }
  if (trie.canHold(text)) trie.addStem(text, topic);
  else addTo(stems, text.slice(0, KEY_LENGTH), stem);
  // A long stem is a word of its own wherever it stands: `Zugangspasswort`.
  if (text.length < SHORTEST_INSIDE || (topic & (TOPIC.password | TOPIC.pin)) === 0) return;
  addInside(text, stem);
  if (isPlain(text, 0, text.length)) trie.addInside(text, topic);
}

function addWhole(text: string, bits: number): void {
  if (trie.canHold(text)) trie.addWord(text, bits);
  else whole.set(text, (whole.get(text) ?? 0) | bits);
}

const LETTER_BITS = 5;
const LETTER = (1 << LETTER_BITS) - 1;
const BOTH_LETTERS = (1 << (2 * LETTER_BITS)) - 1;

/** The first two letters of a word in ASCII, in either case. */
export const lettersOf = (one: number, two: number): number =>
  ((two & LETTER) << LETTER_BITS) | (one & LETTER);

function secondWord(word: string): { letters: number; mask: number } {
  const [one, two] = [word.charCodeAt(0), word.length > 1 ? word.charCodeAt(1) : 0];
  if ((one | two) >= FIRST_BEYOND_ASCII) return { letters: 0, mask: 0 };
  return { letters: lettersOf(one, two), mask: word.length > 1 ? BOTH_LETTERS : LETTER };
}

function addWords(list: readonly string[], topic: number): void {
  for (const written of list) {
    const text = fold(written.replace(/\$$/, ''));
    if (text.includes(' ')) {
      const [first, ...rest] = text.split(' ');
      addTo(phrases, first!, { rest, topic, ...secondWord(rest[0]!) });
      phraseStarts.add(first!, rest[0]!);
      addWhole(first!, BEGINS_PHRASE);
    } else if (written.endsWith('$')) addWhole(text, topic);
    else addStem(text, topic);
  }
}

/** The topics whose words in other languages are no words of English. */
const TELLS_LANGUAGE = TOPIC.password | TOPIC.login;
/** `pass` is a verb as well, except at the head of a column or before a colon. */
const COLUMNS = ['pass', 'passes'];

let isRead = false;

/** Reads the vocabulary when the first text needs it: a start must not wait for it. */
export function readVocabulary(): void {
  if (isRead) return;
  isRead = true;
  for (const [name, lists] of WORDS) {
    const topic = TOPIC[name];
    for (const [index, list] of lists.entries())
      addWords(list, index > 0 && (topic & TELLS_LANGUAGE) !== 0 ? topic | TOPIC.foreign : topic);
  }
  for (const word of COLUMNS) addWhole(word, HEADS_COLUMN);
}

/** Articles and prepositions that a word begins with: `l'alarme`. */
const ELISION = /^(?:qu|dell|all|nell|dall|un|[cdjlmnst])['’]/;

export function bitsOf(written: string): number {
  const bits = bitsOfWord(written);
  const elided = ELISION.exec(written);
  return elided === null ? bits : bits | (bitsOfWord(written.slice(elided[0].length)) & TOPICS);
}

const walked: Walked = { bits: 0, begun: 0 };
const LONGEST_WORD = 64;
const wordCodes = new Uint16Array(LONGEST_WORD);

/** The bits of a word without case and accents, by its beginning. */
function bitsOfStart(word: string): number {
  if (trie.canHold(word)) {
    // No word of the vocabulary is so long.
    const length = Math.min(word.length, wordCodes.length);
    for (let at = 0; at < length; at += 1) wordCodes[at] = word.charCodeAt(at);
    const entry = trie.entryOf(wordCodes, 0, length);
    trie.walk(entry, trie.stemOf(entry), wordCodes, 0, length, walked);
    return walked.bits;
  }
  let bits = whole.get(word) ?? 0;
  const sameKey = stems.get(word.slice(0, KEY_LENGTH));
  if (sameKey !== undefined) for (const { text, topic } of sameKey) if (word.startsWith(text)) bits |= topic;
  return bits;
}

/** A number that opens what the word begins with: `Spindcode`, `kapukód`, `ovikoodi`. */
const CODE_OF = /(?:code|kode[nrt]?|kod(?:et?|en|ja|om|ot|u)?|koodi[an]?|kombination(?:en)?)$/;
const SHORTEST_PLACE = 3;

const OPENED = TOPIC.place | TOPIC.login;

function bitsOfBeginning(word: string): number {
  const bits = bitsOfStart(word);
  const hasCode = word.length > SHORTEST_PLACE && (word.includes('od') || word.includes('kombination'));
  const suffix = hasCode ? CODE_OF.exec(word) : null;
  if (suffix === null || suffix.index < SHORTEST_PLACE) return bits;
  const place = bitsOfStart(word.slice(0, suffix.index).replace(/-$/, ''));
  return (place & OPENED) !== 0 ? bits | TOPIC.pin | TOPIC.code : bits;
}

/** The particle of Japanese behind what a sentence is about. */
const TOPIC_PARTICLE = 'は';

function bitsOfWord(word: string): number {
  let bits = bitsOfBeginning(word);
  if (word.endsWith(TOPIC_PARTICLE)) bits |= TOPIC.equals;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code < FIRST_BEYOND_ASCII && beginsInside[code] === 0) continue;
    const sameStart = insideStems.get(code);
    if (sameStart !== undefined)
      for (const { text, topic } of sameStart) if (word.startsWith(text, at)) bits |= topic;
  }
  return bits;
}

const memo = new WordMemo();

/** The bits of a span in ASCII without apostrophes, digits and marks. Most words are not in the vocabulary. */
export function bitsOfPlain(text: string, codes: Codes, start: number, end: number): number {
  const known = memo.find(codes, start, end);
  if (known !== UNKNOWN) return known;
  const bits = isPlain(text, start, end) ? bitsInVocabulary(text, codes, start, end) : 0;
  memo.remember(start, end, bits);
  return bits;
}

function bitsInVocabulary(text: string, codes: Codes, start: number, end: number): number {
  const entry = trie.entryOf(codes, start, end);
  trie.walk(entry, trie.stemOf(entry), codes, start, end, walked);
  let { bits } = walked;
  const isPlace = (walked.begun & OPENED) !== 0;
  if (end - start > SHORTEST_INSIDE) bits |= trie.insideOf(codes, start, end);
  return isPlace ? bits | bitsOfBeginning(text.slice(start, end).toLowerCase()) : bits;
}

const WORD = /^\p{L}[\p{L}\p{M}'’-]*$/u;
const LETTER_UNIT = new UnitClass(/\p{L}/u);
const APOSTROPHE = 39;
const HYPHEN = 45;

/** True where {@link WORD} can match: dashes and arrows stand alone in many texts. */
function mayBeWord(codes: Codes, start: number, end: number): boolean {
  const first = codes[start]!;
  if (start === end || first === HYPHEN) return false;
  if (first >= FIRST_BEYOND_ASCII) return LETTER_UNIT.has(first) || isSurrogate(first);
  for (let at = start; at < end; at += 1) {
    const code = codes[at]!;
    if (code >= FIRST_BEYOND_ASCII) return true;
    if (PLAIN_CODES[code] === 0 && (code !== APOSTROPHE || at === start)) return false;
  }
  return true;
}

/** The word of a span without case and accents; empty where it is none. */
export function wordAt(text: string, codes: Codes, start: number, end: number): string {
  if (!mayBeWord(codes, start, end)) return '';
  const word = text.slice(start, end);
  return WORD.test(word) ? fold(word) : '';
}
