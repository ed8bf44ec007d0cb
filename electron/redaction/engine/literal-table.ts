import {
  BEGINNING,
  CLASSES,
  classOf,
  FOLDED,
  forEachRow,
  ROWS,
  SHORTEST_LITERAL,
  waysToWrite,
} from './literal-classes.ts';

export interface Literal<T> {
  text: string;
  caseless: boolean;
  value: T;
}

export interface Entry<T> {
  text: string;
  caseless: boolean;
  values: T[];
}

/** Counts the bits of a number. */
export function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** In a check: the character may be written in more ways than one, so the literal itself is compared. */
export const ANY_LAST = 0xffff;
/** In a check: an ASCII letter of either case. */
export const EITHER_CASE = 1 << 31;
/** In a check: the low half has the last character, and the rest its position. */
export const POSITION = 16;
const LONGEST_LITERAL = 1 << 14;

/** The classes that the character after the beginning can have in a literal, one bit each. */
function nextClassesOf({ text, caseless }: Entry<unknown>): number {
  if (text.length <= BEGINNING) return -1;
  return waysToWrite(text.charAt(BEGINNING), caseless).reduce((bits, code) => bits | (1 << classOf(code)), 0);
}

const [LETTER_A, LETTER_Z] = [97, 122];

/** The last character of a literal and its position, by which most other texts differ. */
function checkOf({ text, caseless }: Entry<unknown>): number {
  const last = text.charCodeAt(text.length - 1);
  const at = (text.length - 1) << POSITION;
  if (!caseless || last < LETTER_A || last > LETTER_Z)
    return caseless && last > 127 ? at | ANY_LAST : at | last;
  return at | last | EITHER_CASE;
}

/** Bits of a set of hashes: with some thousands of literals, a beginning that is none is in it once in thirty times. */
const HASH_BITS = 17;
/** 2^32 divided by the golden ratio, which spreads similar numbers well (Knuth, 6.4). */
const SPREAD = 0x9e3779b1;
/** Another odd number, so that the fifth character changes all bits. */
const SPREAD_OF_FIFTH = 0x85ebca6b;
/** Folded characters have seven bits. */
const FOLDED_BITS = 7;

/** The hash of three folded characters. */
export function hashOfThree(one: number, two: number, three: number): number {
  return Math.imul(one | (two << FOLDED_BITS) | (three << (2 * FOLDED_BITS)), SPREAD) >>> (32 - HASH_BITS);
}

/** The hash of five folded characters. */
export function hashOfFive(one: number, two: number, three: number, four: number, five: number): number {
  const before = one | (two << FOLDED_BITS) | (three << (2 * FOLDED_BITS)) | (four << (3 * FOLDED_BITS));
  return Math.imul(before ^ Math.imul(five, SPREAD_OF_FIFTH), SPREAD) >>> (32 - HASH_BITS);
}

/** 1 when a set of hashes has `hash`, else 0. */
export function hasHash(set: Int32Array, hash: number): number {
  return (set[hash >>> 5]! >>> (hash & 31)) & 1;
}

function addHash(set: Int32Array, hash: number): void {
  set[hash >>> 5] = set[hash >>> 5]! | (1 << (hash & 31));
}

/** By character: the folded ASCII characters that it can be written as, without case and as it is. */
const FOLDED_WAYS = {
  caseless: new Map<string, readonly number[]>(),
  exact: new Map<string, readonly number[]>(),
};

/** The ASCII characters that can stand at a place of a literal, folded. */
function foldedAt({ text, caseless }: Entry<unknown>, index: number): readonly number[] {
  const known = caseless ? FOLDED_WAYS.caseless : FOLDED_WAYS.exact;
  const character = text.charAt(index);
  let folded = known.get(character);
  if (folded === undefined) {
    const ways = waysToWrite(character, caseless).filter((code) => code < FOLDED.length);
    folded = [...new Set(ways.map((code) => FOLDED[code]!))];
    known.set(character, folded);
  }
  return folded;
}

const LAST_CLASS = CLASSES - 1;

/** The literals of one row by their numbers, each with the classes of its fourth character. */
interface Row {
  numbers: number[];
  fourths: number[];
  /** The classes of all fourth characters. */
  bits: number;
}

function gatherRows(all: readonly Entry<unknown>[]): Map<number, Row> {
  const gathered = new Map<number, Row>();
  for (const [number, { text, caseless }] of all.entries())
    forEachRow(text, caseless, (row, fourths) => {
      const known = gathered.get(row);
      if (known === undefined) {
        gathered.set(row, { numbers: [number], fourths: [fourths], bits: fourths });
        return;
      }
      known.bits |= fourths;
      if (known.numbers.at(-1) === number) known.fourths.push(known.fourths.pop()! | fourths);
      else {
        known.numbers.push(number);
        known.fourths.push(fourths);
      }
    });
  return gathered;
}

/** The literals of a row by the classes of their fourth characters, in the order of the classes. */
function byFourth({ numbers, fourths }: Row): readonly number[][] {
  const buckets: number[][] = [];
  for (let index = 0; index < numbers.length; index += 1)
    for (let left = fourths[index]!; left !== 0; left &= left - 1) {
      const fourth = LAST_CLASS - Math.clz32(left & -left);
      const bucket = buckets[fourth];
      if (bucket === undefined) buckets[fourth] = [numbers[index]!];
      else bucket.push(numbers[index]!);
    }
  return buckets.filter((bucket) => bucket !== undefined);
}

/** Characters that the second test looks at, where a literal has as many. */
export const LONGER_BEGINNING = 5;

/** The numbers of a {@link LiteralTable}, which follow from its literals alone. */
export interface LiteralNumbers {
  rows: Int32Array;
  first: Int32Array;
  /** The hashes of the beginnings in ASCII: of literals with up to four characters, and of longer ones. */
  shortOnes: Int32Array;
  longerOnes: Int32Array;
  /** Two numbers for each bucket: the classes of the next character in its literals, and its first check. */
  buckets: Int32Array;
  checks: Int32Array;
  /** The literal of each check. */
  order: Int32Array;
}

// Lists of combinations for some thousands of literals would leave 20 MB of garbage in each thread.
function addHashes(entry: Entry<unknown>, shortOnes: Int32Array, longerOnes: Int32Array): void {
  const [firsts, seconds, thirds] = [foldedAt(entry, 0), foldedAt(entry, 1), foldedAt(entry, 2)];
  const addLonger = (one: number, two: number, three: number) => {
    for (const four of foldedAt(entry, BEGINNING - 1))
      for (const five of foldedAt(entry, BEGINNING))
        addHash(longerOnes, hashOfFive(one, two, three, four, five));
  };
  for (const one of firsts)
    for (const two of seconds)
      for (const three of thirds)
        if (entry.text.length < LONGER_BEGINNING) addHash(shortOnes, hashOfThree(one, two, three));
        else addLonger(one, two, three);
}

/** Makes the numbers of a table. It takes as long as the rest of a start, so the builds do it (literal-numbers.ts). */
export function numbersOf(all: readonly Entry<unknown>[]): LiteralNumbers {
  const [rows, first] = [new Int32Array(2 * ROWS), new Int32Array(2 * ROWS)];
  const [shortOnes, longerOnes] = [
    new Int32Array(1 << (HASH_BITS - 5)),
    new Int32Array(1 << (HASH_BITS - 5)),
  ];
  const buckets: number[] = [];
  const order: number[] = [];
  const nexts = all.map(nextClassesOf);
  const checks = all.map(checkOf);
  const addBucket = (numbers: readonly number[]) => {
    let next = 0;
    for (const number of numbers) next |= nexts[number]!;
    buckets.push(next, order.length);
    for (const number of numbers) order.push(number);
  };
  for (const [row, gathered] of gatherRows(all)) {
    first[row] = buckets.length >>> 1;
    rows[row] = gathered.bits;
    if (row < ROWS) for (const numbers of byFourth(gathered)) addBucket(numbers);
    else addBucket(gathered.numbers);
  }
  buckets.push(0, order.length);
  for (const entry of all) addHashes(entry, shortOnes, longerOnes);
  return {
    rows,
    first,
    shortOnes,
    longerOnes,
    buckets: new Int32Array(buckets),
    checks: new Int32Array(order.map((number) => checks[number]!)),
    order: new Int32Array(order),
  };
}

/**
 * The literals by their beginnings, in flat tables: the search spends most of its time on waiting for memory.
 *
 * A row has one bit for each fourth class. The bucket of its first bit is numbered in `first`, and the buckets of
 * further bits follow. A row for beginnings beyond ASCII has one bucket.
 */
export interface LiteralTable<T> extends LiteralNumbers {
  /** The literal of each check. */
  entries: Entry<T>[];
}

/** Makes a table, from `numbers` where a build has made them. */
export function literalTable<T>(all: readonly Entry<T>[], numbers = numbersOf(all)): LiteralTable<T> {
  return { ...numbers, entries: Array.from(numbers.order, (number) => all[number]!) };
}

/** Merges the literals with the same text, in the order of their first. */
export function entriesOf<T>(literals: readonly Literal<T>[]): Entry<T>[] {
  const entries: Entry<T>[] = [];
  const [caselessOnes, exactOnes] = [new Map<string, Entry<T>>(), new Map<string, Entry<T>>()];
  for (const { text, caseless, value } of literals) {
    const hasTwo = text.length === 2 && /^[^\p{ASCII}]{2}$/u.test(text);
    if ((text.length < SHORTEST_LITERAL && !hasTwo) || text.length > LONGEST_LITERAL)
      throw new Error(`A prefilter literal needs three characters, or two beyond ASCII: ${text}`);
    const stored = caseless ? text.toLowerCase() : text;
    const known = caseless ? caselessOnes : exactOnes;
    const entry = known.get(stored);
    if (entry === undefined) {
      const added = { text: stored, caseless, values: [value] };
      known.set(stored, added);
      entries.push(added);
    } else if (!entry.values.includes(value)) entry.values.push(value);
  }
  return entries;
}
