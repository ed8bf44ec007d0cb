import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { RecordingGap } from '../../../shared/control.ts';
import { useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { withGaps } from './list-items.ts';
import type { FeedState, ReceiptFeed } from './receipt-feed.ts';
import { GapLine, ReceiptLine } from './receipt-row.tsx';

const ROW_HEIGHT = 36;
const AHEAD = 150;
const OVERSCAN = 8;

interface ReceiptListProps {
  feed: ReceiptFeed;
  state: FeedState;
  gaps: readonly RecordingGap[];
  activeId: string | undefined;
  onActive(id: string): void;
  onOpen(id: string): void;
  onClose(): void;
}

const optionId = (receiptId: string) => `option-${receiptId}`;

/** The receipts as a list box: one tab stop, arrow and page keys move the selection, and only visible rows are rendered. */
export function ReceiptList({ feed, state, gaps, activeId, onActive, onOpen, onClose }: ReceiptListProps) {
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () => withGaps(state.rows, gaps, state.earlier === 'none'),
    [state.rows, gaps, state.earlier],
  );
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : item.kind === 'receipt' ? item.receipt.id : `gap ${item.gap.from}`;
    },
  });
  // Recording gaps are not receipts, so they do not count.
  const positions = useMemo(() => {
    let position = 0;
    return items.map((item) => (item.kind === 'receipt' ? ++position : position));
  }, [items]);
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  // Rows that scroll in reuse the elements of rows that scroll out, because creating elements is the main cost of fast scrolling.
  const pool = Math.ceil((virtualizer.scrollRect?.height ?? 0) / ROW_HEIGHT) + 2 * OVERSCAN + 2;
  const keyOf = (index: number) => (shown.length > pool ? index : index % pool);
  const activeIndex = useMemo(
    () => items.findIndex((item) => item.kind === 'receipt' && item.receipt.id === activeId),
    [items, activeId],
  );

  useEffect(() => {
    if (last >= items.length - AHEAD && state.earlier === 'idle') void feed.loadEarlier();
  }, [last, items.length, state.earlier, feed]);

  // New rows must not move the rows that the user reads. Only a list at its top scrolls to new rows.
  const onScroll = () => feed.setAtTop((scroller.current?.scrollTop ?? 0) < ROW_HEIGHT / 2);
  useEffect(() => () => feed.setAtTop(true), [feed]);

  const goTo = (index: number, step: 1 | -1) => {
    for (let at = index; at >= 0 && at < items.length; at += step) {
      const item = items[at];
      if (item?.kind === 'receipt') {
        virtualizer.scrollToIndex(at, { align: 'auto' });
        onActive(item.receipt.id);
        return;
      }
    }
  };
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(activeIndex + 1, 1),
      ArrowUp: () => goTo(activeIndex === -1 ? 0 : activeIndex - 1, activeIndex === -1 ? 1 : -1),
      PageDown: () => goTo(Math.min(items.length - 1, activeIndex + page), -1),
      PageUp: () => goTo(Math.max(0, activeIndex - page), 1),
      Home: () => goTo(0, 1),
      End: () => goTo(items.length - 1, -1),
      Enter: () => activeId !== undefined && onOpen(activeId),
      Escape: onClose,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  const waiting = state.waiting.rows.length;
  return (
    <div className="receipts">
      <div className="receipts__new" role="status">
        {waiting > 0 && (
          <button
            type="button"
            className="pill numeric"
            aria-label={messages.activity.showNew(waiting)}
            onClick={() => {
              void feed.showWaiting();
              feed.setAtTop(true);
              scroller.current?.scrollTo({ top: 0 });
              scroller.current?.focus();
            }}
          >
            <ArrowUp size={14} strokeWidth={1.5} aria-hidden />
            {messages.activity.newReceipts(waiting)}
            {state.waiting.more && '+'}
          </button>
        )}
      </div>
      <div
        ref={scroller}
        className="receipts__scroll"
        role="listbox"
        aria-label={messages.activity.list}
        aria-activedescendant={activeIndex === -1 || activeId === undefined ? undefined : optionId(activeId)}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div className="receipts__all" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {shown.map((virtual) => {
            const item = items[virtual.index];
            if (item === undefined) return null;
            const place = { transform: `translateY(${virtual.start}px)` };
            if (item.kind === 'gap') {
              return (
                <div
                  key={keyOf(virtual.index)}
                  className="row row--gap"
                  role="option"
                  aria-selected={false}
                  aria-disabled
                  tabIndex={-1}
                  style={place}
                >
                  <GapLine gap={item.gap} now={now} />
                </div>
              );
            }
            const { id } = item.receipt;
            return (
              // The list box has the focus and handles the keys. An option handles only the pointer.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <div
                key={keyOf(virtual.index)}
                id={optionId(id)}
                className="row"
                role="option"
                aria-selected={id === activeId}
                aria-setsize={state.earlier === 'none' ? state.rows.length : -1}
                aria-posinset={positions[virtual.index]}
                tabIndex={-1}
                style={place}
                onClick={() => {
                  onActive(id);
                  onOpen(id);
                  scroller.current?.focus({ preventScroll: true });
                }}
              >
                <ReceiptLine receipt={item.receipt} now={now} />
              </div>
            );
          })}
        </div>
        {state.earlier === 'failed' && (
          <p className="receipts__end" role="presentation">
            {messages.activity.moreFailed}{' '}
            <button type="button" className="link-button" onClick={() => void feed.loadEarlier()}>
              {messages.common.retry}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
