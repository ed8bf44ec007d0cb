import { HAS } from '../text/talk-spans.ts';
import type { Conversation } from './conversation.ts';

/** More digits are a number of a card, an account or a thing. */
const MOST_DIGITS = 12;
const DIGITS = /^\p{Nd}+[,.]?$/u;
const IS_LETTER = /[A-Za-z]/;

/** True for nothing but so many digits. */
export const hasManyDigits = (value: string) =>
  value.length > MOST_DIGITS &&
  !IS_LETTER.test(value.charAt(0)) &&
  !/[^\p{Nd}\s.-]/u.test(value) &&
  (value.match(/\p{Nd}/gu)?.length ?? 0) > MOST_DIGITS;

/** True for groups of digits that others stand beside, if they are as many as a card has together. */
export function isOfLongNumber({ text, units }: Conversation, first: number, last: number): boolean {
  const digits = (index: number) => {
    const unit = units[index];
    if (unit === undefined || (unit.kinds & (HAS.digit | HAS.beyondAscii)) === 0) return 0;
    const written = text.slice(unit.start, unit.end);
    return DIGITS.test(written) ? written.length : 0;
  };
  let count = 0;
  for (let at = first; at <= last; at += 1) {
    const own = digits(at);
    if (own === 0) return false;
    count += own;
  }
  for (let at = first - 1; digits(at) > 0; at -= 1) count += digits(at);
  for (let at = last + 1; digits(at) > 0 && count <= MOST_DIGITS; at += 1) count += digits(at);
  return count > MOST_DIGITS;
}
