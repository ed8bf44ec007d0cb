import type { ReceiptFilter } from '../../shared/control.ts';
import { hrefOf } from '../../shared/window-route.ts';
import { formatCount } from '../format/quantity.ts';
import { timeline } from '../screens/activity/filter-state.ts';

/** A number that leads to its receipts. Nothing is a dash. */
export function FigureLink({
  count,
  filter,
  label,
}: {
  count: number;
  filter: ReceiptFilter;
  label?: string;
}) {
  if (count === 0) return <span className="secondary">–</span>;
  return (
    <a className="figure-link numeric" href={hrefOf(timeline(filter))} aria-label={label}>
      {formatCount(count)}
    </a>
  );
}
