import { TALK_WORDS, TOPIC } from '../rules/talk-vocabulary.ts';
import { backOf, frontOf, HAS, IS_UNSPACED, SPAN_SIZE, type Spans } from './talk-spans.ts';

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
/** A stem of this length is a word of its own wherever it stands: `Zugangspasswort`. */
const LONG_STEM = 6;
const KEY_LENGTH = 3;

interface Stem {
  text: string;
  topic: number;
}

const whole = new Map<string, number>();
const stems = new Map<string, Stem[]>();
const insideStems = new Map<string, Stem[]>();
const phrases = new Map<string, { rest: readonly string[]; topic: number }[]>();

/** A letter of either case is its low five bits in a key. Other characters share keys with letters, which is harmless. */
const KEY_BITS = 5;
const KEYS = 1 << (KEY_BITS * KEY_LENGTH);
const nextKey = (key: number, code: number) => ((key << KEY_BITS) | (code & 31)) & (KEYS - 1);
/** By the key of three characters: a word of the vocabulary begins so, or one that also stands inside longer words. */
const BEGINS = 1;
const STANDS_INSIDE = 2;
const keys = new Uint8Array(KEYS);
/** The keys of the words with fewer characters. */
const shortKeys = new Uint8Array(KEYS);

function addKey(text: string, bit: number): void {
  let key = 0;
  for (let at = 0; at < Math.min(KEY_LENGTH, text.length); at += 1) key = nextKey(key, text.charCodeAt(at));
  const table = text.length < KEY_LENGTH ? shortKeys : keys;
  table[key] = table[key]! | bit;
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function addStem(text: string, topic: number): void {
  const stem = { text, topic };
  if (IS_UNSPACED.test(text) || HAS_PREFIXES.test(text)) {
    addTo(insideStems, text.charAt(0), stem);
    return;
  }
  addTo(stems, text.slice(0, KEY_LENGTH), stem);
  addKey(text, BEGINS);
  if (text.length < LONG_STEM || (topic & (TOPIC.password | TOPIC.pin)) === 0) return;
  addTo(insideStems, text.charAt(0), stem);
  addKey(text, STANDS_INSIDE);
}

function addWords(list: readonly string[], topic: number): void {
  for (const written of list) {
    const text = fold(written.replace(/\$$/, ''));
    if (text.includes(' ')) {
      const [first, ...rest] = text.split(' ');
      addTo(phrases, first!, { rest, topic });
      addKey(first!, BEGINS);
    } else if (written.endsWith('$')) {
      whole.set(text, (whole.get(text) ?? 0) | topic);
      addKey(text, BEGINS);
    } else addStem(text, topic);
  }
}

/** The topics whose words in other languages are no words of English. */
const TELLS_LANGUAGE = TOPIC.password | TOPIC.login;
for (const [name, lists] of Object.entries(TALK_WORDS)) {
  const topic = TOPIC[name as keyof typeof TOPIC];
  for (const [index, list] of lists.entries())
    addWords(list, index > 0 && (topic & TELLS_LANGUAGE) !== 0 ? topic | TOPIC.foreign : topic);
}

/** `pass` is a verb as well, except at the head of a column or before a colon. */
const COLUMNS = new Set(['pass', 'passes']);
for (const word of COLUMNS) addKey(word, BEGINS);
const BEHIND_COLUMN = /^(?:[ \t]*(?:[|:=\n]|$))/;
const isColumn = (word: string, text: string, end: number) =>
  COLUMNS.has(word) && BEHIND_COLUMN.test(text.slice(end, end + 8));

/** Articles and prepositions that a word begins with: `l'alarme`. */
const ELISION = /^(?:qu|dell|all|nell|dall|un|[cdjlmnst])['’]/;

function topicsOf(written: string): number {
  const word = written.replace(ELISION, '');
  return word === written ? topicsOfWord(word) : topicsOfWord(word) | topicsOfWord(written);
}

function topicsOfWord(word: string): number {
  let topics = whole.get(word) ?? 0;
  for (const { text, topic } of stems.get(word.slice(0, KEY_LENGTH)) ?? [])
    if (word.startsWith(text)) topics |= topic;
  for (let at = 0; at < word.length; at += 1)
    for (const { text, topic } of insideStems.get(word.charAt(at)) ?? [])
      if (word.startsWith(text, at)) topics |= topic;
  return topics;
}

/** False for most words in ASCII that the vocabulary has not. Reads each character once. */
function mayHaveTopics(text: string, start: number, end: number): boolean {
  let key = 0;
  const first = Math.min(end, start + KEY_LENGTH);
  for (let at = start; at < first; at += 1) key = nextKey(key, text.charCodeAt(at));
  if (end - start < KEY_LENGTH) return shortKeys[key] !== 0;
  if (keys[key] !== 0) return true;
  if (end - start < LONG_STEM) return false;
  for (let at = first; at < end; at += 1) {
    key = nextKey(key, text.charCodeAt(at));
    if ((keys[key]! & STANDS_INSIDE) !== 0) return true;
  }
  return false;
}

const WORD = /^\p{L}[\p{L}\p{M}'’-]*$/u;

/** The word of a span without case and accents; empty where it is none. */
function wordAt(text: string, start: number, end: number): string {
  const word = text.slice(start, end);
  return WORD.test(word) ? fold(word) : '';
}

/** The word of a span that can continue a phrase. */
function wordOfSpan(text: string, spans: Spans, index: number): string {
  const start = frontOf(text, spans[SPAN_SIZE * index]!, spans[SPAN_SIZE * index + 1]!);
  return wordAt(text, start, backOf(text, start, spans[SPAN_SIZE * index + 1]!));
}

/** The topics of a text, and of each of its spans. */
export interface Topics {
  all: number;
  each: readonly number[];
}

/** Says what each span of a text is about. */
export function readTopics(text: string, spans: Spans): Topics {
  const each: number[] = [];
  const begun: { index: number; word: string }[] = [];
  let all = 0;
  for (let index = 0; index * SPAN_SIZE < spans.length; index += 1) {
    const [spanEnd, kinds] = [spans[SPAN_SIZE * index + 1]!, spans[SPAN_SIZE * index + 2]!];
    const start = frontOf(text, spans[SPAN_SIZE * index]!, spanEnd);
    const end = backOf(text, start, spanEnd);
    const isPlain = (kinds & (HAS.beyondAscii | HAS.apostrophe)) === 0;
    const word = isPlain && !mayHaveTopics(text, start, end) ? '' : wordAt(text, start, end);
    const topics = word === '' ? 0 : topicsOf(word) | (isColumn(word, text, spanEnd) ? TOPIC.password : 0);
    each.push(topics);
    all |= topics;
    if (word !== '' && phrases.has(word)) begun.push({ index, word });
  }
  for (const { index, word } of begun) all |= addPhrases(text, spans, each, index, word);
  return { all, each };
}

/** Adds the topics of the phrases that begin with the word of a span. */
function addPhrases(text: string, spans: Spans, each: number[], index: number, word: string): number {
  let topics = 0;
  for (const { rest, topic } of phrases.get(word)!) {
    const isThere = rest.every(
      (part, offset) =>
        SPAN_SIZE * (index + 1 + offset) < spans.length &&
        wordOfSpan(text, spans, index + 1 + offset).startsWith(part),
    );
    if (!isThere) continue;
    for (let number = index; number <= index + rest.length; number += 1) each[number] = each[number]! | topic;
    topics |= topic;
  }
  return topics;
}
