import { createHash } from 'node:crypto';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Random } from '../random.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** `[A20]` in a pattern is twenty characters of the class `A`. */
const CLASSES: Record<string, string> = {
  a: LOWER + DIGITS,
  A: LOWER + UPPER + DIGITS,
  l: LOWER,
  M: LOWER + UPPER,
  U: UPPER + DIGITS,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  d: DIGITS,
  b: `${LOWER}${UPPER}${DIGITS}+/`,
  u: `${LOWER}${UPPER}${DIGITS}-_`,
  T: `${UPPER}234567`,
  z: BASE58,
  B: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  s: `${LOWER}${UPPER}${DIGITS}!@#%^*-_+=?.`,
};
/** The characters that a run of a class must contain to look generated, where it is long enough. */
const NEEDS: Record<string, readonly string[]> = {
  a: [LOWER, DIGITS],
  A: [LOWER, UPPER, DIGITS],
  U: [UPPER, DIGITS],
  s: [LOWER, UPPER, DIGITS, '!@#%^*-_+=?.'],
};
/** A shorter run of a class is part of a larger format and has no requirements. */
const LEAST_WITH_NEEDS = 8;

function ofClass(random: Random, name: string, length: number): string {
  const alphabet = CLASSES[name]!;
  const needs = length < LEAST_WITH_NEEDS ? [] : (NEEDS[name] ?? []);
  for (;;) {
    const text = random.text(alphabet, length);
    const isWhole = needs.every((need) => [...text].some((character) => need.includes(character)));
    // A password rarely begins with a special character. `-` or `*` there would have a meaning for a shell or
    // for YAML.
    if (isWhole && (name !== 's' || /^[A-Za-z]/.test(text))) return text;
  }
}

const base64Url = (text: string) => Buffer.from(text).toString('base64url');

function luhn(prefix: string, length: number, random: Random): string {
  const digits = prefix + random.text(DIGITS, length - prefix.length - 1);
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

const AMERICAN_EXPRESS = /^3[47]/;
const cardNumber = (prefix: string, random: Random) =>
  luhn(prefix, AMERICAN_EXPRESS.test(prefix) ? 15 : 16, random);

/** The entropy of a BIP-39 phrase in bytes: 12 words have 128 bits, and each 3 further words add 32. */
const mnemonic = (random: Random, words: number) =>
  entropyToMnemonic(new Uint8Array(random.bytes((words / 3) * 4)), wordlist);

function base58Check(payload: Buffer): string {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  const whole = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  let number = BigInt(`0x${whole.toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = BASE58.charAt(Number(number % 58n)) + text;
  return text;
}

function austrianIban(random: Random): string {
  const account = random.text(DIGITS, 16);
  // The country's letters as numbers (A = 10), then two zeros in place of the check digits.
  const check = 98n - (BigInt(`${account}102900`) % 97n);
  return `AT${check.toString().padStart(2, '0')}${account}`;
}

const NAMED: Record<string, (random: Random, option: string) => string> = {
  uuid: (random) => {
    const hex = ofClass(random, 'h', 30);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18)}`;
  },
  jwt: (random) =>
    [
      base64Url('{"alg":"HS256","typ":"JWT"}'),
      base64Url(`{"sub":"${random.text(DIGITS, 8)}","iat":17${random.text(DIGITS, 8)}}`),
      ofClass(random, 'u', 43),
    ].join('.'),
  basic: (random) => Buffer.from(`robot:${ofClass(random, 'A', 14)}`).toString('base64'),
  bip39: (random, words) => mnemonic(random, Number(words)),
  bip39n: (random, words) =>
    mnemonic(random, Number(words))
      .split(' ')
      .map((word, index) => (index === 0 ? word : `${index + 1}. ${word}`))
      .join(' '),
  wif: (random) => base58Check(Buffer.concat([Buffer.from([0x80]), random.bytes(32), Buffer.from([1])])),
  bytes64: (random) => `[${[...random.bytes(64)].join(',')}]`,
  luhn: (random, prefix) => cardNumber(prefix, random),
  luhn4s: (random, prefix) => cardNumber(prefix, random).replace(/(\d{4})(?=\d)/g, '$1 '),
  exp: (random) => `${String(1 + random.below(12)).padStart(2, '0')}/${27 + random.below(6)}`,
  iban: austrianIban,
};
const WORDS = /^w(\d+)$/;
const LINES = /^pem(\d+)$/;
const CLASS = /^([a-zA-Z])(\d+)$/;

function group(random: Random, name: string, option: string): string {
  const named = NAMED[name];
  if (named) return named(random, option);
  const words = WORDS.exec(name);
  if (words) return Array.from({ length: Number(words[1]) }, () => random.of(wordlist)).join(option || ' ');
  const lines = LINES.exec(name);
  if (lines) return Array.from({ length: Number(lines[1]) }, () => ofClass(random, 'b', 64)).join('\n');
  const [, letter, length] = CLASS.exec(name) ?? [];
  if (letter === undefined || !(letter in CLASSES)) throw new Error(`no values are called [${name}]`);
  return ofClass(random, letter, Number(length));
}

const GROUP = /\[([a-zA-Z0-9]+)(?::([^\]]*))?\]/g;

/** Generates a value from a pattern: literal text, and `[groups]` that are random. */
export function makeValue(random: Random, pattern: string): string {
  return pattern.replace(GROUP, (_, name: string, option: string | undefined) =>
    group(random, name, option ?? ''),
  );
}

/** Fewer random characters than this do not protect an adjacent word. */
const FEWEST_DRAWN = 6;
const LEAST_WORD = 3;

/** Returns true when a pattern is a word with a few digits, as people choose passwords. */
export function isGuessable(pattern: string): boolean {
  const written = pattern.replace(GROUP, '').replace(/[^\p{L}]/gu, '');
  const drawn = [...pattern.matchAll(GROUP)].reduce((sum, [, name]) => {
    const length = CLASS.exec(name!)?.[2];
    return sum + (length === undefined ? FEWEST_DRAWN : Number(length));
  }, 0);
  return [...written].length >= LEAST_WORD && drawn < FEWEST_DRAWN;
}
