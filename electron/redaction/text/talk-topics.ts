import { ACCESS_WORDS } from '../rules/access-words.ts';
import { TALK_WORDS, TOPIC } from '../rules/talk-vocabulary.ts';
import { PhraseStarts } from './phrase-starts.ts';
import { backOf, frontOf, HAS, IS_UNSPACED, MOST_SPANS, SPAN_SIZE, type Spans } from './talk-spans.ts';
import { codesOf } from './text-codes.ts';
import { type Codes, isPlain, SHORTEST_INSIDE, type Walked, WordTrie } from './word-trie.ts';

/** Letters that Unicode does not take apart. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\x00-\x7f]*$/;
const MARKS = /[\u0300-\u036f\u064b-\u0655]/g;

/** Returns a word without case and without accents. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII.test(lower)) return lower;
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
const phrases = new Map<string, { rest: readonly string[]; topic: number }[]>();

const LAST_ASCII = 127;
/** Most words that begin a phrase have another word behind them. */
const phraseStarts = new PhraseStarts();

/** Beside the topics of a word: phrases begin with it. */
const BEGINS_PHRASE = 1 << 20;
/** It names a password at the head of a column. */
const HEADS_COLUMN = 1 << 21;
const TOPICS = BEGINS_PHRASE - 1;

function addTo<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function addStem(text: string, topic: number): void {
  const stem = { text, topic };
  if (IS_UNSPACED.test(text) || HAS_PREFIXES.test(text)) {
    addTo(insideStems, text.charCodeAt(0), stem);
    return;
  }
  if (trie.canHold(text)) trie.addStem(text, topic);
  else addTo(stems, text.slice(0, KEY_LENGTH), stem);
  // A long stem is a word of its own wherever it stands: `Zugangspasswort`.
  if (text.length < SHORTEST_INSIDE || (topic & (TOPIC.password | TOPIC.pin)) === 0) return;
  addTo(insideStems, text.charCodeAt(0), stem);
  if (isPlain(text, 0, text.length)) trie.addInside(text, topic);
}

function addWhole(text: string, bits: number): void {
  if (trie.canHold(text)) trie.addWord(text, bits);
  else whole.set(text, (whole.get(text) ?? 0) | bits);
}

function addWords(list: readonly string[], topic: number): void {
  for (const written of list) {
    const text = fold(written.replace(/\$$/, ''));
    if (text.includes(' ')) {
      const [first, ...rest] = text.split(' ');
      addTo(phrases, first!, { rest, topic });
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
function readVocabulary(): void {
  isRead = true;
  for (const [name, lists] of Object.entries(TALK_WORDS)) {
    const topic = TOPIC[name as keyof typeof TOPIC];
    for (const [index, list] of lists.entries())
      addWords(list, index > 0 && (topic & TELLS_LANGUAGE) !== 0 ? topic | TOPIC.foreign : topic);
  }
  for (const [name, lists] of Object.entries(ACCESS_WORDS))
    for (const list of lists) addWords(list, TOPIC[name as keyof typeof ACCESS_WORDS]);
  for (const word of COLUMNS) addWhole(word, HEADS_COLUMN);
}

const BEHIND_COLUMN = /^(?:[ \t]*(?:[|:=\n]|$))/;
const isColumn = (text: string, end: number) => BEHIND_COLUMN.test(text.slice(end, end + 8));

/** Articles and prepositions that a word begins with: `l'alarme`. */
const ELISION = /^(?:qu|dell|all|nell|dall|un|[cdjlmnst])['’]/;

function bitsOf(written: string): number {
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
    const sameStart = insideStems.get(word.charCodeAt(at));
    if (sameStart !== undefined)
      for (const { text, topic } of sameStart) if (word.startsWith(text, at)) bits |= topic;
  }
  return bits;
}

/** The bits of a span in ASCII without apostrophes. Most words are not in the vocabulary. */
function bitsOfPlain(text: string, codes: Codes, index: number, kinds: number): number {
  const start = starts[index]!;
  const end = ends[index]!;
  trie.walk(entries[index]!, stemsOfEntries[index]!, codes, start, end, walked);
  let { bits } = walked;
  const isPlace = (walked.begun & OPENED) !== 0;
  if (end - start > SHORTEST_INSIDE) bits |= trie.insideOf(codes, start, end);
  if ((bits === 0 && !isPlace) || ((kinds & HAS.notPlain) !== 0 && !isPlain(text, start, end))) return 0;
  return isPlace ? bits | bitsOfBeginning(text.slice(start, end).toLowerCase()) : bits;
}

const WORD = /^\p{L}[\p{L}\p{M}'’-]*$/u;

/** The word of a span without case and accents; empty where it is none. */
function wordAt(text: string, start: number, end: number): string {
  const word = text.slice(start, end);
  return WORD.test(word) ? fold(word) : '';
}

/** True when the word of a span begins with a part of a phrase. */
function continues(text: string, spans: Spans, index: number, part: string): boolean {
  const spanEnd = spans[SPAN_SIZE * index + 1]!;
  const start = frontOf(text, spans[SPAN_SIZE * index]!, spanEnd);
  // Most words differ in one of the first letters.
  for (let at = 0; at < 2 && at < part.length; at += 1) {
    const code = text.charCodeAt(start + at);
    if (code > LAST_ASCII) break;
    if (((code ^ part.charCodeAt(at)) & 31) !== 0) return false;
  }
  return wordAt(text, start, backOf(text, start, spanEnd)).startsWith(part);
}

/** The topics of a text, and of each of its spans. */
export interface Topics {
  all: number;
  each: readonly number[];
}

const OPENING_BRACKET = 91;
/** No mask is longer. */
const LONGEST_MASK = 64;

/** True for the words of a mask, which nobody has said. An opening bracket stands before `start`. */
function isInMask(text: string, start: number, isMask: (text: string) => boolean): boolean {
  const rest = text.slice(start - 1, start + LONGEST_MASK);
  const close = rest.indexOf(']');
  return close !== -1 && isMask(rest.slice(0, close + 1));
}

/** No plain word. */
const OTHER_KINDS = HAS.other | HAS.beyondAscii | HAS.apostrophe;
/** The words of the last text without the marks around them, and where the trie begins with each. */
const starts = new Uint16Array(MOST_SPANS);
const ends = new Uint16Array(MOST_SPANS);
const entries = new Uint16Array(MOST_SPANS);
const stemsOfEntries = new Int32Array(MOST_SPANS);

/**
 * Finds the word of each span, and what the trie has for its beginning. Nothing here depends on that, so that the processor
 * fetches the beginnings of many words at the same time: each is somewhere else in memory.
 */
function readWords(text: string, spans: Spans, codes: Codes, count: number): void {
  for (let index = 0; index < count; index += 1) {
    let start = spans[SPAN_SIZE * index]!;
    let end = spans[SPAN_SIZE * index + 1]!;
    const kinds = spans[SPAN_SIZE * index + 2]!;
    if ((kinds & HAS.edge) !== 0) {
      start = frontOf(text, start, end);
      end = backOf(text, start, end);
    }
    starts[index] = start;
    ends[index] = end;
    const entry = (kinds & OTHER_KINDS) === 0 ? trie.entryOf(codes, start, end) : 0;
    entries[index] = entry;
    stemsOfEntries[index] = trie.stemOf(entry);
  }
}

/** Says what each span of a text is about. What `isMask` says is a mask is about nothing. */
export function readTopics(text: string, spans: Spans, isMask: (text: string) => boolean): Topics {
  if (!isRead) readVocabulary();
  const count = spans.length / SPAN_SIZE;
  const each = new Array<number>(count).fill(0);
  const begun: { index: number; word: string }[] = [];
  let all = 0;
  const codes = codesOf(text);
  readWords(text, spans, codes, count);
  for (let index = 0; index < count; index += 1) {
    const spanStart = spans[SPAN_SIZE * index]!;
    const kinds = spans[SPAN_SIZE * index + 2]!;
    if ((kinds & HAS.other) !== 0) continue;
    if (spanStart > 0 && codes[spanStart - 1] === OPENING_BRACKET && isInMask(text, spanStart, isMask))
      continue;
    const start = starts[index]!;
    const end = ends[index]!;
    let word = '';
    let bits = 0;
    if ((kinds & OTHER_KINDS) === 0) bits = bitsOfPlain(text, codes, index, kinds);
    else {
      word = wordAt(text, start, end);
      if (word !== '') bits = bitsOf(word);
    }
    if (bits === 0) continue;
    let topics = bits & TOPICS;
    if ((bits & HEADS_COLUMN) !== 0 && isColumn(text, spans[SPAN_SIZE * index + 1]!))
      topics |= TOPIC.password;
    each[index] = topics;
    all |= topics;
    if ((bits & BEGINS_PHRASE) === 0 || index + 1 === count) continue;
    if (phraseStarts.mayStand(codes, start, end, starts[index + 1]!, text.length))
      begun.push({ index, word: word === '' ? text.slice(start, end).toLowerCase() : word });
  }
  for (const { index, word } of begun) all |= addPhrases(text, spans, each, index, word);
  return { all, each };
}

/** Adds the topics of the phrases that begin with the word of a span. */
function addPhrases(text: string, spans: Spans, each: number[], index: number, word: string): number {
  let topics = 0;
  for (const { rest, topic } of phrases.get(word)!) {
    if (SPAN_SIZE * (index + rest.length) >= spans.length) continue;
    let same = 0;
    while (same < rest.length && continues(text, spans, index + 1 + same, rest[same]!)) same += 1;
    if (same < rest.length) continue;
    for (let number = index; number <= index + rest.length; number += 1) each[number] = each[number]! | topic;
    topics |= topic;
  }
  return topics;
}
