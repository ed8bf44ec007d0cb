import { useCallback, useMemo } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { navigate, type Route, useRoute } from '../../app/route.ts';
import { isSampleShown } from '../../control/sample-mode.tsx';
import { filterOf, queryOf } from './filter-address.ts';

/** The only way to group the receipts. */
const GROUP = 'session';

/** Gives the address of the timeline with a filter. */
export const timeline = (filter: ReceiptFilter, receiptId?: string, grouped = false): Route => ({
  screen: 'activity',
  ...(receiptId === undefined ? {} : { receiptId }),
  query: { ...queryOf(filter), ...(grouped ? { group: GROUP } : {}) },
});

// The last filter is stored outside the screen, so that a visit to another screen does not lose it.
let last: { filter: ReceiptFilter; grouped: boolean; ofSample: boolean } | undefined;

/** Gives the address of the timeline as the user left it. A filter of the sample data means nothing in the own record. */
export const lastTimeline = (): Route =>
  last === undefined || last.ofSample !== isSampleShown()
    ? timeline({})
    : timeline(last.filter, undefined, last.grouped);

interface TimelineState {
  filter: ReceiptFilter;
  setFilter(filter: ReceiptFilter): void;
  grouped: boolean;
  setGrouped(grouped: boolean): void;
}

/** The filter of the timeline and whether its receipts are grouped, from the address. */
export function useTimelineState(): TimelineState {
  const { screen, query, receiptId } = useRoute();
  const { group, ...others } = query ?? {};
  const grouped = group === GROUP;
  const key = JSON.stringify(others);
  // The same address gives the same object, so that effects run only for another filter.
  const filter = useMemo(() => filterOf(JSON.parse(key)), [key]);
  if (screen === 'activity') last = { filter, grouped, ofSample: isSampleShown() };
  const setFilter = useCallback(
    (next: ReceiptFilter) => navigate(timeline(next, receiptId, grouped)),
    [receiptId, grouped],
  );
  const setGrouped = useCallback(
    (next: boolean) => navigate(timeline(filter, receiptId, next)),
    [filter, receiptId],
  );
  return { filter, setFilter, grouped, setGrouped };
}
