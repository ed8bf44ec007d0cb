import { controlFailure, type PlainReason } from '../../../shared/failure.ts';
import { ReceiptStoreError } from '../../receipts/worker/receipt-events.ts';
import { ControlError } from '../dispatch.ts';

const reasons: Partial<Record<ReceiptStoreError['failure'], PlainReason>> = {
  invalid_cursor: 'invalid_cursor',
  storage_damaged: 'store_damaged',
  storage_full: 'disk_full',
  storage_locked: 'store_in_use',
};

/** Waits for an answer of the receipt store, and turns its failure into one of control. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ReceiptStoreError)) throw error;
    throw new ControlError(controlFailure(reasons[error.failure] ?? 'store_unavailable'));
  }
}
