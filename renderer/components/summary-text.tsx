import type { ReceiptSummary } from '../../shared/receipt.ts';
import { messages } from '../messages/index.ts';
import { cut, MaskedText } from './masked-text.tsx';

/** Shows the reported text of a receipt. The line of a session's event says first what happened. */
export function SummaryText({ receipt }: { receipt: ReceiptSummary }) {
  const { event, summary, masks } = receipt;
  if (summary === '') return <span className="row__no-text">{messages.withoutText[event]}</span>;
  return (
    <>
      {event.startsWith('session.') && (
        <span className="row__no-text">{messages.sessionDetail(messages.withoutText[event])}</span>
      )}
      <MaskedText pieces={cut(summary, masks)} />
    </>
  );
}
