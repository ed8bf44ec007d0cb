import { ArrowUp } from 'lucide-react';
import { messages } from '../../messages/index.ts';
import type { FeedState } from './receipt-feed.ts';

/** Announces receipts that arrived while the list is scrolled down, and shows them when it is pressed. */
export function NewReceiptsPill(props: {
  waiting: FeedState['waiting'];
  newer: boolean;
  onShow(): void;
  onNewest(): void;
}) {
  const { waiting, newer, onShow, onNewest } = props;
  const count = waiting.rows.length;
  return (
    <div className="receipts__new" role="status">
      {newer && (
        <button type="button" className="pill" onClick={onNewest}>
          <ArrowUp size={14} strokeWidth={1.5} aria-hidden />
          {messages.activity.newer}
        </button>
      )}
      {count > 0 && (
        <button
          type="button"
          className="pill numeric"
          aria-label={messages.activity.showNew(count)}
          onClick={onShow}
        >
          <ArrowUp size={14} strokeWidth={1.5} aria-hidden />
          {messages.activity.newReceipts(count)}
          {waiting.more && '+'}
        </button>
      )}
    </div>
  );
}
