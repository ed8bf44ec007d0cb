import { exactTime } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import type { FeedState, ReceiptFeed } from './receipt-feed.ts';

const words = messages.activity;

/** Says how far a search got that compares receipts one by one, and stops or continues it. */
export function SearchProgress({ feed, state }: { feed: ReceiptFeed; state: FeedState }) {
  const { searchedUntil, earlier } = state;
  if (searchedUntil === undefined || (earlier !== 'loading' && earlier !== 'stopped')) return null;
  const stops = earlier === 'loading';
  return (
    <p className="receipts__end" role="presentation">
      {words.searching(exactTime(searchedUntil))}{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => (stops ? feed.stop() : void feed.loadEarlier())}
      >
        {stops ? words.stopSearch : words.continueSearch}
      </button>
    </p>
  );
}

/** Says that older receipts were not searched. */
export function SearchedOnly({ until }: { until: string | undefined }) {
  if (until === undefined) return null;
  return <p className="receipts__end">{words.searchedOnly(exactTime(until))}</p>;
}
