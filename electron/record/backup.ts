import { isAbsolute } from 'node:path';
import type { RecordCheck } from '../../shared/record-check.ts';
import { CopyError } from '../receipts/worker/copy-client.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';

/** A backup that was written and checked. */
interface Backup {
  receipts: number;
  bytes: number;
  check: RecordCheck;
}

/**
 * Writes a complete copy of the record to a new file while events arrive, and checks it. Leaves no file if that fails.
 * Throws {@link CopyError}.
 */
export async function makeBackup(receipts: ReceiptClient, instanceId: string, file: string): Promise<Backup> {
  if (!isAbsolute(file)) throw new CopyError('missing');
  const thread = receipts.startCopyThread();
  try {
    let { position } = await thread.call('create', file, instanceId);
    try {
      for (let isLast = false; !isLast; ) {
        const slice = await receipts.call('copySlice', position);
        await thread.call('apply', slice);
        ({ isLast, to: position } = slice);
      }
      const check = await thread.call('check');
      const facts = await thread.call('trim', { olderThan: null, maxBytes: null });
      await thread.call('close');
      return { receipts: facts.receipts, bytes: facts.bytes, check };
    } catch (error) {
      await thread.call('remove', file).catch(() => {});
      throw error;
    }
  } finally {
    await thread.end();
  }
}
