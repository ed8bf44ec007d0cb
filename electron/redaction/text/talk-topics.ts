import { TOPIC } from '../talk/vocabulary.ts';
import { backOf, frontOf, HAS, MOST_SPANS, SPAN_SIZE, type Spans } from './talk-spans.ts';
import {
  BEGINS_PHRASE,
  bitsOf,
  bitsOfPlain,
  HEADS_COLUMN,
  lettersOf,
  phraseStarts,
  phrases,
  readVocabulary,
  TOPICS,
  wordAt,
} from './talk-words.ts';
import { codesOf } from './text-codes.ts';
import { isPlain } from './word-trie.ts';

const LAST_ASCII = 127;

const BEHIND_COLUMN = /^(?:[ \t]*(?:[|:=\n]|$))/;
const isColumn = (text: string, end: number) => BEHIND_COLUMN.test(text.slice(end, end + 8));

/** Returns where the word of a span begins, without the marks in front of it. */
function wordStart(text: string, spans: Spans, index: number): number {
  const start = spans[SPAN_SIZE * index]!;
  const hasEdge = (spans[SPAN_SIZE * index + 2]! & HAS.edge) !== 0;
  return hasEdge ? frontOf(text, start, spans[SPAN_SIZE * index + 1]!) : start;
}

/** True when the word of a span begins with a part of a phrase. */
function continues(text: string, spans: Spans, index: number, part: string): boolean {
  const spanEnd = spans[SPAN_SIZE * index + 1]!;
  const start = wordStart(text, spans, index);
  return wordAt(text, codesOf(text), start, backOf(text, start, spanEnd)).startsWith(part);
}

/** The topics of a text, and of each of its spans. */
export interface Topics {
  all: number;
  /** Valid until the next text is read. */
  each: ArrayLike<number>;
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

/** The topics of the spans of the last text. */
const each = new Int32Array(MOST_SPANS);

/** Says what each span of a text is about. What `isMask` says is a mask is about nothing. */
export function readTopics(text: string, spans: Spans, isMask: (text: string) => boolean): Topics {
  readVocabulary();
  const count = spans.length / SPAN_SIZE;
  const begun: { index: number; word: string }[] = [];
  let all = 0;
  const codes = codesOf(text);
  for (let index = 0; index < count; index += 1) {
    each[index] = 0;
    const kinds = spans[SPAN_SIZE * index + 2]!;
    if ((kinds & HAS.other) !== 0) continue;
    const spanStart = spans[SPAN_SIZE * index]!;
    const spanEnd = spans[SPAN_SIZE * index + 1]!;
    const start = wordStart(text, spans, index);
    const end = (kinds & HAS.edge) !== 0 ? backOf(text, start, spanEnd) : spanEnd;
    let word = '';
    let bits = 0;
    // Of most words with an apostrophe, it is a quotation mark.
    if ((kinds & OTHER_KINDS) === 0 || ((kinds & HAS.beyondAscii) === 0 && isPlain(text, start, end)))
      bits = bitsOfPlain(text, codes, start, end);
    else {
      word = wordAt(text, codes, start, end);
      if (word !== '') bits = bitsOf(word);
    }
    if (bits === 0) continue;
    if (spanStart > 0 && codes[spanStart - 1] === OPENING_BRACKET && isInMask(text, spanStart, isMask))
      continue;
    let topics = bits & TOPICS;
    if ((bits & HEADS_COLUMN) !== 0 && isColumn(text, spanEnd)) topics |= TOPIC.password;
    each[index] = topics;
    all |= topics;
    if ((bits & BEGINS_PHRASE) === 0 || index + 1 === count) continue;
    if (phraseStarts.mayStand(codes, start, end, wordStart(text, spans, index + 1), text.length))
      begun.push({ index, word: word === '' ? text.slice(start, end).toLowerCase() : word });
  }
  for (const { index, word } of begun) all |= addPhrases(text, spans, index, word);
  return { all, each };
}

/** Adds the topics of the phrases that begin with the word of a span. */
function addPhrases(text: string, spans: Spans, index: number, word: string): number {
  let topics = 0;
  const second = wordStart(text, spans, index + 1);
  const codes = codesOf(text);
  const [one, two] = [codes[second]!, second + 1 < text.length ? codes[second + 1]! : 0];
  const anyLetters = (one | two) > LAST_ASCII;
  const letters = lettersOf(one, two);
  for (const { rest, topic, letters: wanted, mask } of phrases.get(word)!) {
    // Most words differ in one of the first letters.
    if (!anyLetters && ((letters ^ wanted) & mask) !== 0) continue;
    if (SPAN_SIZE * (index + rest.length) >= spans.length) continue;
    let same = 0;
    while (same < rest.length && continues(text, spans, index + 1 + same, rest[same]!)) same += 1;
    if (same < rest.length) continue;
    for (let number = index; number <= index + rest.length; number += 1) each[number] = each[number]! | topic;
    topics |= topic;
  }
  return topics;
}
