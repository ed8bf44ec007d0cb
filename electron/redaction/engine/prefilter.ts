/**
 * Finds every place of some thousands of literals in one pass.
 *
 * Each place is tested twice. The first test folds four characters into 20 bits (letters without case, digits as
 * one) and looks one bit up; most places end there. The second test compares the literals
 * that begin with these four characters.
 */
export interface Prefilter<T> {
  /** Calls `found` at every occurrence, in order of position, and at one position in the order of the literals. */
  scan(text: string, found: (value: T, at: number) => void): void;
}

export interface Literal<T> {
  text: string;
  caseless: boolean;
  value: T;
}

interface Entry<T> {
  text: string;
  caseless: boolean;
  values: T[];
}

/** The first test looks at the three characters that every literal has, and at the fourth where there is one. */
const SHORTEST_LITERAL = 3;
/** Characters that the first test looks at. */
const BEGINNING = 4;
/** The classes of the first test have five bits. */
const CLASSES = 32;
/** The last four characters have keys of 20 bits. All but the last have keys of 15 bits, which number the rows. */
const KEY_OF_FOUR = (1 << 20) - 1;
const ROWS = 1 << 15;
/**
 * The last four characters, one bit each. Beginnings with a character beyond ASCII have rows of their own: two
 * characters of Chinese are a whole literal, and any two characters can follow it. In common rows such literals would
 * set the bits of ordinary English.
 */
const LAST_FOUR = 0b1111;

/**
 * The classes of ASCII characters. Rare letters share one, and so do marks that literals seldom contain, so that white
 * space, quotes and the marks of literals have classes of their own: code consists of runs of them.
 */
const CLASS = new Uint8Array(128);
for (const [index, characters] of [
  ...'abcdefghiklmnoprstuvwy',
  'jqxz',
  '0123456789',
  '_',
  '-',
  '.',
  ':',
  ' \t\r\n',
  '"\'',
  '/\\|<>$#=+@%`',
].entries())
  for (const character of characters + characters.toUpperCase()) CLASS[character.charCodeAt(0)] = index + 1;

function classOf(code: number): number {
  return code < 128 ? CLASS[code]! : code & (CLASSES - 1);
}

/** Compares without case; letters beyond ASCII are folded as Unicode says. */
function standsAt(text: string, literal: string, at: number): boolean {
  if (at + literal.length > text.length) return false;
  for (let index = 0; index < literal.length; index += 1) {
    let code = text.charCodeAt(at + index);
    const wanted = literal.charCodeAt(index);
    if (code >= 65 && code <= 90) code |= 32;
    if (code === wanted) continue;
    if (code < 128 || text.charAt(at + index).toLowerCase() !== literal.charAt(index)) return false;
  }
  return true;
}

/** The ways to write each character without case. The runtime needs a microsecond for the Turkish one. */
const WAYS = new Map<string, readonly number[]>();

function waysToWrite(character: string, caseless: boolean): readonly number[] {
  if (!caseless) return [character.charCodeAt(0)];
  let ways = WAYS.get(character);
  if (ways === undefined) {
    ways = [character, character.toUpperCase(), character.toLowerCase(), character.toLocaleUpperCase('tr')]
      .filter((way) => way.length === 1)
      .map((way) => way.charCodeAt(0));
    WAYS.set(character, ways);
  }
  return ways;
}

/** A class, with a bit that tells characters beyond ASCII from others. */
const BEYOND_ASCII = CLASSES;
const EVERY_CLASS = [...Array(2 * CLASSES).keys()];

/** The classes that a character of a literal can have; all of them past its end. */
function classesAt(text: string, index: number, caseless: boolean): readonly number[] {
  if (index >= text.length) return EVERY_CLASS;
  const ways = waysToWrite(text.charAt(index), caseless);
  return [...new Set(ways.map((code) => (code < 128 ? classOf(code) : classOf(code) | BEYOND_ASCII)))];
}

/** Calls `visit` with each key of four classes with which a literal can begin. */
function forEachBeginning(
  text: string,
  caseless: boolean,
  visit: (key: number, isAscii: boolean) => void,
): void {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((index) => classesAt(text, index, caseless));
  for (const one of first!)
    for (const two of second!)
      for (const three of third!)
        for (const four of fourth!) {
          const low = CLASSES - 1;
          const key = ((one & low) << 15) | ((two & low) << 10) | ((three & low) << 5) | (four & low);
          visit(key, ((one | two | three | four) & BEYOND_ASCII) === 0);
        }
}

/** Counts the bits of a number. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** In a check: the character may be written in more ways than one, so the literal itself is compared. */
const ANY_LAST = 0xffff;
/** In a check: an ASCII letter of either case. */
const EITHER_CASE = 1 << 31;
/** In a check: the low half has the last character, and the rest its position. */
const POSITION = 16;
const LONGEST_LITERAL = 1 << 14;

/** The classes that the character after the beginning can have in a literal, one bit each. */
function nextClassesOf({ text, caseless }: Entry<unknown>): number {
  if (text.length <= BEGINNING) return -1;
  return waysToWrite(text.charAt(BEGINNING), caseless).reduce((bits, code) => bits | (1 << classOf(code)), 0);
}

/** The last character of a literal and its position, by which most other texts differ. */
function checkOf({ text, caseless }: Entry<unknown>): number {
  const last = text.charCodeAt(text.length - 1);
  const at = (text.length - 1) << POSITION;
  if (!caseless || !/[a-z]/.test(text.at(-1)!)) return caseless && last > 127 ? at | ANY_LAST : at | last;
  return at | last | EITHER_CASE;
}

/**
 * The literals by their beginnings, in flat tables: the search spends most of its time on waiting for memory.
 *
 * A row has one bit for each fourth class, and the number of the bucket of its first bit. The buckets of further bits
 * follow. A row for beginnings beyond ASCII has one bucket.
 */
class Beginnings<T> {
  readonly rows = new Int32Array(2 * 2 * ROWS);
  /** Two numbers for each bucket: the classes of the next character in its literals, and its first check. */
  readonly buckets: Int32Array;
  readonly checks: Int32Array;
  readonly entries: Entry<T>[];

  constructor(all: readonly Entry<T>[]) {
    const ascii = new Map<number, Set<Entry<T>>>();
    const beyond = new Map<number, Set<Entry<T>>>();
    const put = (map: Map<number, Set<Entry<T>>>, key: number, entry: Entry<T>) => {
      const bucket = map.get(key);
      if (bucket) bucket.add(entry);
      else map.set(key, new Set([entry]));
    };
    for (const entry of all)
      forEachBeginning(entry.text, entry.caseless, (key, isAscii) => {
        const row = 2 * (isAscii ? key >>> 5 : ROWS | (key >>> 5));
        this.rows[row] = this.rows[row]! | (1 << (key & (CLASSES - 1)));
        if (isAscii) put(ascii, key, entry);
        else put(beyond, key >>> 5, entry);
      });
    const buckets: number[] = [];
    const entries: Entry<T>[] = [];
    const keys = [...ascii.keys()].sort((one, other) => one - other);
    const close = (bucket: ReadonlySet<Entry<T>>) => {
      const next = [...bucket].reduce((bits, entry) => bits | nextClassesOf(entry), 0);
      buckets.push(next, entries.length);
      entries.push(...bucket);
    };
    for (const key of keys) {
      const row = 2 * (key >>> 5);
      const isFirst = bitCount(this.rows[row]! & ((1 << (key & (CLASSES - 1))) - 1)) === 0;
      if (isFirst) this.rows[row + 1] = buckets.length >>> 1;
      close(ascii.get(key)!);
    }
    for (const [key, bucket] of beyond) {
      this.rows[2 * (ROWS | key) + 1] = buckets.length >>> 1;
      close(bucket);
    }
    this.buckets = Int32Array.from([...buckets, 0, entries.length]);
    this.entries = entries;
    this.checks = Int32Array.from(entries, checkOf);
  }
}

/** Merges the literals with the same text, in the order of their first. */
function entriesOf<T>(literals: readonly Literal<T>[]): Entry<T>[] {
  const entries = new Map<string, Entry<T>>();
  for (const { text, caseless, value } of literals) {
    const hasTwo = text.length === 2 && /^[^\p{ASCII}]{2}$/u.test(text);
    if ((text.length < SHORTEST_LITERAL && !hasTwo) || text.length > LONGEST_LITERAL)
      throw new Error(`A prefilter literal needs three characters, or two beyond ASCII: ${text}`);
    const stored = caseless ? text.toLowerCase() : text;
    const name = `${caseless}${stored}`;
    const entry = entries.get(name) ?? { text: stored, caseless, values: [] };
    if (!entry.values.includes(value)) entry.values.push(value);
    entries.set(name, entry);
  }
  return [...entries.values()];
}

/** Characters that are tested before the literals at their places are compared. */
const STRETCH = 4096;

export function createPrefilter<T>(literals: readonly Literal<T>[]): Prefilter<T> {
  const { rows, buckets, checks, entries } = new Beginnings(entriesOf(literals));
  // A search begins another one inside `found`, for a text that it has decoded.
  const free: Uint32Array[] = [];

  /**
   * Writes the positions from `from` to `to` that pass the first test, and returns their number. A loop that does
   * nothing else keeps its values in registers.
   */
  function test(text: string, from: number, to: number, passed: Uint32Array): number {
    const length = text.length;
    let count = 0;
    let key = 0;
    let beyond = 0;
    // One step past the end, with a character of no literal, for the literals that end with the text.
    for (let index = Math.max(0, from - SHORTEST_LITERAL); index < to; index += 1) {
      const code = index < length ? text.charCodeAt(index) : 0;
      if (code < 128) {
        key = ((key << 5) | CLASS[code]!) & KEY_OF_FOUR;
        beyond = (beyond << 1) & LAST_FOUR;
      } else {
        key = ((key << 5) | (code & (CLASSES - 1))) & KEY_OF_FOUR;
        beyond = ((beyond << 1) | 1) & LAST_FOUR;
      }
      const bits = rows[2 * (beyond === 0 ? key >>> 5 : ROWS | (key >>> 5))]!;
      if (((bits >>> (key & (CLASSES - 1))) & 1) === 0 || index < from || index < SHORTEST_LITERAL) continue;
      passed[count] = index - SHORTEST_LITERAL;
      count += 1;
    }
    return count;
  }

  /** Returns the number of the bucket for a position that has passed the first test. */
  function bucketAt(text: string, at: number): number {
    let key = 0;
    let all = 0;
    for (let index = at; index < at + BEGINNING; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) : 0;
      all |= code;
      key = (key << 5) | classOf(code);
    }
    const row = 2 * (all < 128 ? key >>> 5 : ROWS | (key >>> 5));
    const before = all < 128 ? bitCount(rows[row]! & ((1 << (key & (CLASSES - 1))) - 1)) : 0;
    return 2 * (rows[row + 1]! + before);
  }

  function compare(text: string, at: number, found: (value: T, at: number) => void): void {
    const bucket = bucketAt(text, at);
    const after = at + BEGINNING;
    const next = after < text.length ? classOf(text.charCodeAt(after)) : 0;
    if (((buckets[bucket]! >>> next) & 1) === 0) return;
    const stop = buckets[bucket + 3]!;
    for (let number = buckets[bucket + 1]!; number < stop; number += 1) {
      const check = checks[number]!;
      const wanted = check & ANY_LAST;
      if (wanted !== ANY_LAST) {
        const last = text.charCodeAt(at + ((check & ~EITHER_CASE) >>> POSITION));
        if ((check < 0 ? last | 32 : last) !== wanted) continue;
      }
      const entry = entries[number]!;
      if (!(entry.caseless ? standsAt(text, entry.text, at) : text.startsWith(entry.text, at))) continue;
      for (const value of entry.values) found(value, at);
    }
  }

  return {
    scan(text, found) {
      const passed = free.pop() ?? new Uint32Array(STRETCH);
      for (let from = 0; from <= text.length; from += STRETCH) {
        const count = test(text, from, Math.min(text.length + 1, from + STRETCH), passed);
        for (let number = 0; number < count; number += 1) compare(text, passed[number]!, found);
      }
      free.push(passed);
    },
  };
}
