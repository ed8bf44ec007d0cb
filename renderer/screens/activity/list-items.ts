import type { ReceiptFilter, RecordingGap } from '../../../shared/control.ts';
import type { ReceiptSummary } from '../../../shared/receipt.ts';

export type ListItem = { kind: 'receipt'; receipt: ReceiptSummary } | { kind: 'gap'; gap: RecordingGap };

/** Members of a filter that a gap can have. With another member, nothing is known of what a gap lacks. */
const GAP_MEMBERS = ['integrationId', 'project', 'since', 'until'];

/** Gives the gaps in the receipts of a filter: those of everything, and those of its integration or project. */
export function gapsOf(filter: ReceiptFilter, gaps: readonly RecordingGap[]): RecordingGap[] {
  if (Object.keys(filter).some((member) => !GAP_MEMBERS.includes(member))) return [];
  const { integrationId, project, since, until } = filter;
  return gaps.filter((gap) => {
    if (until !== undefined && gap.from >= until) return false;
    if (since !== undefined && gap.until !== null && gap.until <= since) return false;
    if (gap.scope === null) return true;
    return 'project' in gap.scope
      ? project === undefined || project === gap.scope.project
      : integrationId === undefined || integrationId === gap.scope.integrationId;
  });
}

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
