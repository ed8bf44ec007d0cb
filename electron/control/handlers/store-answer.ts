import { ReceiptStoreError } from '../../receipts/worker/receipt-client.ts';
import { ControlError } from '../dispatch.ts';

/** Waits for an answer of the receipt store, and words its failure for a person. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ReceiptStoreError)) throw error;
    if (error.failure === 'invalid_cursor') {
      throw new ControlError('invalid_cursor', 'This cursor is not one that Plinth gave out.');
    }
    throw new ControlError(
      'unavailable',
      error.failure === 'storage_damaged'
        ? 'The receipt store was damaged. It was set aside in the data directory, and a new one has begun; what is shown or exported is not complete.'
        : 'The receipt store cannot answer right now. Run plinth doctor.',
    );
  }
}
