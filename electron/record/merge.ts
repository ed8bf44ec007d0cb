import { isAbsolute, join } from 'node:path';
import { filesSetAside } from '../platform/private-file.ts';
import { CopyError } from '../receipts/copy/copy-client.ts';
import { discardPrepared } from '../receipts/copy/prepared-file.ts';
import type { MergeCounts } from '../receipts/store/store-merger.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import type { ReceiptWitness } from './receipt-witness.ts';

/** Name of the copy that is read, beside the record. */
const MERGED = 'receipts.db.merging';

interface MergeParts {
  dataDir: string;
  receipts: ReceiptClient;
  witness: ReceiptWitness;
  settings: SettingsStore;
}

/** What a merge did, or would do. */
interface Merge extends MergeCounts {
  /** Readable receipts of the other store. */
  receipts: number;
  /** Receipts of the other store that cannot be read. */
  lost: number;
}

/** Returns the names of the stores that were set aside in a data directory, the last one at the end. */
export function storesSetAside(dataDir: string): string[] {
  const timeOf = (file: string) => file.replace(/^.*\.(?:corrupt|replaced)-/, '');
  const stores = filesSetAside(dataDir).filter((file) => file.startsWith('receipts.db.'));
  return stores.sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
}

/**
 * Adds the receipts of a store that was set aside to the record, in slices between which events are recorded. A dry run
 * only says what it would add. Throws {@link CopyError}.
 */
export async function mergeRecord(
  { dataDir, receipts, witness, settings }: MergeParts,
  source: string,
  dryRun: boolean,
  onProgress: (progress: { done: number; of: number }) => void,
): Promise<Merge> {
  if (!isAbsolute(source)) throw new CopyError('missing');
  const copy = join(dataDir, MERGED);
  const known = settings.load().map(({ id, name }) => ({ id, name }));
  const thread = receipts.startCopyThread();
  try {
    const { entries, root, ...facts } = await thread.call('openMerge', source, copy, known);
    const origin = { entries, root };
    const merge: Merge = { ...facts, added: 0, proven: 0, present: 0, deleted: 0, leftOut: 0 };
    let done = 0;
    for (let after = -1; ; ) {
      onProgress({ done, of: facts.receipts });
      const rows = await thread.call('mergeRows', after);
      const last = rows.at(-1);
      if (last === undefined) break;
      const counts = await receipts.call('mergeRows', rows, origin, dryRun);
      for (const name of Object.keys(counts) as (keyof MergeCounts)[]) merge[name] += counts[name];
      if (!dryRun) witness.added(counts.added);
      after = last.seq;
      done += rows.length;
    }
    if (!dryRun) await receipts.call('endMerge', origin, await thread.call('mergeHistory'), merge.added);
    await thread.call('closeMerge');
    return merge;
  } finally {
    await receipts.call('leaveMerge').catch(() => {});
    await thread.end();
    // A merge that failed has not removed its copy.
    discardPrepared(copy);
  }
}
