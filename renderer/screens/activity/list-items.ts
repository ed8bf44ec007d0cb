import type { RecordingGap } from '../../../shared/control.ts';
import type { ReceiptSummary } from '../../../shared/receipt.ts';

export type ListItem = { kind: 'receipt'; receipt: ReceiptSummary } | { kind: 'gap'; gap: RecordingGap };

/**
 * Inserts the recording gaps between the receipts by time, newest first. A gap that is older than the last loaded
 * receipt waits until the end of the list is known.
 */
export function withGaps(
  receipts: readonly ReceiptSummary[],
  gaps: readonly RecordingGap[],
  endIsKnown: boolean,
): ListItem[] {
  const ordered = [...gaps].sort((a, b) => (a.from < b.from ? 1 : -1));
  const items: ListItem[] = [];
  let next = 0;
  for (const receipt of receipts) {
    for (let gap = ordered[next]; gap !== undefined && gap.from >= receipt.receivedAt; gap = ordered[next]) {
      items.push({ kind: 'gap', gap });
      next += 1;
    }
    items.push({ kind: 'receipt', receipt });
  }
  if (endIsKnown) items.push(...ordered.slice(next).map((gap) => ({ kind: 'gap' as const, gap })));
  return items;
}
