import type { LeafRange, MarkLeaf } from '../../proof/leaves.ts';

/** Knowledge about a position of the tree. */
export const LeafState = { unknown: 0, receipt: 1, mark: 2, erased: 3, faulty: 4 } as const;
type State = (typeof LeafState)[keyof typeof LeafState];

/** Marks name each position at most so many times. Plinth's name it once at each deletion, restoration and repair. */
const MOST_NAMES = 1024;

/** The marks name more than those of a record. */
export class TooManyMarks extends Error {}

/** Positions without receipts, and the times of the receipts around them. */
export interface MissingRange {
  from: number;
  to: number;
  after: string | null;
  before: string | null;
}

/** Stands for a position without a time. */
const NO_TIME = 0;
const TIME_BYTES = Float64Array.BYTES_PER_ELEMENT;

const instant = (time: number) => (time === NO_TIME ? null : new Date(time).toISOString());

/** The state of each position of the tree, and the times of the receipts that were found. */
export class LeafStates {
  readonly #states: Uint8Array<ArrayBuffer>;
  readonly #times: Float64Array<ArrayBuffer>;
  #named = 0;

  /** `most` is the number of positions to which it can grow. */
  constructor(size: number, most = size) {
    this.#states = new Uint8Array(new ArrayBuffer(size, { maxByteLength: most }));
    this.#times = new Float64Array(new ArrayBuffer(size * TIME_BYTES, { maxByteLength: most * TIME_BYTES }));
  }

  /** Makes room for so many positions. */
  grow(size: number): void {
    if (size <= this.#states.length) return;
    this.#states.buffer.resize(size);
    this.#times.buffer.resize(size * TIME_BYTES);
  }

  get(index: number): number | undefined {
    return this.#states[index];
  }

  set(index: number, state: State): void {
    this.#states[index] = state;
  }

  /** Notes that the receipt of a position was found. */
  found(index: number, at: number): void {
    this.#states[index] = LeafState.receipt;
    this.#times[index] = at;
  }

  /** Gives the positions of a range that have the state `before` another one. Throws {@link TooManyMarks}. */
  fill([from, to]: LeafRange, state: State, before: State = LeafState.unknown): void {
    const end = Math.min(to, this.#states.length - 1);
    this.#named += Math.max(0, end - from + 1);
    if (this.#named > this.#states.length * MOST_NAMES) throw new TooManyMarks();
    for (let index = from; index <= end; index += 1) {
      if (this.#states[index] === before) this.#states[index] = state;
    }
  }

  /** Notes what a mark at a position erased or restored: positions before its own. */
  apply(mark: MarkLeaf, index: number): void {
    const before = ([from, to]: LeafRange): LeafRange => [from, Math.min(to, index - 1)];
    if ('erased' in mark) for (const range of mark.erased) this.fill(before(range), LeafState.erased);
    if ('restored' in mark)
      for (const range of mark.restored) this.fill(before(range), LeafState.unknown, LeafState.erased);
  }

  count(state: State): number {
    let count = 0;
    for (const found of this.#states) if (found === state) count += 1;
    return count;
  }

  /** Returns the time of the last receipt of the tree. */
  lastAt(): string | null {
    return instant(this.#times.findLast((time) => time !== NO_TIME) ?? NO_TIME);
  }

  /** Returns the ranges of positions that no receipt and no mark explains. */
  missing(): MissingRange[] {
    const ranges: MissingRange[] = [];
    let last = NO_TIME;
    let waiting = 0;
    this.#states.forEach((state, index) => {
      if (state === LeafState.unknown) {
        const open = ranges.at(-1);
        if (open?.to === index - 1) open.to = index;
        else ranges.push({ from: index, to: index, after: instant(last), before: null });
        return;
      }
      const time = this.#times[index]!;
      if (time === NO_TIME) return;
      last = time;
      for (; waiting < ranges.length; waiting += 1) ranges[waiting]!.before = instant(time);
    });
    return ranges;
  }
}
