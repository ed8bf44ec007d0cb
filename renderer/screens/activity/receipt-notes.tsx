import type { Receipt, ReceiptFlag } from '../../../shared/receipt.ts';
import { Callout } from '../../components/states.tsx';
import { exactTime, lengthOfTime } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';

const words = messages.receipt;

function noteOf({ occurredAt, receivedAt }: Receipt, flag: ReceiptFlag): string {
  if (flag !== 'clock_skew') return words.flags[flag];
  const late = Date.parse(receivedAt) - Date.parse(occurredAt);
  const write = late > 0 ? words.arrivedLate : words.arrivedEarly;
  return write(lengthOfTime(Math.abs(late)), exactTime(occurredAt));
}

/** What is unusual about a receipt, one note for each flag. */
export function ReceiptNotes({ receipt }: { receipt: Receipt }) {
  return receipt.flags.map((flag) => <Callout key={flag}>{noteOf(receipt, flag)}</Callout>);
}
