import type { ReceiptCalls } from '../worker/worker-protocol.ts';
import type { OpenStore } from './read-store.ts';
import { type MergeOrigin, StoreMerger } from './store-merger.ts';

/** Answers the calls that add the receipts of a store that was set aside. */
export function mergeCalls(
  store: OpenStore,
  giveWay: () => Promise<void>,
): Pick<ReceiptCalls, 'mergeRows' | 'endMerge' | 'leaveMerge'> {
  let merger: StoreMerger | undefined;
  const mergerOf = (origin: MergeOrigin): StoreMerger => {
    if (merger?.parts !== store.parts) merger = new StoreMerger(store.parts, origin);
    return merger;
  };
  return {
    mergeRows: (rows, origin, dryRun) =>
      store.attemptAsync(() => mergerOf(origin).add(rows, dryRun, giveWay)),
    endMerge: (origin, history, added) => store.attempt(() => mergerOf(origin).end(history, added)),
    leaveMerge: () => {
      merger = undefined;
      store.parts.index.stopAt();
    },
  };
}
