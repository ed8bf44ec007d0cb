import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { removeDatabase } from '../platform/held-file.ts';
import { mirrorFile } from '../receipts/copy/mirror-place.ts';
import type { PreparedRecord } from '../receipts/copy/restore-copy.ts';
import { UNFINISHED } from '../receipts/survival/restore-database.ts';
import { CopyError } from '../receipts/worker/copy-client.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import type { CheckpointAnchors } from './checkpoint-anchors.ts';
import type { Mirror } from './mirror.ts';
import type { ReceiptWitness } from './receipt-witness.ts';

interface RestorationParts {
  dataDir: string;
  receipts: ReceiptClient;
  mirror: Mirror;
  witness: ReceiptWitness;
  anchors: CheckpointAnchors;
}

/** A record that can be restored, and the name of the one that it replaced. */
export interface Restoration extends PreparedRecord {
  aside: string | undefined;
}

/** Returns the file of a backup, or of the mirror in a folder. */
function fileOf(source: string): string {
  if (!isAbsolute(source)) throw new CopyError('missing');
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory() !== true) return source;
  const inFolder = mirrorFile(source);
  return existsSync(inFolder) ? inFolder : join(source, 'record.db');
}

/**
 * Checks a copy of the record and, unless it is a dry run, puts it in the place of the record, which is renamed. Without a
 * source, the mirror is the source. Throws {@link CopyError}.
 */
export async function restoreRecord(
  { dataDir, receipts, mirror, witness, anchors }: RestorationParts,
  source: string | null,
  dryRun: boolean,
): Promise<Restoration> {
  const folder = source ?? mirror.folder;
  if (folder === undefined) throw new CopyError('missing');
  const prepared = join(dataDir, `receipts.db${UNFINISHED.copy}`);
  const thread = receipts.startCopyThread();
  try {
    const facts = await mirror.whileClosed(() => thread.call('prepare', fileOf(folder), prepared));
    if (dryRun) return { ...facts, aside: undefined };
    const aside = await witness.whileDeleting(() => receipts.call('adopt', prepared));
    // The owner chose another record. Its checkpoints are the ones to compare with from now on.
    await anchors.forget();
    mirror.recheck();
    return { ...facts, aside };
  } finally {
    await thread.end();
    removeDatabase(prepared);
  }
}
