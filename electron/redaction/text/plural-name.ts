import { NOT_A_SECRET } from './not-a-secret.ts';
import { isMixedPassword, isProseKey } from './prose-secret.ts';
import { type SensitiveName, wordsOf } from './sensitive-name.ts';

/** What is longer is a text. */
const LONGEST = 256;

const kindOf = (mask: string, strength: SensitiveName['strength']): SensitiveName => ({
  strength,
  rule: 'listed-member',
  mask,
});
const PASSWORDS = kindOf('password', 'password');
const API_KEYS = kindOf('api-key', 'secret');
const TOKENS = kindOf('token', 'secret');
const SECRETS = kindOf('secret', 'secret');

/** Lists that say what nobody may choose, or what everybody may see. */
const NO_SECRETS = new Set(
  'weak common bad banned forbidden blocked breached leaked compromised disallowed rejected invalid worst top public test stop special reserved design vocab input output num max min prompt completion reset expired expiring hash hashed hashers hashing policy policies rules store contract'.split(
    ' ',
  ),
);
const OF_KEYS = new Set('api secret access auth private encryption signing master app service'.split(' '));

/** Says what the members of a list are whose name ends in a plural: `db_passwords`, `apiKeys`. */
export function kindOfList(name: string): SensitiveName | undefined {
  const words = wordsOf(name);
  if (words.some((word) => NO_SECRETS.has(word))) return undefined;
  const last = words.at(-1) ?? '';
  if (/(?:passwords|passphrases|passwds)$/.test(last)) return PASSWORDS;
  if (last === 'apikeys' || (last === 'keys' && OF_KEYS.has(words.at(-2) ?? ''))) return API_KEYS;
  if (last === 'tokens') return TOKENS;
  return last === 'secrets' ? SECRETS : undefined;
}

/** Rules, users and methods: `min-length-8`, `user_1001`, `sha256crypt`; addresses of contracts, and paths. */
const NAMES_THING =
  /^[a-z]+(?:[-_][a-z]+)+[-_]?\d{0,4}$|^(?:user|account|min|max|history|needs|require)[a-z]*[-_]?\d|^(?:sha|md)\d|^0x[\da-f]{40}$|^[\w-]+\/[\w-]+\/[\w-]+$/i;

/** True for a member that is a secret, not the name of one. */
export const isListed = (kind: SensitiveName, value: string): boolean =>
  !NOT_A_SECRET.test(value) &&
  !NAMES_THING.test(value) &&
  (kind.strength === 'password' ? isMixedPassword(value) : isProseKey(value, 'beside'));

/** Returns which members of the list with this name are secrets. */
export function kindsOfMembers(
  name: string,
  list: readonly unknown[],
): ReadonlyMap<number, SensitiveName> | undefined {
  const kind = /s$/i.test(name) ? kindOfList(name) : undefined;
  if (kind === undefined) return undefined;
  const kinds = new Map<number, SensitiveName>();
  for (const [index, value] of list.entries())
    if (typeof value === 'string' && value.length <= LONGEST && isListed(kind, value)) kinds.set(index, kind);
  return kinds;
}
