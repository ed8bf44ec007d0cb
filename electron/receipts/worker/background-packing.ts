import type { ReceiptStore } from '../store/receipt-store.ts';

/** Receipts are packed when they are a day old. Newer ones are read most often. */
const PACK_AGE_MS = 86_400_000;
/** Time between the start and the first look: a start has other work. */
const FIRST_LOOK_MS = 30_000;
/** Time between two looks for receipts that have become old enough. */
const LOOK_INTERVAL_MS = 600_000;
/** The thread is idle if it has had nothing to do for this time. Twenty events a second leave such pauses. */
const QUIET_MS = 25;
/** Time until the next look for such a pause. */
const RETRY_MS = 250;
/** Each pause is so many times as long as the slice before it: packing takes a fifth of one processor at most. */
const REST_FACTOR = 4;

/** What the packer has to know of the thread. */
interface Surroundings {
  /** True while receipts wait for their indexes. */
  isIndexing(): boolean;
  onFailure(error: unknown): void;
}

/** Packs older receipts when the thread is idle. */
export function packInBackground(store: ReceiptStore, { isIndexing, onFailure }: Surroundings) {
  let lastWork = performance.now();
  let timer: NodeJS.Timeout;
  const advance = () => {
    const startedAt = performance.now();
    if (isIndexing() || startedAt - lastWork < QUIET_MS) {
      timer = setTimeout(advance, RETRY_MS);
      return;
    }
    let pause = LOOK_INTERVAL_MS;
    try {
      const isDone = store.calls.packReceipts(Date.now() - PACK_AGE_MS);
      if (!isDone) pause = (performance.now() - startedAt) * REST_FACTOR;
    } catch (error) {
      onFailure(error);
    }
    timer = setTimeout(advance, pause);
  };
  timer = setTimeout(advance, FIRST_LOOK_MS);
  return {
    /** Notes that the thread has something else to do. */
    giveWay() {
      lastWork = performance.now();
    },
    stop: () => clearTimeout(timer),
  };
}
