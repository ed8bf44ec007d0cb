import { useSyncExternalStore } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';

// The filter is stored outside the screen, so that a visit to the settings does not lose it. It ends with the page.
let current: ReceiptFilter = {};
const listeners = new Set<() => void>();

/** Sets the activity screen's filter from anywhere ("show activity of this integration"). */
export function rememberFilter(filter: ReceiptFilter): void {
  current = filter;
  for (const listener of listeners) listener();
}

function onFilter(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useActivityFilter(): [ReceiptFilter, (filter: ReceiptFilter) => void] {
  return [useSyncExternalStore(onFilter, () => current), rememberFilter];
}
