import type { ReceiptFilter } from '../../../shared/control.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { parseInstant } from '../../../shared/instant.ts';
import { ControlError } from '../dispatch.ts';

/** Returns an instant in milliseconds. Text that is no instant is refused, and not read as 1970. */
export function checkedInstant(member: 'since' | 'until', text: string): number {
  const time = parseInstant(text);
  if (time === undefined) throw new ControlError(controlFailure('invalid_instant', { member }));
  return time;
}

/** Checks the instants of a filter. */
export function checkedFilter(filter: ReceiptFilter | undefined): ReceiptFilter {
  const { since, until, ...rest } = filter ?? {};
  const instant = (member: 'since' | 'until', text: string) =>
    new Date(checkedInstant(member, text)).toISOString();
  return {
    ...rest,
    ...(since === undefined ? {} : { since: instant('since', since) }),
    ...(until === undefined ? {} : { until: instant('until', until) }),
  };
}
