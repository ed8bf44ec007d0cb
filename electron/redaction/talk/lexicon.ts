import { HAS } from '../text/talk-spans.ts';
import { codesOf } from '../text/text-codes.ts';
import { UNKNOWN, WordMemo } from '../text/word-memo.ts';
import type { Around } from './around.ts';
import { LEXICAL } from './feature-names.ts';

/** The number of the role of two words together: an index of {@link LEXICAL}. */
const PAIR = 2;
/** More than the words that have a weight. */
const MOST_ROWS = 65_536;
/** What has none of these is a word of letters of ASCII. */
const NO_LETTERS = HAS.notPlain | HAS.edge | HAS.hyphen;

/** The weights of single words in their roles. */
export class Lexicon {
  /** Each word has a row of weights. Row 0 belongs to the words without weights. */
  readonly #rows = new Map<string, number>();
  readonly #weights: Int16Array;
  readonly #pairs = new Map<number, number>();
  readonly #memo = new WordMemo();

  constructor(words: Readonly<Record<string, Readonly<Record<string, number>>>>) {
    const lists = LEXICAL.map((role) => Object.entries(words[role] ?? {}));
    for (const [word] of lists.flat()) for (const part of word.split(' ')) this.#addRow(part);
    this.#weights = new Int16Array(LEXICAL.length * (this.#rows.size + 1));
    for (const [role, list] of lists.entries())
      for (const [word, weight] of list)
        if (role === PAIR) {
          const [one, two] = word.split(' ') as [string, string];
          this.#pairs.set(this.rowOf(one) * MOST_ROWS + this.rowOf(two), weight);
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
    const { start, end, kinds } = units[index]!;
    if ((kinds & NO_LETTERS) !== 0) return this.rowOf(around.wordAt(index));
    const known = this.#memo.find(codesOf(text), start, end);
    if (known !== UNKNOWN) return known;
    const row = this.rowOf(around.wordAt(index));
    this.#memo.remember(start, end, row);
    return row;
  }

  weightOf(role: number, row: number): number {
    return this.#weights[LEXICAL.length * row + role]!;
  }

  pairWeight(one: number, two: number): number {
    return one === 0 || two === 0 ? 0 : (this.#pairs.get(one * MOST_ROWS + two) ?? 0);
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
