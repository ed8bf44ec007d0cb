import { isKnownMask } from './known-masks.ts';
import { maskSpans } from './merge.ts';

/** Behind a mask: `~ password = "[password]" -> "new"`, `[password]: X`. */
const OPERATOR_BEHIND = /[ \t]{0,4}["'`*]{0,3}[ \t]{0,4}(?:[:=]|->)/y;

/**
 * Returns a function that tells for ascending places of a text whether they are in a mask. The words of a mask, such as
 * password, announce nothing to its right, unless an operator stands there.
 */
export function silentPlaces(text: string): (at: number) => boolean {
  const spans = text.includes('[') ? maskSpans(text, isKnownMask) : [];
  let next = 0;
  return (at) => {
    while (next < spans.length && spans[next]![1] <= at) next += 1;
    const span = spans[next];
    if (span === undefined || at < span[0]) return false;
    OPERATOR_BEHIND.lastIndex = span[1];
    return !OPERATOR_BEHIND.test(text);
  };
}
