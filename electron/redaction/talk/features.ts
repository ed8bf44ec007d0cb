import { isNameOfThing } from '../detectors/key-runs.ts';
import { HAS_UNIT } from '../rules/place-codes.ts';
import { isOfMachine } from '../text/number-of-machine.ts';
import { isOtherThing } from '../text/other-thing.ts';
import { fold } from '../text/talk-words.ts';
import type { Around } from './around.ts';
import type { Candidate } from './candidate.ts';
import {
  AT,
  BIAS,
  DISTANCE_BY_KIND,
  FORM,
  type Form,
  KIND_AT,
  LABEL_DISTANCE,
  LINES_SINCE,
  MARK,
  MARK_AT,
  MARK_BY_KIND,
  POSITION,
  SIMILAR_BY_KIND,
  SIMILAR_NEAR,
  TECHNICAL_NEAR,
  TURN_TYPE,
  WORDS_OF_LINE,
  WORDS_OF_LINE_BY_KIND,
} from './feature-names.ts';
import {
  type Before,
  type Behind,
  marksOfBoth,
  readBefore,
  readBehind,
  readTopicsBefore,
  type TopicsBefore,
  technicalNear,
} from './sides.ts';
import { Features, type Sink } from './sink.ts';
import { addForm, addJudgement, formOf } from './value-features.ts';

const WORDS_NEAR = 4;
const IS_UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const MONEY = /(?:[€$£¥₹#№+/.,\d]|(?:eur|usd|chf|rs|nr|no|n°)\.?)[ ]?$/i;
const AMOUNT =
  /^(?:[.,:/][\p{L}\d]|[-–]\p{L}|[\p{sc=Latin}\p{sc=Cyrillic}]| ?(?:€|\$|%|[kmg]?b\b|ms\b|px\b|km\b|kg\b|eur\b|usd\b|people|units|items|times|rows|lines|iterations|rounds|attempts|zł|kr\b|руб|грн|円|元|원))/iu;

/** Adds the marks of a side, or of both, by the class of the candidate. */
export function addMarks(sink: Sink, marks: number, kind: number, isTold: boolean): void {
  for (let rest = marks; rest !== 0; rest &= rest - 1) {
    const bit = 31 - Math.clz32(rest & -rest);
    sink.add(MARK_AT[bit]!);
    const byKind = MARK_BY_KIND[bit];
    if (byKind === undefined) continue;
    sink.add(byKind[kind]!);
    if (isTold) sink.add(byKind[kind]! + 1);
  }
}

/** Adds what the sentences and lines around a candidate are about. */
export function addSentence(sink: Sink, around: Around, sentence: number, number: number): void {
  const { sentences } = around.talk;
  sink.add(BIAS);
  sink.bits(AT.sentence, sentences[sentence]!);
  sink.bits(AT['sentence before'], sentences[sentence - 1] ?? 0);
  sink.bits(AT['sentence behind'], sentences[sentence + 1] ?? 0);
  sink.bits(AT.line, around.topicsOf(number));
  sink.bits(AT['line above'], around.topicsOf(number - 1));
  sink.bits(AT['second line above'], around.topicsOf(number - 2));
  sink.bits(AT.around, around.topicsNear(sentence, number));
  sink.bits(AT.question, around.topicsAsked(number));
  sink.bits(AT['questions above'], around.topicsOfQuestions(number));
  sink.bits(AT['line below'], around.topicsOf(number + 1));
  sink.bits(AT.code, around.talk.code);
}

/** Adds what they say of a candidate of a class. */
export function addSentenceOf(
  sink: Sink,
  around: Around,
  sentence: number,
  number: number,
  kind: number,
): void {
  const { sentences, lines, turns } = around.talk;
  const line = lines[number]!;
  sink.bits(KIND_AT.question[kind]!, around.topicsAsked(number));
  sink.bits(KIND_AT['questions above'][kind]!, around.topicsOfQuestions(number));
  sink.bits(KIND_AT.code[kind]!, around.talk.code);
  sink.add(LINES_SINCE[kind]! + around.linesSinceLabel(number));
  sink.add(WORDS_OF_LINE_BY_KIND[kind]! + Math.min(6, line.end - line.first));
  sink.bits(KIND_AT.sentence[kind]!, sentences[sentence]!);
  sink.bits(KIND_AT['line above'][kind]!, around.topicsOf(number - 1));
  sink.bits(KIND_AT.around[kind]!, around.topicsNear(sentence, number));
  sink.add(TURN_TYPE + Math.min(3, turns));
  sink.add(WORDS_OF_LINE + Math.min(12, line.end - line.first));
}

/** Adds the topics of the words before the first unit of a candidate. */
export function addTopicsBefore(sink: Sink, { talk }: Around, before: TopicsBefore): void {
  const { first, few, clause } = before;
  const { units } = talk;
  const from = talk.lines[units[first]!.line]!.first;
  if (first > from) sink.bits(AT['word before'], units[first - 1]!.topics);
  if (first - 1 > from) sink.bits(AT['second word before'], units[first - 2]!.topics);
  if (first - 2 > from) sink.bits(AT['third word before'], units[first - 3]!.topics);
  sink.bits(AT['four words before'], few);
  sink.bits(AT['clause before'], clause);
}

/** Adds what they say of a candidate of a class. */
export function addTopicsBeforeOf(sink: Sink, { talk }: Around, before: TopicsBefore, kind: number): void {
  const { first, few, distance } = before;
  const from = talk.lines[talk.units[first]!.line]!.first;
  if (first > from) sink.bits(KIND_AT['word before'][kind]!, talk.units[first - 1]!.topics);
  sink.bits(KIND_AT['four words before'][kind]!, few);
  sink.add(LABEL_DISTANCE + distance);
  sink.add(DISTANCE_BY_KIND[kind]! + distance);
  sink.add(POSITION + Math.min(6, first - from));
}

/** Adds the words before a candidate. */
export function addWordsBefore(sink: Sink, around: Around, first: number): void {
  const { units, lines, text } = around.talk;
  const line = lines[units[first]!.line]!;
  if (first > line.first) {
    const { start, end } = units[first - 1]!;
    const written = text.slice(start, end);
    if (!around.isAscii && IS_UNSPACED.test(written)) {
      sink.word(1, written.slice(-1));
      sink.word(1, written.slice(-2));
    } else {
      sink.unit(1, first - 1);
      sink.pair(2, first - 1 > line.first ? first - 2 : undefined, first - 1);
    }
  } else sink.word(1, '^');
  for (let at = Math.max(line.first, first - WORDS_NEAR); at < first; at += 1) sink.unit(4, at);
}

/** Adds what stands behind a candidate of a class. */
export function addBehind(sink: Sink, around: Around, behind: Behind, kind: number, isTold: boolean): void {
  const { units, lines, text } = around.talk;
  const { last } = behind;
  const line = lines[units[last]!.line]!;
  const topics = (index: number) => (index < line.end ? units[index]!.topics : 0);
  sink.bits(AT['word behind'], topics(last + 1));
  sink.bits(AT['second word behind'], topics(last + 2));
  sink.bits(AT['clause behind'], behind.clause);
  sink.bits(KIND_AT['clause behind'][kind]!, behind.clause);
  addMarks(sink, behind.marks, kind, isTold);
  if (last + 1 < line.end) {
    const { start, end } = units[last + 1]!;
    const written = text.slice(start, end);
    if (!around.isAscii && IS_UNSPACED.test(written)) sink.word(3, written.slice(0, 2));
    else sink.unit(3, last + 1);
  } else sink.word(3, '$');
  for (let at = last + 1; at < Math.min(line.end, last + WORDS_NEAR + 1); at += 1) sink.unit(4, at);
}

/** Adds what both sides make together. */
export function addBoth(sink: Sink, around: Around, before: Before, behind: Behind, kind: number): void {
  const marks = marksOfBoth(before, behind);
  sink.add(TECHNICAL_NEAR + Math.min(5, technicalNear(around, before, behind)));
  addMarks(sink, marks, kind, before.topics.isTold);
  if ((marks & MARK['alone in its line']) !== 0)
    sink.bits(AT['question, alone'], around.topicsAsked(around.talk.units[behind.last]!.line));
}

/** What {@link addLast} can add for a number. */
export const NUMBER_FORMS: readonly Form[] = [
  'money',
  'amount',
  'unit',
  'of a machine',
  'other thing',
  'name of a thing',
];
/** The same for a value like others. */
export const SIMILAR_FEATURES: readonly number[] = [
  SIMILAR_NEAR,
  ...SIMILAR_BY_KIND.flatMap((id) => [id, id + 1]),
];

/** Adds the value itself, what surrounds a number, and how often the value stands in the conversation. */
export function addLast(
  sink: Sink,
  around: Around,
  { first, last, start, value }: Candidate,
  before: Before,
  behind: Behind,
  kind: number,
): void {
  const on = (form: Form, is: boolean) => {
    if (is) sink.add(FORM[form]);
  };
  if (/\d/.test(value)) {
    const { text } = around.talk;
    on('money', MONEY.test(before.text));
    on('amount', AMOUNT.test(behind.text));
    on('unit', HAS_UNIT.test(behind.text));
    on('of a machine', isOfMachine(before.text));
    on('other thing', isOtherThing(text, before.text, value));
    on('name of a thing', isNameOfThing(text, start, value));
  }
  if (first !== last || /\s/.test(value)) return;
  sink.word(0, fold(value));
  const { same, alike } = around.countsOf(value);
  on('same value again', same > 1);
  if (same >= alike) return;
  sink.add(SIMILAR_NEAR);
  sink.add(SIMILAR_BY_KIND[kind]!);
  if (before.topics.isTold) sink.add(SIMILAR_BY_KIND[kind]! + 1);
}

/** Returns the features of a candidate. */
export function featuresOf(around: Around, candidate: Candidate): Features {
  const features = new Features(around);
  const before = readBefore(around, candidate.start, readTopicsBefore(around.talk, candidate.first));
  const behind = readBehind(around, candidate);
  const form = formOf(around.talk, candidate);
  const { sentence, line } = around.talk.units[candidate.first]!;
  addSentence(features, around, sentence, line);
  addSentenceOf(features, around, sentence, line, form.class);
  addTopicsBefore(features, around, before.topics);
  addTopicsBeforeOf(features, around, before.topics, form.class);
  addMarks(features, before.marks, form.class, before.topics.isTold);
  addWordsBefore(features, around, candidate.first);
  addBehind(features, around, behind, form.class, before.topics.isTold);
  addBoth(features, around, before, behind, form.class);
  addForm(features, around.talk, candidate, form);
  addJudgement(features, candidate.value, form);
  addLast(features, around, candidate, before, behind, form.class);
  return features;
}
