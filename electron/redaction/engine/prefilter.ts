/**
 * Finds every place where one of some thousands of literals stands, in one pass.
 *
 * Four characters at a time are folded into 20 bits (letters without case, digits as one) and looked up in a
 * table; only where the table has an entry are literals compared. A character costs one table look-up.
 */
export interface Prefilter<T> {
  /** Calls `found` at every occurrence, in order of position. */
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
  /** The last character, which tells most other texts apart; -1 where it can be written in more ways than one. */
  last: number;
  /** Where that stands, from the beginning of the literal. */
  lastAt: number;
  values: T[];
}

/** What the table looks up at a time. */
const SHORTEST_LITERAL = 3;
/** Characters of one class are taken for each other until the literal itself is compared. */
const CLASSES = 32;
/** Beginnings whose third character is beyond ASCII have a half of the table to themselves. */
const BEYOND_ASCII = 1 << 15;
const CLASS = new Uint8Array(128);
for (let letter = 0; letter < 26; letter += 1) {
  CLASS[65 + letter] = letter + 1;
  CLASS[97 + letter] = letter + 1;
}
for (let digit = 48; digit < 58; digit += 1) CLASS[digit] = 27;
CLASS[95] = 28;
CLASS[45] = 29;
CLASS[46] = 30;
CLASS[58] = 31;

function classOf(code: number): number {
  return code < 128 ? CLASS[code]! : code & 31;
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

function waysToWrite(character: string, caseless: boolean): number[] {
  const ways = caseless
    ? [character, character.toUpperCase(), character.toLowerCase(), character.toLocaleUpperCase('tr')]
    : [character];
  return ways.filter((way) => way.length === 1).map((way) => way.charCodeAt(0));
}

/** The beginnings, three characters each, with which a literal can be written. */
function beginningsOf(text: string, caseless: boolean): Set<number> {
  const [first, second, third] = [...Array(SHORTEST_LITERAL).keys()].map((index) =>
    waysToWrite(text.charAt(index), caseless),
  );
  // Of a literal of two characters, any third one follows.
  const ends =
    third!.length > 0
      ? third!.map((code) => classOf(code) | (code < 128 ? 0 : BEYOND_ASCII))
      : [...Array(CLASSES).keys()].flatMap((any) => [any, any | BEYOND_ASCII]);
  const keys = new Set<number>();
  for (const one of first!)
    for (const two of second!)
      for (const end of ends) keys.add((classOf(one) << 10) | (classOf(two) << 5) | end);
  return keys;
}

/** The classes that the fourth character of a literal can have; all where it has no fourth. */
function classesAfter(text: string, caseless: boolean): number {
  if (text.length <= SHORTEST_LITERAL) return -1;
  return waysToWrite(text.charAt(SHORTEST_LITERAL), caseless).reduce(
    (bits, code) => bits | (1 << classOf(code)),
    0,
  );
}

export function createPrefilter<T>(literals: readonly Literal<T>[]): Prefilter<T> {
  const heads = new Uint16Array(2 * BEYOND_ASCII);
  const buckets: Entry<T>[][] = [[]];
  // For three characters the classes of the fourth, one bit each: most places end here, with one look-up.
  const fourth = new Int32Array(BEYOND_ASCII);
  for (const { text, caseless, value } of literals) {
    const hasTwo = text.length === 2 && /^[^\p{ASCII}]{2}$/u.test(text);
    if (text.length < SHORTEST_LITERAL && !hasTwo)
      throw new Error(`A prefilter literal needs three characters, or two beyond ASCII: ${text}`);
    for (const key of beginningsOf(text, caseless)) add(key, { text, caseless, value });
  }

  function add(key: number, { text, caseless, value }: Literal<T>): void {
    if (heads[key] === 0) {
      heads[key] = buckets.length;
      buckets.push([]);
    }
    const bucket = buckets[heads[key]!]!;
    const stored = caseless ? text.toLowerCase() : text;
    const folded = key & (BEYOND_ASCII - 1);
    fourth[folded] = fourth[folded]! | classesAfter(text, caseless);
    const same = bucket.find((entry) => entry.text === stored && entry.caseless === caseless);
    if (same) same.values.push(value);
    else {
      const last = stored.charCodeAt(stored.length - 1);
      bucket.push({
        text: stored,
        caseless,
        last: last < 128 || !caseless ? last : -1,
        lastAt: stored.length - 1,
        values: [value],
      });
    }
  }

  return {
    scan(text, found) {
      const length = text.length;
      let key = 0;
      // One step past the end, with a character of no literal, for the literals that end with the text.
      for (let index = 0; index <= length; index += 1) {
        const code = index < length ? text.charCodeAt(index) : 0;
        key = ((key << 5) | (code < 128 ? CLASS[code]! : code & 31)) & 0xfffff;
        if (((fourth[key >>> 5]! >>> (key & 31)) & 1) === 0 || index < SHORTEST_LITERAL) continue;
        const third = text.charCodeAt(index - 1);
        const head = heads[third < 128 ? key >>> 5 : (key >>> 5) | BEYOND_ASCII]!;
        const at = index - SHORTEST_LITERAL;
        const bucket = buckets[head]!;
        for (let number = 0; number < bucket.length; number += 1) {
          const entry = bucket[number]!;
          if (entry.last !== -1) {
            let last = text.charCodeAt(at + entry.lastAt);
            if (entry.caseless && last >= 65 && last <= 90) last |= 32;
            if (last !== entry.last) continue;
          }
          if (entry.caseless ? standsAt(text, entry.text, at) : text.startsWith(entry.text, at)) {
            for (const value of entry.values) found(value, at);
          }
        }
      }
    },
  };
}
