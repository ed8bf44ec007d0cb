import type { CSSProperties } from 'react';
import type { ListItem } from './list-items.ts';
import { GapLine, ReceiptLine } from './receipt-row.tsx';

interface ListOptionProps {
  item: ListItem;
  now: number;
  place: CSSProperties;
  selected: boolean;
  /** The position among the receipts, from 1. */
  position: number | undefined;
  /** The number of receipts, or -1 while earlier receipts are not loaded. */
  setSize: number;
  onChoose(receiptId: string): void;
}

export const optionId = (receiptId: string) => `option-${receiptId}`;

/** One option of the list box: a receipt, or a recording gap that cannot be selected. */
export function ListOption({ item, now, place, selected, position, setSize, onChoose }: ListOptionProps) {
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
      <ReceiptLine receipt={item.receipt} now={now} />
    </div>
  );
}
