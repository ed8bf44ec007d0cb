import type { ReceiptType } from '../../../shared/event.ts';
import type { ReceiptFlag } from '../../../shared/receipt.ts';

/** Bits of the `flags` column. A bit never changes its meaning. */
export const FLAG_BITS: Record<ReceiptFlag, number> = {
  clock_skew: 1,
  session_not_started: 2,
  ended_by_silence: 4,
  via_claude_code: 8,
  destination_assumed: 16,
  reported_afterwards: 32,
  mended: 64,
  number_as_text: 128,
  by_user: 256,
};

export function flagsOf(bits: number): ReceiptFlag[] {
  if (bits === 0) return [];
  return (Object.keys(FLAG_BITS) as ReceiptFlag[]).filter((flag) => (bits & FLAG_BITS[flag]) !== 0);
}

/** Values of the `event` column. A number never changes its meaning. */
export const EVENT_CODES: Record<ReceiptType, number> = {
  'prompt.submitted': 0,
  'tool.before_use': 1,
  'command.before_run': 2,
  'file.changed': 3,
  'session.started': 4,
  'session.ended': 5,
  'report.unreadable': 6,
};

const eventsByCode = new Map(Object.entries(EVENT_CODES).map(([type, code]) => [code, type as ReceiptType]));

export function eventOfCode(code: number): ReceiptType {
  const type = eventsByCode.get(code);
  if (type === undefined) throw new RangeError('unknown_event_code');
  return type;
}
