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
