import type { RecordCheck } from '../../../shared/record-check.ts';
import type { OpenStore } from '../repair/read-store.ts';
import { type AnchorNote, checkDatabase } from '../store/check-database.ts';
import { proveReceipts } from '../store/receipt-proofs.ts';
import { type CopyPosition, readSlice } from '../store/record-slice.ts';
import { Turns } from '../store/slice-time.ts';

/** Answers the calls about the tree and its checkpoints. Damage is a result of a check, and the store stays as it is. */
export function recordCalls(store: OpenStore, giveWay: () => Promise<void>) {
  /** Leaves and receipts that the running check has read, and their total. */
  let progress: { done: number; of: number } | undefined;
  return {
    /** Checks the record against its tree and these checkpoints. Events commit meanwhile. */
    checkRecord: async (anchors: AnchorNote[]): Promise<RecordCheck> => {
      const onSlice = (done: number, of: number) => {
        progress = { done, of };
        return giveWay();
      };
      try {
        return await store.use(({ db, checkpoints }) => checkDatabase(db, checkpoints, anchors, onSlice));
      } finally {
        progress = undefined;
      }
    },
    checkProgress: () => progress,
    /** Signs a checkpoint if the record has grown, and returns it. */
    signCheckpoint: () => store.use(({ checkpoints }) => checkpoints?.sign()),
    newestCheckpoint: () =>
      store.use(({ checkpoints }) => {
        const newest = checkpoints?.all().at(-1);
        if (checkpoints === undefined || newest === undefined) return undefined;
        const { note, at } = newest;
        return { note, at: new Date(at).toISOString(), verifierKey: checkpoints.signer.verifierKey };
      }),
    /** Signs a text with the key of the checkpoints. */
    signNote: (text: string) =>
      store.use(({ checkpoints }) => {
        if (checkpoints === undefined) throw new Error('no_key');
        return checkpoints.signer.sign(text);
      }),
    /** Returns receipts with proofs, at a checkpoint or at the newest one. Undefined if no checkpoint proves the record. */
    prove: (receiptIds: string[], checkpoint?: string) =>
      store.use((parts) => proveReceipts(parts, receiptIds, new Turns(giveWay), checkpoint)),
    /** Returns what a copy of the record at this position lacks. */
    copySlice: (from: CopyPosition) => store.read(({ db }) => readSlice(db, from)),
    /** Tells whether the record continues from a copy with so many leaves and this root. */
    continuesCopy: (leaves: number, root: Uint8Array) =>
      store.use(({ tree }) => tree.rootAt(leaves)?.equals(root) === true),
    /** Looks at every page of the store. Unless it is a dry run, repairs what is damaged. */
    repair: (dryRun: boolean) => store.repair(dryRun),
    /** Puts a prepared database in the place of the record. Returns the new name of the record, if it had receipts. */
    adopt: (prepared: string) => store.adopt(prepared),
    /** Tells how the record continues from a signed checkpoint. */
    continuationOf: (note: string) =>
      store.use(({ checkpoints }) => checkpoints?.continuation(note) ?? 'continues'),
  };
}
