import { HAS } from '../text/talk-spans.ts';
import { codesOf } from '../text/text-codes.ts';
import { UNKNOWN, WordTable } from '../text/word-memo.ts';
import type { Around } from './around.ts';
import { LEXICAL } from './feature-names.ts';

/** The number of the role of two words together: an index of {@link LEXICAL}. */
const PAIR = 2;
/** More than the words that have a weight. */
const MOST_ROWS = 65_536;
/** A word with one of these can have marks in front of it and behind it. */
const MAY_HAVE_MARKS = HAS.notPlain | HAS.hyphen;
const CASE_BIT = 32;
const [LETTER_A, LETTER_Z, DIGIT_0, DIGIT_9] = [97, 122, 48, 57];
const isLetterOrDigit = (code: number) =>
  ((code | CASE_BIT) >= LETTER_A && (code | CASE_BIT) <= LETTER_Z) || (code >= DIGIT_0 && code <= DIGIT_9);

/** The weights of single words in their roles. */
export class Lexicon {
  /** Each word has a row of weights. Row 0 belongs to the words without weights. */
  readonly #rows = new Map<string, number>();
  readonly #weights: Int16Array;
  readonly #pairs = new Map<number, number>();
  /** The rows of words of letters, which are looked up as they stand in a text. */
  readonly #plain = new WordTable();
  /** By row, 1 for the first word of a pair. */
  readonly #beginsPair: Uint8Array;
  /** The row of no word. */
  readonly none: number;

  constructor(words: Readonly<Record<string, Readonly<Record<string, number>>>>) {
    const lists = LEXICAL.map((role) => Object.entries(words[role] ?? {}));
    for (const [word] of lists.flat()) for (const part of word.split(' ')) this.#addRow(part);
    for (const [word, row] of this.#rows) this.#plain.add(word, row);
    this.none = this.rowOf('');
    this.#beginsPair = new Uint8Array(this.#rows.size + 1);
    this.#weights = new Int16Array(LEXICAL.length * (this.#rows.size + 1));
    for (const [role, list] of lists.entries())
      for (const [word, weight] of list)
        if (role === PAIR) {
          const [one, two] = word.split(' ') as [string, string];
          this.#pairs.set(this.rowOf(one) * MOST_ROWS + this.rowOf(two), weight);
          this.#beginsPair[this.rowOf(one)] = 1;
        } else this.#weights[LEXICAL.length * this.rowOf(word) + role] = weight;
  }

  #addRow(word: string): void {
    if (!this.#rows.has(word)) this.#rows.set(word, this.#rows.size + 1);
  }

  rowOf(word: string): number {
    return this.#rows.get(word) ?? 0;
  }

  /** Returns the row of a unit of a conversation. */
  rowAt(around: Around, index: number): number {
    const { text, units } = around.talk;
    const { kinds } = units[index]!;
    let { start, end } = units[index]!;
    if ((kinds & HAS.beyondAscii) !== 0) return this.rowOf(around.wordAt(index));
    const codes = codesOf(text);
    if ((kinds & MAY_HAVE_MARKS) !== 0) {
      while (start < end && !isLetterOrDigit(codes[start]!)) start += 1;
      while (start < end && !isLetterOrDigit(codes[end - 1]!)) end -= 1;
      if (start === end) return this.none;
    }
    const row = this.#plain.find(codes, start, end);
    return row === UNKNOWN ? this.rowOf(around.wordAt(index)) : row;
  }

  weightOf(role: number, row: number): number {
    return this.#weights[LEXICAL.length * row + role]!;
  }

  pairWeight(one: number, two: number): number {
    return two === 0 || this.#beginsPair[one] === 0 ? 0 : (this.#pairs.get(one * MOST_ROWS + two) ?? 0);
  }

  /** Returns the weight of a word, or of two words. */
  weightOfWord(role: number, word: string): number {
    const [one = '', two] = word.split(' ');
    return two === undefined
      ? this.weightOf(role, this.rowOf(one))
      : this.pairWeight(this.rowOf(one), this.rowOf(two));
  }

  /** Returns the largest weight of a role. */
  most(role: number): number {
    let most = 0;
    for (const row of this.#rows.values()) most = Math.max(most, this.weightOf(role, row));
    return most;
  }
}
