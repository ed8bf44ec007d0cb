/* The literals by the hashes of their beginnings in ASCII. */

/** Bits of a hash: with some thousands of literals, a beginning that is none has the hash of one once in thirty times. */
const HASH_BITS = 17;
const HASHES_OF_WORD = 32;
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

/** Counts the bits of a number. */
export function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The literals of each hash, in flat tables that are small enough to stay beside the processor. */
export interface LiteralHashes {
  /** One bit for each hash that a literal has. */
  bits: Int32Array;
  /** For each word of `bits` the number of bits before it, which number the hashes with a literal. */
  ranks: Int32Array;
  /** For each hash with a literal the index of its first one in `order`. The last number is the length of `order`. */
  first: Int32Array;
  /** The numbers of the literals, which ascend under each hash. */
  order: Int32Array;
  /** The check of each literal of `order`. */
  checks: Int32Array;
}

/** 1 when a literal has `hash`, else 0. */
export function hasHash({ bits }: LiteralHashes, hash: number): number {
  return (bits[hash >>> 5]! >>> (hash & (HASHES_OF_WORD - 1))) & 1;
}

/** The index in `first` of a hash that a literal has. */
export function rankOf({ bits, ranks }: LiteralHashes, hash: number): number {
  const before = (1 << (hash & (HASHES_OF_WORD - 1))) - 1;
  return ranks[hash >>> 5]! + bitCount(bits[hash >>> 5]! & before);
}

/** Makes the table of literals from their hashes. A literal that can be written in more ways has more than one. */
export function literalHashes(
  hashes: ReadonlyMap<number, readonly number[]>,
  checks: readonly number[],
): LiteralHashes {
  const words = (1 << HASH_BITS) / HASHES_OF_WORD;
  const [bits, ranks] = [new Int32Array(words), new Int32Array(words)];
  const first: number[] = [];
  const order: number[] = [];
  for (const hash of [...hashes.keys()].sort((one, other) => one - other)) {
    bits[hash >>> 5] = bits[hash >>> 5]! | (1 << (hash & (HASHES_OF_WORD - 1)));
    first.push(order.length);
    for (const number of hashes.get(hash)!) order.push(number);
  }
  first.push(order.length);
  for (let word = 1; word < words; word += 1) ranks[word] = ranks[word - 1]! + bitCount(bits[word - 1]!);
  return {
    bits,
    ranks,
    first: new Int32Array(first),
    order: new Int32Array(order),
    checks: new Int32Array(order.map((number) => checks[number]!)),
  };
}
