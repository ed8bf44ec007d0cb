import type { Around } from './around.ts';
import type { Lexicon } from './lexicon.ts';

/** Receives the features of a candidate. Words have a role: an index of `LEXICAL`. */
export interface Sink {
  add(id: number): void;
  /** Adds one feature for each topic. `first` is that of the first one. */
  bits(first: number, topics: number): void;
  word(role: number, word: string): void;
  /** Adds the word of a unit. */
  unit(role: number, index: number): void;
  /** Adds two words together; there may be no unit before. */
  pair(role: number, before: number | undefined, index: number): void;
}

/** Numbers of features, gathered for one candidate. */
export class Features implements Sink {
  readonly ids: number[] = [];
  readonly words: [number, string][] = [];
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  add(id: number): void {
    this.ids.push(id);
  }

  bits(first: number, topics: number): void {
    for (let rest = topics; rest !== 0; rest &= rest - 1)
      this.ids.push(first + 31 - Math.clz32(rest & -rest));
  }

  word(role: number, word: string): void {
    if (word !== '' && !/\d/.test(word)) this.words.push([role, word]);
  }

  unit(role: number, index: number): void {
    this.word(role, this.#around.wordAt(index));
  }

  pair(role: number, before: number | undefined, index: number): void {
    const first = before === undefined ? '' : this.#around.wordAt(before);
    this.word(role, `${first} ${this.#around.wordAt(index)}`);
  }
}

/** The weights in the form in which they are added up. */
export interface WeightTables {
  fixed: Int32Array;
  lexicon: Lexicon;
}

/** The sum of the weights of features. Sums of integers are the same on every machine. */
export class Sum implements Sink {
  readonly #fixed: Int32Array;
  readonly #lexicon: Lexicon;
  readonly #around: Around;
  readonly #rows: (number | undefined)[] = [];
  #sum = 0;

  constructor({ fixed, lexicon }: WeightTables, around: Around) {
    this.#fixed = fixed;
    this.#lexicon = lexicon;
    this.#around = around;
  }

  add(id: number): void {
    this.#sum += this.#fixed[id]!;
  }

  bits(first: number, topics: number): void {
    for (let rest = topics; rest !== 0; rest &= rest - 1)
      this.#sum += this.#fixed[first + 31 - Math.clz32(rest & -rest)]!;
  }

  word(role: number, word: string): void {
    this.#sum += this.#lexicon.weightOf(role, this.#lexicon.rowOf(word));
  }

  #rowAt(index: number): number {
    let row = this.#rows[index];
    if (row === undefined) {
      row = this.#lexicon.rowAt(this.#around, index);
      this.#rows[index] = row;
    }
    return row;
  }

  unit(role: number, index: number): void {
    const row = this.#rowAt(index);
    if (row !== 0) this.#sum += this.#lexicon.weightOf(role, row);
  }

  pair(_role: number, before: number | undefined, index: number): void {
    const one = before === undefined ? this.#lexicon.rowOf('') : this.#rowAt(before);
    if (one !== 0) this.#sum += this.#lexicon.pairWeight(one, this.#rowAt(index));
  }

  /** Returns the sum since the last call. */
  take(): number {
    const sum = this.#sum;
    this.#sum = 0;
    return sum;
  }
}
