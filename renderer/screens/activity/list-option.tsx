import { memo } from 'react';
import type { ListItem } from './list-items.ts';
import { DayLine, GapLine, ReceiptLine } from './receipt-row.tsx';

interface ListOptionProps {
  item: ListItem;
  now: number;
  /** The number of receipts of the day, for its header. */
  dayCount: number | undefined;
  /** The distance from the top of the list, in pixels. */
  top: number;
  selected: boolean;
  /** The position among the rows of receipts, from 1. */
  position: number | undefined;
  /** The number of rows of receipts, or -1 while earlier receipts are not loaded. */
  setSize: number;
  onChoose(receiptId: string): void;
}

export const optionId = (receiptId: string) => `option-${receiptId}`;

/**
 * One line of the list box: a receipt, a recording gap that cannot be selected, or the header of a day. Scrolling renders
 * only the lines that come into view.
 */
export const ListOption = memo(function ListOption(props: ListOptionProps) {
  const { item, now, dayCount, top, selected, position, setSize, onChoose } = props;
  const place = { transform: `translateY(${top}px)` };
  if (item.kind === 'day') {
    // Hidden, because each row says its day. A list box has only options.
    return (
      <div className="row row--day" aria-hidden style={place}>
        <DayLine day={item.day} now={now} count={dayCount} />
      </div>
    );
  }
  if (item.kind === 'gap') {
    return (
      <div
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
      id={optionId(id)}
      className="row"
      role="option"
      aria-selected={selected}
      aria-setsize={setSize}
      aria-posinset={position}
      tabIndex={-1}
      style={place}
      onClick={() => onChoose(id)}
    >
      <ReceiptLine receipt={item.receipt} call={item.call} now={now} underDay />
    </div>
  );
});
