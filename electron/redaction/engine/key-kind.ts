import { labelKind } from '../text/label-kind.ts';
import { isMachineKey } from '../text/machine-key.ts';
import { refersToSecret } from '../text/placeholder.ts';
import { kindOfList } from '../text/plural-name.ts';
import { isCodeNumber, type SensitiveName, sensitiveName, wordsOf } from '../text/sensitive-name.ts';
import type { PlacedMask } from './finding.ts';
import type { JsonValue } from './json-value.ts';
import { isKnownMask } from './known-masks.ts';
import { TRUNCATION_MARK } from './mask.ts';
import type { Walk } from './walk-tools.ts';

/** UTF-16 units of a stored key. The pointer of each finding below a key repeats the key. */
const LONGEST_KEY = 256;
/** UTF-16 units for the number after a key whose mask another key has, too. */
const ROOM_FOR_NUMBER = 8;

/** Masks a key and truncates it, but not inside a mask or a surrogate pair. */
export function storedKey(
  walk: Walk,
  key: string,
): { text: string; masks: readonly PlacedMask[]; from?: number } {
  const { text: masked, masks } = walk.redactText(key);
  if (masked.length <= LONGEST_KEY) return { text: masked, masks };
  const end = LONGEST_KEY - ROOM_FOR_NUMBER - TRUNCATION_MARK.length;
  const through = masks.find((mask) => mask.start < end && mask.end > end);
  let cut = through ? through.start : end;
  if (!masked.slice(0, cut).isWellFormed()) cut -= 1;
  return {
    text: masked.slice(0, cut) + TRUNCATION_MARK,
    masks: masks.filter((mask) => mask.end <= cut),
    from: masked.length,
  };
}

/** A longer name is a text. */
export const LONGEST_NAME = 128;

/** Removes masks from a key, because the words in a mask say nothing about the value of the key. */
export function withoutMasks(key: string): string {
  if (!key.includes('[')) return key;
  return key.replaceAll(/\[[a-z0-9-]{2,80}\](?: \d+)?/g, (mask) =>
    isKnownMask(mask.replace(/ \d+$/, '')) ? ' ' : mask,
  );
}

/** The kind of a word that names a secret only if it is the whole key. */
function kindOfLoneWord(word: string, value: JsonValue): SensitiveName | undefined {
  const container = typeof value === 'object';
  switch (word) {
    case 'pass':
    case 'pw':
      return typeof value === 'boolean'
        ? undefined
        : { strength: 'password', rule: 'sensitive-key', mask: 'password' };
    case 'pin':
    case 'cvv':
    case 'cvc':
      return { strength: 'password', rule: 'sensitive-key', mask: 'secret' };
    case 'auth':
      return typeof value === 'string'
        ? { strength: 'secret', rule: 'sensitive-key', mask: 'authorization' }
        : undefined;
    case 'passkey':
      return container ? undefined : { strength: 'secret', rule: 'sensitive-key', mask: 'secret' };
    default:
      return undefined;
  }
}

const SPEAKING_ALONE = new Set(['pass', 'pw', 'pin', 'cvv', 'cvc', 'auth', 'passkey']);

/** A cheap test: each of those words has one of these. */
const MAY_SPEAK_ALONE = /pass|pw|pin|cvv|cvc|auth/i;

function loneWord(key: string): string | undefined {
  if (!MAY_SPEAK_ALONE.test(key)) return undefined;
  const words = wordsOf(key);
  return words.length === 1 ? words[0] : undefined;
}

/** 64 bytes in base58, as wallets export a key. */
const WALLET_KEY = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/;
const OF_WALLET = /keypair|signer|wallet|payer/i;

/** Returns the kind of a name whose whole value is masked, or undefined if the value is judged by itself. */
export function takesWholeValue(key: string, value: JsonValue): SensitiveName | undefined {
  if (value === null || value === '' || (typeof value === 'string' && refersToSecret(value)))
    return undefined;
  const kind = sensitiveName(key) ?? labelKind(key, 'whole');
  if (!kind || kind.strength === 'hint') {
    if (kind && typeof value === 'string' && isMachineKey(key, value))
      return { strength: 'secret', rule: 'sensitive-key', mask: 'api-key' };
    if (typeof value === 'string' && WALLET_KEY.test(value) && OF_WALLET.test(key))
      return { strength: 'secret', rule: 'sensitive-key', mask: 'private-key' };
    const alone = loneWord(key);
    return alone === undefined ? undefined : kindOfLoneWord(alone, value);
  }
  if (kind.rule === 'pin-assignment') return isCodeNumber(String(value)) ? kind : undefined;
  // `tokens: 1234` is a count and no credential.
  if ((typeof value === 'number' || typeof value === 'boolean') && /tokens?$/i.test(key)) return undefined;
  return Array.isArray(value) && /tokens$/i.test(key) && value.every(isPieceOfText) ? undefined : kind;
}

/** The shortest token that a service gives. */
const SHORTEST_TOKEN = 8;
/** `tokens: ["the", "cat"]`, `input_tokens: [12, 40]`: pieces of a text, or how many there are. */
const isPieceOfText = (value: JsonValue): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && (value.length < SHORTEST_TOKEN || /^\p{L}{1,16}$/u.test(value)));

/** Returns true if a key says nothing about its value, whatever the value is. */
export function isPlainKey(key: string): boolean {
  if (key === '__proto__' || key.includes('[') || OF_WALLET.test(key)) return false;
  const alone = loneWord(key);
  return (
    sensitiveName(key) === undefined &&
    labelKind(key, 'whole') === undefined &&
    kindOfList(key) === undefined &&
    !(alone !== undefined && SPEAKING_ALONE.has(alone))
  );
}
