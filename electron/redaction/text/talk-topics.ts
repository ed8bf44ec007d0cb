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
const LAST_ASCII = 127;

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
const nextBit = (code: number) => 1 << (code & 31);
/** A word that ends behind its key has no letter there. */
const NO_NEXT = 1;
const ANY_NEXT = -1;
/** By the key of three characters: the characters behind it in the words of the vocabulary, one bit each. */
const nexts = new Int32Array(KEYS);
/** The keys of the words with fewer characters. */
const shortKeys = new Uint8Array(KEYS);
/** The keys of words that also stand inside longer ones. */
const insideKeys = new Uint8Array(KEYS);

function keyOf(text: string): number {
  let key = 0;
  for (let at = 0; at < Math.min(KEY_LENGTH, text.length); at += 1) key = nextKey(key, text.charCodeAt(at));
  return key;
}

function addKey(text: string, atEnd: number): void {
  const key = keyOf(text);
  if (text.length < KEY_LENGTH) shortKeys[key] = 1;
  else nexts[key] = nexts[key]! | (text.length === KEY_LENGTH ? atEnd : nextBit(text.charCodeAt(KEY_LENGTH)));
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
  addKey(text, ANY_NEXT);
  if (text.length < LONG_STEM || (topic & (TOPIC.password | TOPIC.pin)) === 0) return;
  addTo(insideStems, text.charAt(0), stem);
  insideKeys[keyOf(text)] = 1;
}

function addWords(list: readonly string[], topic: number): void {
  for (const written of list) {
    const text = fold(written.replace(/\$$/, ''));
    if (text.includes(' ')) {
      const [first, ...rest] = text.split(' ');
      addTo(phrases, first!, { rest, topic });
      addKey(first!, NO_NEXT);
    } else if (written.endsWith('$')) {
      whole.set(text, (whole.get(text) ?? 0) | topic);
      addKey(text, NO_NEXT);
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
for (const word of COLUMNS) addKey(word, NO_NEXT);
const BEHIND_COLUMN = /^(?:[ \t]*(?:[|:=\n]|$))/;
const isColumn = (word: string, text: string, end: number) =>
  COLUMNS.has(word) && BEHIND_COLUMN.test(text.slice(end, end + 8));

/** Articles and prepositions that a word begins with: `l'alarme`. */
const ELISION = /^(?:qu|dell|all|nell|dall|un|[cdjlmnst])['’]/;

function topicsOf(written: string): number {
  const word = written.replace(ELISION, '');
  return word === written ? topicsOfWord(word) : topicsOfWord(word) | topicsOfWord(written);
}

function topicsOfStart(word: string): number {
  let topics = whole.get(word) ?? 0;
  const sameKey = stems.get(word.slice(0, KEY_LENGTH));
  if (sameKey !== undefined)
    for (const { text, topic } of sameKey) if (word.startsWith(text)) topics |= topic;
  return topics;
}

/** A number that opens what the word begins with: `Spindcode`, `kapukód`, `ovikoodi`. */
const CODE_OF = /(?:code|kode[nrt]?|kod(?:et?|en|ja|om|ot|u)?|koodi[an]?|kombination(?:en)?)$/;
const SHORTEST_PLACE = 3;

function topicsOfBeginning(word: string): number {
  const topics = topicsOfStart(word);
  const suffix = word.length > SHORTEST_PLACE ? CODE_OF.exec(word) : null;
  if (suffix === null || suffix.index < SHORTEST_PLACE) return topics;
  const place = topicsOfStart(word.slice(0, suffix.index).replace(/-$/, ''));
  return (place & (TOPIC.place | TOPIC.login)) !== 0 ? topics | TOPIC.pin | TOPIC.code : topics;
}

/** The particle of Japanese behind what a sentence is about. */
const TOPIC_PARTICLE = 'は';

function topicsOfWord(word: string): number {
  let topics = topicsOfBeginning(word);
  if (word.endsWith(TOPIC_PARTICLE)) topics |= TOPIC.equals;
  for (let at = 0; at < word.length; at += 1)
    for (const { text, topic } of insideStems.get(word.charAt(at)) ?? [])
      if (word.startsWith(text, at)) topics |= topic;
  return topics;
}

/** How a word in ASCII is looked up: not at all, from its beginning, or everywhere in it. */
const LOOK = { nowhere: 0, atBeginning: 1, everywhere: 2 } as const;

/** Says how the word needs to be looked up: most words are not in the vocabulary. */
function lookFor(text: string, start: number, end: number): number {
  let key = 0;
  const first = Math.min(end, start + KEY_LENGTH);
  for (let at = start; at < first; at += 1) key = nextKey(key, text.charCodeAt(at));
  const length = end - start;
  if (length < KEY_LENGTH) return shortKeys[key] === 0 ? LOOK.nowhere : LOOK.atBeginning;
  const next = length === KEY_LENGTH ? NO_NEXT : nextBit(text.charCodeAt(first));
  const look = (nexts[key]! & next) === 0 ? LOOK.nowhere : LOOK.atBeginning;
  if (length <= LONG_STEM) return look;
  for (let at = first; at < end; at += 1) {
    key = nextKey(key, text.charCodeAt(at));
    if (insideKeys[key] !== 0) return LOOK.everywhere;
  }
  return look;
}

const LETTER_A = 97;
const LETTER_Z = 122;
const CASE_BIT = 32;
const HYPHEN = 45;

/** The word of a span in ASCII without apostrophes. */
function plainWordAt(text: string, start: number, end: number): string {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const lower = code | CASE_BIT;
    if ((lower < LETTER_A || lower > LETTER_Z) && (code !== HYPHEN || at === start)) return '';
  }
  return text.slice(start, end).toLowerCase();
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
  // Most words differ in the first letter.
  if (text.charCodeAt(start) <= LAST_ASCII && ((text.charCodeAt(start) ^ part.charCodeAt(0)) & 31) !== 0)
    return false;
  return wordAt(text, start, backOf(text, start, spanEnd)).startsWith(part);
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
    let word = '';
    let topics = 0;
    if ((kinds & (HAS.beyondAscii | HAS.apostrophe)) !== 0) {
      word = wordAt(text, start, end);
      if (word !== '') topics = topicsOf(word);
    } else {
      const look = lookFor(text, start, end);
      if (look !== LOOK.nowhere) word = plainWordAt(text, start, end);
      if (word !== '') topics = look === LOOK.everywhere ? topicsOfWord(word) : topicsOfBeginning(word);
    }
    if (isColumn(word, text, spanEnd)) topics |= TOPIC.password;
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
        SPAN_SIZE * (index + 1 + offset) < spans.length && continues(text, spans, index + 1 + offset, part),
    );
    if (!isThere) continue;
    for (let number = index; number <= index + rest.length; number += 1) each[number] = each[number]! | topic;
    topics |= topic;
  }
  return topics;
}
