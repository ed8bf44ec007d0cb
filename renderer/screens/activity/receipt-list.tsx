import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { RecordingGap } from '../../../shared/control.ts';
import { useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { type ListItem, withGaps } from './list-items.ts';
import { handleListKey } from './list-keys.ts';
import { ListOption, optionId } from './list-option.tsx';
import { NewReceiptsPill } from './new-receipts-pill.tsx';
import type { FeedState, ReceiptFeed } from './receipt-feed.ts';

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

/** The receipts as a list box: one tab stop, arrow and page keys move the selection, and only visible rows are rendered. */
export function ReceiptList({ feed, state, gaps, activeId, onActive, onOpen, onClose }: ReceiptListProps) {
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () => withGaps(state.rows, gaps, state.earlier === 'none'),
    [state.rows, gaps, state.earlier],
  );
  const positions = useMemo(() => receiptPositions(items), [items]);
  const activeIndex = useMemo(
    () => items.findIndex((item) => item.kind === 'receipt' && item.receipt.id === activeId),
    [items, activeId],
  );
  const { virtualizer, shown, keyOf } = useVisibleRows(items, scroller);
  useEarlierPages(feed, state, shown.at(-1)?.index ?? 0, items.length);

  // New rows must not move the rows that the user reads. Only a list at its top scrolls to new rows.
  const onScroll = () => feed.setAtTop((scroller.current?.scrollTop ?? 0) < ROW_HEIGHT / 2);
  useEffect(() => () => feed.setAtTop(true), [feed]);

  // The first page around a linked receipt begins above it.
  const placed = useRef(false);
  useEffect(() => {
    if (placed.current || items.length === 0) return;
    placed.current = true;
    if (activeIndex > 0) virtualizer.scrollToIndex(activeIndex, { align: 'center' });
  }, [items.length, activeIndex, virtualizer]);

  const move = (index: number) => {
    const item = items[index];
    if (item?.kind !== 'receipt') return;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    onActive(item.receipt.id);
  };
  const choose = (id: string) => {
    onActive(id);
    onOpen(id);
    scroller.current?.focus({ preventScroll: true });
  };
  const showWaiting = () => {
    void feed.showWaiting();
    feed.setAtTop(true);
    scroller.current?.scrollTo({ top: 0 });
    scroller.current?.focus();
  };

  return (
    <div className="receipts">
      <NewReceiptsPill
        waiting={state.waiting}
        newer={state.newer}
        onShow={showWaiting}
        onNewest={() => void feed.showNewest()}
      />
      <div
        ref={scroller}
        className="receipts__scroll"
        role="listbox"
        aria-label={messages.activity.list}
        aria-activedescendant={activeIndex === -1 || activeId === undefined ? undefined : optionId(activeId)}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={(event) =>
          handleListKey(event, {
            items,
            activeIndex,
            page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1),
            onMove: move,
            onOpen: () => activeId !== undefined && onOpen(activeId),
            onClose,
          })
        }
      >
        <div className="receipts__all" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const item = items[index];
            return item === undefined ? null : (
              <ListOption
                key={keyOf(index)}
                item={item}
                now={now}
                place={{ transform: `translateY(${start}px)` }}
                selected={index === activeIndex}
                position={positions[index]}
                setSize={state.earlier === 'none' ? state.rows.length : -1}
                onChoose={choose}
              />
            );
          })}
        </div>
        {state.earlier === 'failed' && <EarlierFailed onRetry={() => void feed.loadEarlier()} />}
      </div>
    </div>
  );
}

/** The position of each receipt among the receipts, from 1. Recording gaps are not receipts, so they do not count. */
function receiptPositions(items: readonly ListItem[]): number[] {
  let position = 0;
  return items.map((item) => (item.kind === 'receipt' ? ++position : position));
}

/** Chooses the rows to render, and the key of each. */
function useVisibleRows(items: readonly ListItem[], scroller: RefObject<HTMLDivElement | null>) {
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
  const shown = virtualizer.getVirtualItems();
  // Rows that scroll in reuse the elements of rows that scroll out, because creating elements is the main cost of fast scrolling.
  const pool = Math.ceil((virtualizer.scrollRect?.height ?? 0) / ROW_HEIGHT) + 2 * OVERSCAN + 2;
  return { virtualizer, shown, keyOf: (index: number) => (shown.length > pool ? index : index % pool) };
}

/** Loads the next page of earlier receipts before the last rendered row comes near the end of the list. */
function useEarlierPages(feed: ReceiptFeed, state: FeedState, lastShown: number, length: number): void {
  useEffect(() => {
    if (lastShown >= length - AHEAD && state.earlier === 'idle') void feed.loadEarlier();
  }, [lastShown, length, state.earlier, feed]);
}

function EarlierFailed({ onRetry }: { onRetry(): void }) {
  return (
    <p className="receipts__end" role="presentation">
      {messages.activity.moreFailed}{' '}
      <button type="button" className="link-button" onClick={onRetry}>
        {messages.common.retry}
      </button>
    </p>
  );
}
