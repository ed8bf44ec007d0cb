import {
  BEGINNING,
  CLASS,
  CLASSES,
  classOf,
  FOLDED,
  KEY_OF_FOUR,
  LAST_FOUR,
  ROWS,
  SHORTEST_LITERAL,
} from './literal-classes.ts';
import { unpackNumbers } from './literal-numbers.ts';
import {
  ANY_LAST,
  bitCount,
  EITHER_CASE,
  entriesOf,
  hasHash,
  hashOfFive,
  hashOfThree,
  type Literal,
  type LiteralTable,
  LONGER_BEGINNING,
  literalTable,
  POSITION,
} from './literal-table.ts';

/**
 * Finds every place of some thousands of literals in one pass.
 *
 * Each place is tested three times. The first test folds four characters into 20 bits (letters without case, digits as
 * one) and looks one bit up. The second test looks up the hash of the first five characters, or three for short
 * literals. Few places are left then. The third test compares the literals that begin with these four characters.
 */
export interface Prefilter<T> {
  /** Calls `found` at every occurrence, in order of position, and at one position in the order of the literals. */
  scan(text: string, found: (value: T, at: number) => void): void;
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

/** Places that are tested before the literals at them are compared. */
const STRETCH = 4096;
/** Characters that the tests read behind a place. */
const BEHIND = LONGER_BEGINNING - 1;
const ASCII = 128;
const LAST_ASCII = ASCII - 1;

/**
 * The characters of one stretch of a text as numbers. The runtime copies them many times faster than it reads them from
 * a string one by one.
 */
class Stretch {
  readonly #buffer = Buffer.alloc(2 * (STRETCH + BEHIND));
  readonly bytes = new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset, STRETCH + BEHIND);
  /** The order of bytes is that of all platforms of the runtime. */
  readonly units = new Uint16Array(this.#buffer.buffer, this.#buffer.byteOffset, STRETCH + BEHIND);
  /** The places that have passed the tests so far, from the beginning of the stretch. */
  readonly passed = new Uint32Array(STRETCH);

  /** Reads the text around `places` places from `from` on, with zeros past its end. Returns true if it is ASCII. */
  read(text: string, from: number, places: number): boolean {
    const needed = places + BEHIND;
    const part = from === 0 && text.length <= needed ? text : text.slice(from, from + needed);
    const isAscii = Buffer.byteLength(part) === part.length;
    this.#buffer.write(part, isAscii ? 'latin1' : 'utf16le');
    (isAscii ? this.bytes : this.units).fill(0, part.length, needed);
    return isAscii;
  }
}

/** Bits of the number of a row, beside which the first test keeps the place that it stands for. */
const ROW_BITS = 15;
const ROW = ROWS - 1;

/**
 * The first test of a stretch in ASCII: three characters with which a literal begins, and then the fourth. The first
 * loop has no branch, because no processor could foresee it, and reads a table that stays beside the processor.
 */
function testAscii(rows: Int32Array, begins: Int32Array, { bytes, passed }: Stretch, places: number): number {
  let count = 0;
  let row = (CLASS[bytes[0]!]! << 5) | CLASS[bytes[1]!]!;
  for (let place = 0; place < places; place += 1) {
    row = ((row << 5) | CLASS[bytes[place + 2]!]!) & ROW;
    passed[count] = (place << ROW_BITS) | row;
    count += (begins[row >>> 5]! >>> (row & (CLASSES - 1))) & 1;
  }
  let left = 0;
  for (let number = 0; number < count; number += 1) {
    const both = passed[number]!;
    const place = both >>> ROW_BITS;
    passed[left] = place;
    left += (rows[both & ROW]! >>> CLASS[bytes[place + SHORTEST_LITERAL]!]!) & 1;
  }
  return left;
}

/** One bit for each row that has a literal. */
function beginningsOf(rows: Int32Array): Int32Array {
  const begins = new Int32Array(ROWS >>> 5);
  for (let row = 0; row < ROWS; row += 1)
    if (rows[row] !== 0) begins[row >>> 5] = begins[row >>> 5]! | (1 << (row & (CLASSES - 1)));
  return begins;
}

/** The first test of any other stretch. */
function testAny(rows: Int32Array, { units, passed }: Stretch, places: number): number {
  let count = 0;
  let key = 0;
  let beyond = 0;
  for (let index = 0; index < places + SHORTEST_LITERAL; index += 1) {
    const code = units[index]!;
    key = ((key << 5) | (code < ASCII ? CLASS[code]! : code & (CLASSES - 1))) & KEY_OF_FOUR;
    beyond = ((beyond << 1) | (code < ASCII ? 0 : 1)) & LAST_FOUR;
    const bits = rows[beyond === 0 ? key >>> 5 : ROWS | (key >>> 5)]!;
    if (((bits >>> (key & (CLASSES - 1))) & 1) === 0 || index < SHORTEST_LITERAL) continue;
    passed[count] = index - SHORTEST_LITERAL;
    count += 1;
  }
  return count;
}

/** The second test, of the first `count` places that have passed the first one. */
function testHashes(
  { shortOnes, longerOnes }: LiteralTable<unknown>,
  codes: Uint8Array | Uint16Array,
  passed: Uint32Array,
  count: number,
): number {
  let left = 0;
  for (let number = 0; number < count; number += 1) {
    const place = passed[number]!;
    const one = codes[place]!;
    const two = codes[place + 1]!;
    const three = codes[place + 2]!;
    const four = codes[place + 3]!;
    const five = codes[place + 4]!;
    passed[left] = place;
    const a = FOLDED[one & LAST_ASCII]!;
    const b = FOLDED[two & LAST_ASCII]!;
    const c = FOLDED[three & LAST_ASCII]!;
    const longer = hashOfFive(a, b, c, FOLDED[four & LAST_ASCII]!, FOLDED[five & LAST_ASCII]!);
    // What has a character beyond ASCII is left to the comparison.
    const isBeyond = (one | two | three | four | five) > LAST_ASCII ? 1 : 0;
    left += isBeyond | hasHash(longerOnes, longer) | hasHash(shortOnes, hashOfThree(a, b, c));
  }
  return left;
}

/** Returns the number of the bucket for a place that has passed the first test. */
function bucketAt(
  { rows, first }: LiteralTable<unknown>,
  codes: Uint8Array | Uint16Array,
  place: number,
): number {
  let key = 0;
  let all = 0;
  for (let index = place; index < place + BEGINNING; index += 1) {
    const code = codes[index]!;
    all |= code;
    key = (key << 5) | classOf(code);
  }
  const row = all < ASCII ? key >>> 5 : ROWS | (key >>> 5);
  const before = all < ASCII ? bitCount(rows[row]! & ((1 << (key & (CLASSES - 1))) - 1)) : 0;
  return 2 * (first[row]! + before);
}

/** What has been read of a text: `read` characters from `from` on. */
interface Part {
  text: string;
  codes: Uint8Array | Uint16Array;
  from: number;
  read: number;
}

/** The third test, of one place that has passed the others. */
function compare<T>(
  table: LiteralTable<T>,
  { text, codes, from, read }: Part,
  place: number,
  found: (value: T, at: number) => void,
): void {
  const { buckets, checks, entries } = table;
  const bucket = bucketAt(table, codes, place);
  const next = classOf(codes[place + BEGINNING]!);
  if (((buckets[bucket]! >>> next) & 1) === 0) return;
  const at = from + place;
  const stop = buckets[bucket + 3]!;
  for (let number = buckets[bucket + 1]!; number < stop; number += 1) {
    const check = checks[number]!;
    const wanted = check & ANY_LAST;
    if (wanted !== ANY_LAST) {
      const index = place + ((check & ~EITHER_CASE) >>> POSITION);
      const last = index < read ? codes[index]! : text.charCodeAt(from + index);
      if ((check < 0 ? last | 32 : last) !== wanted) continue;
    }
    const entry = entries[number]!;
    if (!(entry.caseless ? standsAt(text, entry.text, at) : text.startsWith(entry.text, at))) continue;
    for (const value of entry.values) found(value, at);
  }
}

/** `packed` has the numbers of the table, where a build has made them. */
export function createPrefilter<T>(literals: readonly Literal<T>[], packed?: string): Prefilter<T> {
  const entries = entriesOf(literals);
  const table = literalTable(entries, packed === undefined ? undefined : unpackNumbers(entries, packed));
  const { rows } = table;
  const begins = beginningsOf(rows);
  // A search begins another one inside `found`, for a text that it has decoded.
  const free: Stretch[] = [];

  return {
    scan(text, found) {
      const stretch = free.pop() ?? new Stretch();
      const { bytes, units, passed } = stretch;
      for (let from = 0; from + SHORTEST_LITERAL <= text.length; from += STRETCH) {
        const places = Math.min(STRETCH, text.length - from - SHORTEST_LITERAL + 1);
        const isAscii = stretch.read(text, from, places);
        const tested = isAscii ? testAscii(rows, begins, stretch, places) : testAny(rows, stretch, places);
        const codes = isAscii ? bytes : units;
        const count = testHashes(table, codes, passed, tested);
        const part = { text, codes, from, read: places + BEHIND };
        for (let number = 0; number < count; number += 1) compare(table, part, passed[number]!, found);
      }
      free.push(stretch);
    },
  };
}
