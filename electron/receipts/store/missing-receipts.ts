import { LeafState, type LeafStates } from './leaf-states.ts';

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
