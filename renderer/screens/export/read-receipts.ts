import type { ReceiptFilter } from '../../../shared/control.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import type { HostConnection } from '../../control/host-connection.ts';
import { messages } from '../../messages/index.ts';

const PAGE = 500;

/** Reads up to `most` receipts that match the filter, oldest first. Throws an error with the sentence of a failure. */
export async function readReceipts(
  connection: HostConnection,
  filter: ReceiptFilter,
  most: number,
  onRead: (count: number) => void = () => {},
): Promise<Receipt[]> {
  const all: Receipt[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && all.length < most) {
    const answer = await connection.call('receipts.export', {
      filter,
      order: 'oldest',
      limit: Math.min(PAGE, most - all.length),
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (!answer.ok) throw new Error(messages.failure(answer.error));
    all.push(...answer.result.receipts);
    cursor = answer.result.nextCursor;
    onRead(all.length);
  }
  return all;
}
