import { type Codes, PLAIN_CODES } from './word-trie.ts';

/** What is not remembered of a word. No word has all bits. */
export const UNKNOWN = -1;

/** A letter or a hyphen has as many bits, so that a number of 32 bits holds six of them. */
const BITS = 5;
const LETTERS_OF_NUMBER = 6;
/** Longer words are seldom. */
const LONGEST = 2 * LETTERS_OF_NUMBER;
/** A slot has both halves of a word and its bits. */
const SLOT = 3;
/** 2^32 divided by the golden ratio, which spreads similar numbers well (Knuth, 6.4), and another odd number. */
const [SPREAD, SPREAD_OF_SECOND] = [0x9e3779b1, 0x85ebca6b];

/** Words of up to twelve letters of ASCII and hyphens, without case, each with a number. A slot holds the letters themselves. */
class PlainWords {
  protected readonly slots: Int32Array;
  readonly #slotBits: number;
  protected first = 0;
  protected second = 0;

  constructor(slotBits: number) {
    this.slots = new Int32Array(SLOT << slotBits);
    this.#slotBits = slotBits;
  }

  /** Packs a word into two numbers. Returns its slot; -1 where a character is no letter of ASCII and no hyphen. */
  protected pack(codes: Codes, start: number, end: number): number {
    const half = Math.min(end, start + LETTERS_OF_NUMBER);
    let first = 0;
    let second = 0;
    for (let at = start; at < half; at += 1) {
      const plain = PLAIN_CODES[codes[at]!];
      if (!plain) return -1;
      first = (first << BITS) | plain;
    }
    for (let at = half; at < end; at += 1) {
      const plain = PLAIN_CODES[codes[at]!];
      if (!plain) return -1;
      second = (second << BITS) | plain;
    }
    this.first = first;
    this.second = second;
    return SLOT * (Math.imul(first ^ Math.imul(second, SPREAD_OF_SECOND), SPREAD) >>> (32 - this.#slotBits));
  }

  protected has(slot: number): boolean {
    return this.slots[slot] === this.first && this.slots[slot + 1] === this.second;
  }

  protected put(slot: number, bits: number): void {
    this.slots[slot] = this.first;
    this.slots[slot + 1] = this.second;
    this.slots[slot + 2] = bits;
  }
}

const MEMO_BITS = 13;

/**
 * The bits of the last words. A few hundred words make up most of what people and programs write, and a look
 * here costs less than a look at the vocabulary, which is spread over the memory. A word takes the slot of another one with
 * the same hash.
 */
export class WordMemo extends PlainWords {
  #slot = 0;

  constructor() {
    super(MEMO_BITS);
  }

  /**
   * Returns the bits of a word: 0 where a character is no letter of ASCII and no hyphen, and {@link UNKNOWN} where nobody
   * has told them, or the word is too long. A stretch without characters has none.
   */
  find(codes: Codes, start: number, end: number): number {
    if (end - start > LONGEST) return UNKNOWN;
    const slot = this.pack(codes, start, end);
    if (slot === -1) return 0;
    if (this.has(slot)) return this.slots[slot + 2]!;
    this.#slot = slot;
    return UNKNOWN;
  }

  /** Remembers the bits of the word that was looked up last, unless it is too long. */
  remember(start: number, end: number, bits: number): void {
    if (end - start <= LONGEST) this.put(this.#slot, bits);
  }
}

const TABLE_BITS = 14;
/** A fuller table has long rows of words with neighbouring slots. */
const MOST_WORDS = 12_000;

/** Words, each with a number above 0. */
export class WordTable extends PlainWords {
  #count = 0;

  constructor() {
    super(TABLE_BITS);
  }

  /** Returns the slot of a word, or the free one for it; -1 for a word that this table cannot hold. */
  #slotOf(codes: Codes, start: number, end: number): number {
    let slot = end - start > LONGEST ? -1 : this.pack(codes, start, end);
    if (slot === -1) return -1;
    while (this.slots[slot + 2] !== 0 && !this.has(slot)) slot = (slot + SLOT) % this.slots.length;
    return slot;
  }

  add(word: string, number: number): void {
    const slot = this.#slotOf(
      Uint16Array.from(word, (letter) => letter.charCodeAt(0)),
      0,
      word.length,
    );
    if (slot === -1) return;
    this.#count += 1;
    if (this.#count > MOST_WORDS) throw new RangeError('the weights have more words than a table can hold');
    this.put(slot, number);
  }

  /** Returns the number of a word; 0 for one that is not in the table, {@link UNKNOWN} for one that it cannot hold. */
  find(codes: Codes, start: number, end: number): number {
    const slot = this.#slotOf(codes, start, end);
    return slot === -1 ? UNKNOWN : this.slots[slot + 2]!;
  }
}
