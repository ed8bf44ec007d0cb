import { BY_SERVICE_NAME } from '../rules/by-service-name.ts';
import { WITHOUT_LITERAL } from '../rules/chat.ts';
import { RULES } from '../rules/index.ts';
import { PERSONAL_LITERALS } from '../rules/national-ids.ts';
import { NEAR_DETAILS, NETWORK_ADDRESSES } from '../rules/near-details.ts';
import { NEAR_KEYS } from '../rules/near-keys.ts';
import { NEAR_PERSONAL } from '../rules/near-personal.ts';
import { NEAR_WALLETS } from '../rules/near-wallets.ts';

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
