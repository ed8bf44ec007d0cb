import { TOPIC } from './vocabulary.ts';

/** The number of topics that a feature group with one feature for each topic has. */
const BITS = 32;

/**
 * The features that the scorer knows, as numbers. Those with fixed values come first; a word that the training has met often
 * enough follows with a number of its own.
 */
class FeatureSpace {
  readonly names: string[] = [];
  readonly #groups = new Map<string, number>();

  /** Adds a group of named features. Returns the number of the first one. */
  group(name: string, values: readonly string[]): number {
    const first = this.names.length;
    this.#groups.set(name, first);
    for (const value of values) this.names.push(value === '' ? name : `${name}: ${value}`);
    return first;
  }

  /** Adds a group with a feature for each topic. */
  topics(name: string, topics: readonly string[]): number {
    return this.group(name, [...topics, ...Array.from({ length: BITS - topics.length }, () => '–')]);
  }
}

const TOPICS = Object.keys(TOPIC);
/** What a candidate is made of. */
const KINDS = [
  'digits',
  'code',
  'short number',
  'small word',
  'Word',
  'word of another script',
  'LETTERS',
  'joined words',
  'odd',
  'faint',
  'named',
  'strong',
  'phrase',
  'spoken',
] as const;
export const K = Object.fromEntries(KINDS.map((name, index) => [name, index])) as Record<
  (typeof KINDS)[number],
  number
>;

/** Kinds that the same words tell of. */
export const CLASSES = ['number', 'word', 'joined words', 'mixed', 'strong', 'phrase', 'spoken'] as const;
export const CLASS = Object.fromEntries(CLASSES.map((name, index) => [name, index])) as Record<
  (typeof CLASSES)[number],
  number
>;
export const CLASS_OF: readonly number[] = [0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4, 4, 5, 6];

const space = new FeatureSpace();
export const BIAS = space.group('base', ['']);
export const KIND = space.group('kind', KINDS);
const range = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const POSITIONS = [
  'word before',
  'second word before',
  'third word before',
  'four words before',
  'clause before',
  'word behind',
  'second word behind',
  'clause behind',
  'sentence',
  'sentence before',
  'sentence behind',
  'line',
  'line above',
  'second line above',
  'around',
  'question',
  'question, alone',
  'questions above',
  'line below',
  'code',
  'value',
  'words of the value',
  'first word',
  'last word',
] as const;
export type Position = (typeof POSITIONS)[number];
export const AT = Object.fromEntries(POSITIONS.map((name) => [name, space.topics(name, TOPICS)])) as Record<
  Position,
  number
>;
/** Positions of which the topics count by the kind of the candidate. */
const BY_KIND = [
  'word before',
  'four words before',
  'sentence',
  'line above',
  'around',
  'question',
  'questions above',
  'code',
  'clause behind',
] as const;
export const KIND_AT = Object.fromEntries(
  BY_KIND.map((name) => [name, CLASSES.map((kind) => space.topics(`${kind}, ${name}`, TOPICS))]),
) as Record<(typeof BY_KIND)[number], number[]>;
export const SHAPE = space.group('shape', range(10));
export const ACCESS = space.group('access shape', range(10));
export const DIGITS = space.group('digits', range(8));
export const WORDS = space.group('words', range(15));
export const SPOKEN = space.group('spoken words', range(9));
export const LABEL_DISTANCE = space.group('words since a name of a secret', range(14));
export const TECHNICAL_NEAR = space.group('technical words near', range(6));
export const WORDS_OF_LINE = space.group('words of its line', range(13));
export const POSITION = space.group('word of its line', range(7));
export const TURN_TYPE = space.group('turn', ['none', 'one', 'some', 'chat']);
/** What a value is by itself, and what stands around numbers. */
const FORMS = [
  'chosen',
  'made',
  'marked',
  'personal',
  'placeholder',
  'said of passwords',
  'technical',
  'chosen word',
  'no secret anywhere',
  'year',
  'round',
  'leading zero',
  'one digit repeated',
  'capital',
  'small',
  'first capital',
  'password mark',
  'hyphen',
  'underscore',
  'dot',
  'slash',
  'beyond ascii',
  'ends with a digit',
  'begins with a digit',
  'word and digits',
  'name and number',
  'file',
  'version',
  'vowels missing',
  'ends with a mark',
  'date or time',
  'money',
  'amount',
  'unit',
  'of a machine',
  'other thing',
  'name of a thing',
  'same value again',
  'spoken before',
  'spoken behind',
  'begins spoken',
  'ends spoken',
  'all spoken',
  'most spoken',
  'goes on before',
  'goes on behind',
  'own topic',
  'camel case',
] as const;
export type Form = (typeof FORMS)[number];
export const FORM = Object.fromEntries(FORMS.map((name) => [name, space.group(name, [''])])) as Record<
  Form,
  number
>;
/** Marks around a candidate that count by its kind, and with a word for a secret before; and marks that count alone. */
const MARKS_BY_KIND = [
  'quoted',
  'in quotes',
  'operator before',
  'dash before',
  'stroke before',
  'bracket before',
  'alone in its line',
  'first of its turn',
  'ends its line',
  'ends its clause',
  'ends before a comma',
  'line above asks',
  'line above opens',
  'user before',
  'in a chat',
  'first of its sentence',
  'line below thanks',
  'foreign',
  'option before',
] as const;
const LONE_MARKS = [
  'ends its sentence',
  'comma before',
  'asked',
  'beside a sign before',
  'beside a sign behind',
  'in an address',
  'setting behind',
  'second line above asks',
  'line below refuses',
  'line below corrects',
  'in a quotation',
  'in a comment',
  'speaker',
] as const;
const MARKS = [...MARKS_BY_KIND, ...LONE_MARKS];
export type Mark = (typeof MARKS)[number];
/** Each mark is one bit. */
export const MARK = Object.fromEntries(MARKS.map((name, bit) => [name, 1 << bit])) as Record<Mark, number>;
/** The features of the marks, by their bits. */
export const MARK_AT: readonly number[] = MARKS.map((name) => space.group(name, ['']));
const byKind = (mark: string) =>
  CLASSES.map((kind) => space.group(`${kind}, ${mark}`, ['', 'with the name of a secret']));
export const MARK_BY_KIND: readonly (readonly number[])[] = MARKS_BY_KIND.map(byKind);
export const SIMILAR_NEAR = space.group('similar value near', ['']);
export const SIMILAR_BY_KIND = byKind('similar value near');
export const LENGTH_BY_KIND = KINDS.map((kind) => space.group(`${kind}, length`, range(24)));
export const DISTANCE_BY_KIND = CLASSES.map((kind) =>
  space.group(`${kind}, words since a name of a secret`, range(14)),
);
export const LINES_SINCE = CLASSES.map((kind) =>
  space.group(`${kind}, lines since a name of a secret`, range(8)),
);
export const WORDS_OF_LINE_BY_KIND = CLASSES.map((kind) =>
  space.group(`${kind}, words of its line`, range(7)),
);
/** Words by their own: the word before, and so on. Their features are numbered by the training. */
export const LEXICAL = [
  'value is',
  'word before',
  'two words before',
  'word behind',
  'near',
  'form',
  'part of the value',
] as const;

export const FIXED_FEATURES: readonly string[] = space.names;
