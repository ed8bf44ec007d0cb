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
import { hashOfFive, hashOfThree, type LiteralHashes, literalHashes } from './literal-hashes.ts';

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
  /** The literals that can begin in ASCII: those with up to four characters, and longer ones. */
  shortOnes: LiteralHashes;
  longerOnes: LiteralHashes;
  /** Two numbers for each bucket: the classes of the next character in its literals, and its first check. */
  buckets: Int32Array;
  checks: Int32Array;
  /** The literal of each check. */
  order: Int32Array;
}

type Hashes = Map<number, number[]>;

/** Adds a literal under a hash. Several ways to write it can have the same one. */
function addHash(hashes: Hashes, hash: number, number: number): void {
  const known = hashes.get(hash);
  if (known === undefined) hashes.set(hash, [number]);
  else if (known.at(-1) !== number) known.push(number);
}

// Lists of combinations for some thousands of literals would leave 20 MB of garbage in each thread.
function addHashes(entry: Entry<unknown>, number: number, shortOnes: Hashes, longerOnes: Hashes): void {
  const [firsts, seconds, thirds] = [foldedAt(entry, 0), foldedAt(entry, 1), foldedAt(entry, 2)];
  const addLonger = (one: number, two: number, three: number) => {
    for (const four of foldedAt(entry, BEGINNING - 1))
      for (const five of foldedAt(entry, BEGINNING))
        addHash(longerOnes, hashOfFive(one, two, three, four, five), number);
  };
  for (const one of firsts)
    for (const two of seconds)
      for (const three of thirds)
        if (entry.text.length < LONGER_BEGINNING) addHash(shortOnes, hashOfThree(one, two, three), number);
        else addLonger(one, two, three);
}

/** Makes the numbers of a table. It takes as long as the rest of a start, so the builds do it (literal-numbers.ts). */
export function numbersOf(all: readonly Entry<unknown>[]): LiteralNumbers {
  const [rows, first] = [new Int32Array(2 * ROWS), new Int32Array(2 * ROWS)];
  const [shortOnes, longerOnes]: Hashes[] = [new Map(), new Map()];
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
  for (const [number, entry] of all.entries()) addHashes(entry, number, shortOnes!, longerOnes!);
  return {
    rows,
    first,
    shortOnes: literalHashes(shortOnes!, checks),
    longerOnes: literalHashes(longerOnes!, checks),
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
  /** All literals by their numbers. */
  entries: readonly Entry<T>[];
}

/** Makes a table, from `numbers` where a build has made them. */
export function literalTable<T>(all: readonly Entry<T>[], numbers = numbersOf(all)): LiteralTable<T> {
  return { ...numbers, entries: all };
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
