import { UNREADABLE } from '../../../shared/event.ts';
import { CLOCK_SKEW_FLAG_MS } from '../../../shared/limits.ts';
import type { Receipt, ReceiptFlag } from '../../../shared/receipt.ts';
import type { ReceiptNotes as Notes } from '../../../shared/session-notes.ts';
import { receiptNoteSentences } from '../../../shared/words/coverage.ts';
import { unreadableSentence } from '../../../shared/words/unreadable.ts';
import { Callout } from '../../components/states.tsx';
import { exactTime, lengthOfTime } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';

const words = messages.receipt;

function noteOf({ occurredAt, receivedAt }: Receipt, flag: ReceiptFlag): string {
  const late = Date.parse(receivedAt) - Date.parse(occurredAt);
  if (flag !== 'clock_skew' || Math.abs(late) <= CLOCK_SKEW_FLAG_MS) return words.flags[flag];
  const write = late > 0 ? words.arrivedLate : words.arrivedEarly;
  return write(lengthOfTime(Math.abs(late)), exactTime(occurredAt));
}

/** What is unusual about a receipt, one note for each flag, and what the ways of its reports say. */
export function ReceiptNotes({ receipt, notes }: { receipt: Receipt; notes: Notes }) {
  const sentences = [
    ...(receipt.event === UNREADABLE ? [unreadableSentence(receipt.data)] : []),
    ...receipt.flags.map((flag) => noteOf(receipt, flag)),
    ...receiptNoteSentences(notes),
  ];
  return sentences.map((sentence) => <Callout key={sentence}>{sentence}</Callout>);
}
