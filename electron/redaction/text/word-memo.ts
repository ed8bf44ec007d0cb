import { type Codes, PLAIN_CODES } from './word-trie.ts';

/** What is not remembered of a word. No word has all bits. */
export const UNKNOWN = -1;

/** A letter or a hyphen has as many bits, so that a number of 32 bits holds six of them. */
const BITS = 5;
const LETTERS_OF_NUMBER = 6;
/** Longer words are seldom. */
const LONGEST = 2 * LETTERS_OF_NUMBER;
const SLOT_BITS = 13;
/** A slot has both halves of a word and its bits. */
const SLOT = 3;
/** 2^32 divided by the golden ratio, which spreads similar numbers well (Knuth, 6.4), and another odd number. */
const [SPREAD, SPREAD_OF_SECOND] = [0x9e3779b1, 0x85ebca6b];

/**
 * The bits of the last words, without case. A few hundred words make up most of what people and programs write, and a look
 * here costs less than a look at the vocabulary, which is spread over the memory. A slot holds the letters themselves,
 * so that no word has the bits of another one. A word takes the slot of another one with the same hash.
 */
export class WordMemo {
  readonly #slots = new Int32Array(SLOT << SLOT_BITS);
  #first = 0;
  #second = 0;
  #slot = 0;

  /**
   * Returns the bits of a word: 0 where a character is no letter of ASCII and no hyphen, and {@link UNKNOWN} where nobody
   * has told them, or the word is too long. A stretch without characters has none.
   */
  find(codes: Codes, start: number, end: number): number {
    if (end - start > LONGEST) return UNKNOWN;
    const half = Math.min(end, start + LETTERS_OF_NUMBER);
    let first = 0;
    let second = 0;
    for (let at = start; at < half; at += 1) {
      const plain = PLAIN_CODES[codes[at]!];
      if (!plain) return 0;
      first = (first << BITS) | plain;
    }
    for (let at = half; at < end; at += 1) {
      const plain = PLAIN_CODES[codes[at]!];
      if (!plain) return 0;
      second = (second << BITS) | plain;
    }
    const hash = Math.imul(first ^ Math.imul(second, SPREAD_OF_SECOND), SPREAD) >>> (32 - SLOT_BITS);
    const slot = SLOT * hash;
    const slots = this.#slots;
    if (slots[slot] === first && slots[slot + 1] === second) return slots[slot + 2]!;
    this.#first = first;
    this.#second = second;
    this.#slot = slot;
    return UNKNOWN;
  }

  /** Remembers the bits of the word that was looked up last, unless it is too long. */
  remember(start: number, end: number, bits: number): void {
    if (end - start > LONGEST) return;
    const slots = this.#slots;
    slots[this.#slot] = this.#first;
    slots[this.#slot + 1] = this.#second;
    slots[this.#slot + 2] = bits;
  }
}
