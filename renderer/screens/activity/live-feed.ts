import { useEffect, useState } from 'react';
import { useControlEvents } from '../../control/control-context.tsx';
import type { ReceiptFeed } from './receipt-feed.ts';

const LIVE_PAUSE_MS = 250;

/** Reacts to control events: fetches new receipts at most four times a second, and reloads the list after a deletion. */
export function useLiveFeed(feed: ReceiptFeed): void {
  const [pending] = useState<{ timer: ReturnType<typeof setTimeout> | undefined; reload: boolean }>({
    timer: undefined,
    reload: false,
  });
  useControlEvents(['receipts'], (event) => {
    pending.reload ||= event === undefined || (event.kind === 'receipts' && event.deleted);
    pending.timer ??= setTimeout(() => {
      pending.timer = undefined;
      const reload = pending.reload;
      pending.reload = false;
      void (reload ? feed.reload() : feed.refresh());
    }, LIVE_PAUSE_MS);
  });
  useEffect(() => () => clearTimeout(pending.timer), [pending]);
}
