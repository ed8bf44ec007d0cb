import type { ControlParams, ReceiptFilter } from '../../../shared/control.ts';
import { messages } from '../../messages/index.ts';

/** A text is compared with each receipt that can contain it. Counting all of a common word would keep the host from typing. */
const MOST_WITH_TEXT = 2000;

/** Gives the question for the number of receipts of a filter. */
export const countOf = (filter: ReceiptFilter): ControlParams<'receipts.count'> =>
  filter.text === undefined ? { filter } : { filter, most: MOST_WITH_TEXT };

/** Writes the number of receipts of a filter, once it is known. */
export function countText(
  { text }: ReceiptFilter,
  count: number | undefined,
  isUnfinished = false,
): string | undefined {
  if (count === undefined) return undefined;
  if (isUnfinished) return messages.activity.orMore(count);
  return text !== undefined && count > MOST_WITH_TEXT
    ? messages.activity.moreThan(MOST_WITH_TEXT)
    : messages.activity.count(count);
}

/** Counts the filters as a user sees them: a span of time is one, and each excluded value. */
export const countFilters = ({ since, until, exclude = {}, ...others }: ReceiptFilter): number =>
  Object.keys(others).length +
  Object.values(exclude).flat().length +
  (since === undefined && until === undefined ? 0 : 1);
