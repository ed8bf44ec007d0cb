import type { LeafRange } from '../../proof/leaves.ts';

/** Knowledge about a position of the tree. */
export const LeafState = { unknown: 0, receipt: 1, mark: 2, erased: 3, faulty: 4 } as const;
type State = (typeof LeafState)[keyof typeof LeafState];

/** One byte for each position of the tree. */
export class LeafStates {
  readonly #states: Uint8Array;

  constructor(size: number) {
    this.#states = new Uint8Array(size);
  }

  get(index: number): number | undefined {
    return this.#states[index];
  }

  set(index: number, state: State): void {
    if (index < this.#states.length) this.#states[index] = state;
  }

  /** Marks the positions of a range whose state is unknown. */
  fill([from, to]: LeafRange, state: State): void {
    const end = Math.min(to, this.#states.length - 1);
    for (let index = from; index <= end; index += 1) {
      if (this.#states[index] === LeafState.unknown) this.#states[index] = state;
    }
  }

  /** Forgets the state of the positions of a range that have this state. */
  clear([from, to]: LeafRange, state: State): void {
    const end = Math.min(to, this.#states.length - 1);
    for (let index = from; index <= end; index += 1) {
      if (this.#states[index] === state) this.#states[index] = LeafState.unknown;
    }
  }

  count(state: State): number {
    let count = 0;
    for (const found of this.#states) if (found === state) count += 1;
    return count;
  }

  /** Returns the runs of positions in a state, in order. */
  ranges(state: State): LeafRange[] {
    const ranges: LeafRange[] = [];
    for (let index = 0; index < this.#states.length; index += 1) {
      if (this.#states[index] !== state) continue;
      const last = ranges.at(-1);
      if (last !== undefined && last[1] === index - 1) last[1] = index;
      else ranges.push([index, index]);
    }
    return ranges;
  }
}

/** Positions without receipts, and the times of the intact receipts around them. */
export interface MissingRange {
  from: number;
  to: number;
  after: string | null;
  before: string | null;
}

/** Stands for a position without a time. */
const NO_TIME = 0;

const instant = (time: number) => (time === NO_TIME ? null : new Date(time).toISOString());

/** Finds the positions that no receipt and no mark explains. */
export class MissingReceipts {
  readonly #states: LeafStates;
  readonly #times: Float64Array;

  constructor(states: LeafStates, size: number) {
    this.#states = states;
    this.#times = new Float64Array(size);
  }

  /** Notes the time of the intact receipt at a position. */
  found(leaf: number, at: number): void {
    this.#times[leaf] = at;
  }

  /** Returns the time of the last intact receipt of the tree. */
  lastAt(): string | null {
    return instant(this.#times.findLast((time) => time !== NO_TIME) ?? NO_TIME);
  }

  ranges(): MissingRange[] {
    const ranges: MissingRange[] = [];
    let isOpen = false;
    let last = NO_TIME;
    let waiting = 0;
    this.#times.forEach((time, index) => {
      if (this.#states.get(index) === LeafState.unknown) {
        if (isOpen) ranges.at(-1)!.to = index;
        else ranges.push({ from: index, to: index, after: instant(last), before: null });
        isOpen = true;
        return;
      }
      isOpen = false;
      if (time === NO_TIME) return;
      last = time;
      for (; waiting < ranges.length; waiting += 1) ranges[waiting]!.before = instant(time);
    });
    return ranges;
  }
}
