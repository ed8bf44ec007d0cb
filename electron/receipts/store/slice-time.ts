/**
 * Processor time that one slice of a deletion or a check aims at, by the measure below, which is up to a tick too long. Events wait for a
 * slice. A slice of half the time makes the whole deletion take twice as much: each has its own commit and its own mark.
 */
const SLICE_MS = 10;
/** Pages of a slice, also where they take no time. */
const MOST_PAGES = 64;
/** Linux counts the processor time of a running thread only at each tick. This is the longest time between two ticks. */
const TICK_MS = 4;

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Begins to measure the processor time of this thread. The time of a clock includes what other programs take on a busy
 * machine, and the time of the thread lacks up to a tick, so the result is the shorter of both bounds.
 */
export function startSlice(): () => number {
  const startedAt = performance.now();
  const usedBefore = threadMs();
  return () => Math.min(performance.now() - startedAt, threadMs() - usedBefore + TICK_MS);
}

/** Turns of a long work, which ends a turn where it finds that the time of a slice is over. */
export class Turns {
  readonly #giveWay: () => Promise<void>;
  #taken = startSlice();

  constructor(giveWay: () => Promise<void>) {
    this.#giveWay = giveWay;
  }

  get isOver(): boolean {
    return this.#taken() >= SLICE_MS;
  }

  async end(): Promise<void> {
    await this.#giveWay();
    this.#taken = startSlice();
  }
}

/** Returns how many units fit into a slice, by the time that these units took. */
export const fittingUnits = (units: number, ms: number, sliceMs = SLICE_MS): number =>
  Math.floor((units * sliceMs) / ms);

/**
 * Returns a function that gives a slice as many pages as it may take, by the time that the pages of the slice before took. `sliceMs` is
 * the processor time that a slice aims at.
 */
export function pagesOfSlice(sliceMs = SLICE_MS): (slice: (pages: number) => unknown) => void {
  let pages = 1;
  return (slice) => {
    const taken = startSlice();
    slice(pages);
    pages = Math.max(1, Math.min(MOST_PAGES, fittingUnits(pages, taken(), sliceMs), 2 * pages));
  };
}

/**
 * Length of the receipts that are read at once, by their texts or by the bodies that they came in. Others wait for them, and
 * a receipt can have a megabyte. Pages of short receipts end by their number.
 */
export const MOST_LENGTH = 1_048_576;

/** Takes rows, one at least, until there are `limit` or they are long. `isFull` says that there can be more. */
export function pageOf<T>(
  rows: Iterable<T>,
  limit: number,
  lengthOf: (row: T) => number,
): { rows: T[]; isFull: boolean } {
  const page: T[] = [];
  let length = 0;
  for (const row of rows) {
    page.push(row);
    length += lengthOf(row);
    if (page.length >= limit || length >= MOST_LENGTH) return { rows: page, isFull: true };
  }
  return { rows: page, isFull: false };
}
