import type { LeafRange } from '../../proof/leaves.ts';
import { LeafState, type LeafStates } from './leaf-states.ts';

/** Positions without receipts, and the times of the intact receipts around them. */
export interface MissingRange {
  from: number;
  to: number;
  after: string | null;
  before: string | null;
}

/** Stands for a position without a time, or whose time tells nothing. */
const NO_TIME = 0;
const LEFT_OUT = -1;

const instant = (time: number) => (time <= NO_TIME ? null : new Date(time).toISOString());

/**
 * Finds the positions that no receipt and no mark explains. Receipts are read in the order of their times, which is that
 * of their positions only if none was merged.
 */
export class MissingReceipts {
  readonly #states: LeafStates;
  readonly #times: Float64Array;

  constructor(states: LeafStates, size: number) {
    this.#states = states;
    this.#times = new Float64Array(size);
  }

  /** Leaves the times of these positions out. */
  leaveOut([from, to]: LeafRange): void {
    this.#times.fill(LEFT_OUT, from, to + 1);
  }

  /** Notes the time of the intact receipt at a position. */
  found(leaf: number, at: number): void {
    if (this.#times[leaf] === NO_TIME) this.#times[leaf] = at;
  }

  /** Returns the time of the last intact receipt of the tree. */
  lastAt(): string | null {
    return instant(this.#times.findLast((time) => time > NO_TIME) ?? NO_TIME);
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
      if (time <= NO_TIME) return;
      last = time;
      for (; waiting < ranges.length; waiting += 1) ranges[waiting]!.before = instant(time);
    });
    return ranges;
  }
}
