import { entropy } from './entropy.ts';
import { NOT_A_SECRET } from './not-a-secret.ts';
import { looksRandom } from './random-value.ts';
import { KEYS_WITHOUT_SECRET, wordsOf } from './sensitive-name.ts';
import type { Written } from './written-value.ts';

const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;

/** Letters in one case and digits, as services give them: no hash of Git's, no name and no number. */
const MACHINE_KEY =
  /^(?:[a-z0-9]{20,64}|[A-Z0-9]{16,64}|[A-Za-z0-9]{20,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::[a-z]{2})?)$/;
const KEY_BITS = 2.9;

/** True for a random value under a name that ends in key, and that is none of a table, a map or a keyboard. */
export function isMachineKey(name: string, value: string): boolean {
  if (!MACHINE_KEY.test(value)) return false;
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last !== 'key' && last !== 'access' && last !== 'appid') return false;
  const partner = words.at(-2);
  if (partner !== undefined && KEYS_WITHOUT_SECRET.has(partner)) return false;
  // A name of one word says less: many a table has a column `key`.
  if (partner === undefined && last === 'key' && (/-/.test(value) || value.length < 24)) return false;
  return (
    (value.match(/\d/g)?.length ?? 0) >= 3 &&
    (value.match(/[A-Za-z]/g)?.length ?? 0) >= 3 &&
    entropy(value) >= KEY_BITS
  );
}

/** True for a value under a name that only hints at a secret, if the value is random. */
export function isHint(name: string, written: Written): boolean {
  const { value } = written;
  if (isMachineKey(name, value) && (written.tight || written.quoted || written.option)) return true;
  if (UUID.test(value) || NOT_A_SECRET.test(value)) return false;
  if (!/^[\w+/=.:~-]{16,512}$/.test(value)) return false;
  if (!looksRandom(value, 16) || !/\d.*\d/.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 32 && entropy(value) >= 3;
  const pieces = value.split(/[-_.:/]/);
  // Words joined by marks are names: `theme-primary-color-500`.
  if (
    pieces.length > 2 &&
    pieces.every((piece) => piece.length <= 12) &&
    !/\d[a-z]+\d|[a-z]\d+[A-Z]/.test(value)
  )
    return false;
  return entropy(value) >= 3.7 && /[A-Z]/.test(value) && /[a-z]/.test(value);
}
