import { entropy } from './entropy.ts';

const LETTER_RUN = /[A-Za-z][a-z]*|[A-Z]+/g;
/** Humps of random letters are this short on average; those of words are twice as long. */
const LONGEST_RANDOM_HUMP = 2.7;
/** None is longer than this; among many letters one may be. */
const LONGEST_HUMP = 5;
const LONGEST_HUMP_OF_MANY = 6;
const MANY_LETTERS = 13;
const MEAN_HUMP_OF_MANY = 2.9;
/** Changes between small letters, capitals, digits and marks. */
export const FEWEST_CHANGES = 4;

const MARK = 3;
/** Of ASCII: small letters, capitals, digits and marks. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z]/.test(character) ? 0 : /[A-Z]/.test(character) ? 1 : /\d/.test(character) ? 2 : MARK;
});

/** How often a value changes between small letters, capitals, digits and marks. */
export function changesOf(value: string): number {
  let changes = 0;
  let last = -1;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    const kind = code < KINDS.length ? KINDS[code]! : MARK;
    if (kind !== last && last !== -1) changes += 1;
    last = kind;
  }
  return changes;
}

/** Names of ciphers, encodings and formats, of which the names of functions are put together. */
const TECHNICAL_PART =
  /(?:sha|utf|base|md|rsa|aes|des|pkcs|ipv|win|amd|arm|mp|u?int|float|vec|mat|ec|es|crc|fnv|ed)\d+|x86|x509|h26|i18n|l10n|k8s|e2e|chacha\d|argon\d/i;

/** Letters and digits in the disorder of a generator. */
export function isDisorderedMix(written: string): boolean {
  const value = written.replaceAll(/[^A-Za-z0-9]/g, '');
  if (!/\d/.test(value) || changesOf(value) < FEWEST_CHANGES) return false;
  const humps = value.match(LETTER_RUN) ?? [];
  if (humps.length === 0) return false;
  const letters = humps.reduce((sum, hump) => sum + hump.length, 0);
  const longest = Math.max(...humps.map((hump) => hump.length));
  return (
    longest <= (letters >= MANY_LETTERS ? LONGEST_HUMP_OF_MANY : LONGEST_HUMP) &&
    !(humps.some((hump) => hump.length >= 3 && /[aeiou]/i.test(hump)) && TECHNICAL_PART.test(value)) &&
    !/^[A-Z][a-z]+[A-Z]{2,6}\d$/.test(value) &&
    letters / humps.length <= (letters >= MANY_LETTERS ? MEAN_HUMP_OF_MANY : LONGEST_RANDOM_HUMP) &&
    entropy(value) >= 2.7
  );
}
