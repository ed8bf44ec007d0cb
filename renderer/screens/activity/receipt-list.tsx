import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ReceiptFilter, RecordingGap } from '../../../shared/control.ts';
import { useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { useDayCounts } from './day-counts.ts';
import { hasReceipt, type ListItem, withCalls, withDays, withGaps } from './list-items.ts';
import { handleListKey } from './list-keys.ts';
import { ListOption, optionId } from './list-option.tsx';
import { NewReceiptsPill } from './new-receipts-pill.tsx';
import type { FeedState, ReceiptFeed } from './receipt-feed.ts';
import { DayLine } from './receipt-row.tsx';
import { SearchProgress } from './search-progress.tsx';

const ROW_HEIGHT = 36;
const DAY_HEIGHT = 28;
const AHEAD = 150;
const OVERSCAN = 8;

interface ReceiptListProps {
  feed: ReceiptFeed;
  state: FeedState;
  filter: ReceiptFilter;
  gaps: readonly RecordingGap[];
  activeId: string | undefined;
  onActive(id: string): void;
  onOpen(id: string): void;
  onClose(): void;
}

/** The receipts as a list box: one tab stop, arrow and page keys move the selection, and only visible rows are rendered. */
export function ReceiptList(props: ReceiptListProps) {
  const { feed, state, filter, gaps, activeId, onActive, onOpen, onClose } = props;
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () => withCalls(withDays(withGaps(state.rows, gaps, state.earlier === 'none'))),
    [state.rows, gaps, state.earlier],
  );
  const positions = useMemo(() => receiptPositions(items), [items]);
  const activeIndex = useMemo(
    () => (activeId === undefined ? -1 : items.findIndex((item) => hasReceipt(item, activeId))),
    [items, activeId],
  );
  const { virtualizer, shown, keyOf } = useVisibleRows(items, scroller);
  const days = useMemo(() => daysOf(items), [items]);
  const dayCount = useDayCounts(filter, days);
  const topDay = dayAbove(items, shown, virtualizer.scrollOffset ?? 0);
  useEarlierPages(feed, state, shown.at(-1)?.index ?? 0, items.length);

  // New rows must not move the rows that the user reads. Only a list at its top scrolls to new rows.
  const onScroll = () => feed.setAtTop((scroller.current?.scrollTop ?? 0) < ROW_HEIGHT / 2);
  useEffect(() => () => feed.setAtTop(true), [feed]);

  usePlace(feed, state.opened, items.length, (align) =>
    align === 'top'
      ? scroller.current?.scrollTo({ top: 0 })
      : activeIndex > 0 && virtualizer.scrollToIndex(activeIndex, { align }),
  );

  const move = (index: number) => {
    const item = items[index];
    if (item?.kind !== 'receipt') return;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    onActive(item.receipt.id);
  };
  const choose = useChoice(onActive, onOpen, scroller);
  const showWaiting = () => {
    void feed.showWaiting();
    toTop(feed, scroller.current);
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
        aria-activedescendant={optionIdOf(items[activeIndex])}
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
        {topDay !== undefined && (
          <div className="receipts__day row--day" aria-hidden>
            <DayLine day={topDay} now={now} count={dayCount(topDay)} />
          </div>
        )}
        <div className="receipts__all" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const item = items[index];
            return item === undefined ? null : (
              <ListOption
                key={keyOf(index)}
                item={item}
                now={now}
                dayCount={item.kind === 'day' ? dayCount(item.day) : undefined}
                top={start}
                selected={index === activeIndex}
                position={positions[index]}
                setSize={state.earlier === 'none' ? (positions.at(-1) ?? 0) : -1}
                onChoose={choose}
              />
            );
          })}
        </div>
        <SearchProgress feed={feed} state={state} />
        {state.earlier === 'failed' && <EarlierFailed onRetry={() => void feed.loadEarlier()} />}
      </div>
    </div>
  );
}

const optionIdOf = (item: ListItem | undefined) =>
  item?.kind === 'receipt' ? optionId(item.receipt.id) : undefined;

/** Gives the same function while scrolling, so that lines that stay in view are not rendered again. */
function useChoice(
  onActive: (id: string) => void,
  onOpen: (id: string) => void,
  scroller: RefObject<HTMLDivElement | null>,
): (id: string) => void {
  return useCallback(
    (id) => {
      onActive(id);
      onOpen(id);
      scroller.current?.focus({ preventScroll: true });
    },
    [onActive, onOpen, scroller],
  );
}

/** The position of each row of receipts among those rows, from 1. Recording gaps are not receipts, so they do not count. */
function receiptPositions(items: readonly ListItem[]): number[] {
  let position = 0;
  return items.map((item) => (item.kind === 'receipt' ? ++position : position));
}

const daysOf = (items: readonly ListItem[]) =>
  items.flatMap((item) => (item.kind === 'day' ? [item.day] : []));

function toTop(feed: ReceiptFeed, scroller: HTMLElement | null): void {
  feed.setAtTop(true);
  scroller?.scrollTo({ top: 0 });
  scroller?.focus();
}

/** Scrolls a list that was opened: to its middle if it is around a receipt, otherwise to its top. */
function usePlace(
  feed: ReceiptFeed,
  opened: number,
  length: number,
  scroll: (to: 'top' | 'center') => void,
): void {
  const placed = useRef(0);
  useEffect(() => {
    if (placed.current === opened || length === 0) return;
    placed.current = opened;
    scroll(feed.around === undefined ? 'top' : 'center');
  });
}

/** The day of the topmost visible item, whose header stays above the list. */
function dayAbove(
  items: readonly ListItem[],
  shown: readonly { index: number; start: number; end: number }[],
  top: number,
): number | undefined {
  const first = shown.find(({ end }) => end > top)?.index ?? 0;
  for (let index = first; index >= 0; index -= 1) {
    const item = items[index];
    if (item?.kind === 'day') return item.day;
  }
  return undefined;
}

const itemKey = (item: ListItem | undefined, index: number) => {
  if (item?.kind === 'receipt') return item.receipt.id;
  if (item?.kind === 'gap') return `gap ${item.gap.from} ${item.gap.cause}`;
  return index;
};

/** Chooses the rows to render, and the key of each. */
function useVisibleRows(items: readonly ListItem[], scroller: RefObject<HTMLDivElement | null>) {
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'day' ? DAY_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
    // The header of the day covers the top of the list.
    scrollPaddingStart: DAY_HEIGHT,
    // All heights are computed again for another function.
    getItemKey: useCallback((index: number) => itemKey(items[index], index), [items]),
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
