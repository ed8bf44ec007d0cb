import { PERSONAL_LITERALS } from '../rules/national-ids.ts';
import { NEAR_DETAILS, NETWORK_ADDRESSES } from '../rules/near-details.ts';
import { NEAR_KEYS } from '../rules/near-keys.ts';
import { NEAR_PERSONAL } from '../rules/near-personal.ts';
import { NEAR_WALLETS } from '../rules/near-wallets.ts';
import { WITHOUT_LITERAL } from '../rules/unmarked.ts';
import { BY_SERVICE_NAME, RULES } from '../rules/vendors.ts';
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

const MASKS = new Set([
  ...RULES.map((rule) => rule.mask ?? rule.id),
  ...WITHOUT_LITERAL.map((rule) => rule.mask),
  ...BY_SERVICE_NAME.map((rule) => rule.id),
  ...PERSONAL_LITERALS.map((rule) => rule.id),
  ...[...NEAR_WALLETS, ...NEAR_KEYS, ...NEAR_PERSONAL, ...NEAR_DETAILS].map((rule) => rule.mask),
  ...NETWORK_ADDRESSES.map((rule) => rule.id),
  ...'private-key jwt password secret token api-key cookie authorization basic-auth bearer-token docker-auth kubernetes-secret email payment-card iban phone user-name truncated too-deep withheld'.split(
    ' ',
  ),
]);

/** True for `[github-token]` and every other mask that the engine writes, with or without a number in it. */
export function isKnownMask(text: string): boolean {
  return MASKS.has(text.slice(1, -1).replace(/ \d+$/, ''));
}
