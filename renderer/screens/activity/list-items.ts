import type { ReceiptFilter } from '../../../shared/control.ts';
import type { ReceiptSummary } from '../../../shared/receipt.ts';
import { gapsWithin, type RecordingGap } from '../../../shared/recording-gap.ts';
import { isCallOf } from '../../format/command-call.ts';
import { startOfDay } from '../../format/time-range.ts';

export type ListItem =
  /** `call` is the tool call that ran a command. They are one row and two receipts. */
  | { kind: 'receipt'; receipt: ReceiptSummary; call?: ReceiptSummary }
  | { kind: 'gap'; gap: RecordingGap }
  /** The header of a day: its first instant in the user's time zone, in milliseconds. */
  | { kind: 'day'; day: number };

/** Whether a line shows a receipt: its own, or the call of its command. */
export const hasReceipt = (item: ListItem, id: string): boolean =>
  item.kind === 'receipt' && (item.receipt.id === id || item.call?.id === id);

/** Members of a filter that a gap can have. With another member, nothing is known of what a gap lacks. */
const GAP_MEMBERS = ['integrationId', 'project', 'since', 'until'];

/** Gives the gaps in the receipts of a filter: those of everything, and those of its integration or project. */
export function gapsOf(filter: ReceiptFilter, gaps: readonly RecordingGap[]): RecordingGap[] {
  if (Object.keys(filter).some((member) => !GAP_MEMBERS.includes(member))) return [];
  return gapsWithin(gaps, filter);
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

/** Inserts a header before the first item of each day. A day has two headers if the clock was set back between them. */
export function withDays(items: readonly ListItem[]): ListItem[] {
  const all: ListItem[] = [];
  let from = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    if (item.kind === 'day') continue;
    const at = Date.parse(item.kind === 'receipt' ? item.receipt.receivedAt : item.gap.from);
    if (at < from || at >= until) {
      from = startOfDay(at);
      until = startOfDay(at, 1);
      all.push({ kind: 'day', day: from });
    }
    all.push(item);
  }
  return all;
}

/**
 * Puts each command and the call before it that ran it into one row. Newest first, the command is above its call. Rows that
 * something stands between stay apart, and so do receipts that were repeated.
 */
export function withCalls(items: readonly ListItem[]): ListItem[] {
  const rows: ListItem[] = [];
  for (const item of items) {
    const above = rows.at(-1);
    if (item.kind === 'receipt' && above?.kind === 'receipt' && isOneRow(item.receipt, above)) {
      rows[rows.length - 1] = { ...above, call: item.receipt };
    } else rows.push(item);
  }
  return rows;
}

function isOneRow(call: ReceiptSummary, above: Extract<ListItem, { kind: 'receipt' }>): boolean {
  const { receipt: command } = above;
  if (above.call !== undefined || command.repeats + call.repeats > 0) return false;
  return call.session.key === command.session.key && isCallOf(call, command);
}
