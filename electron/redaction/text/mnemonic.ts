import { createHash } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { hasWordsInRow } from './words-in-row.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** The numbers of the words, which the list itself would search one by one. */
const BIP39: ReadonlyMap<string, number> = new Map(wordlist.map((word, index) => [word, index]));
/** Each word stands for so many bits. */
const BITS_OF_WORD = 11;
/** Three words carry 32 bits and one bit of the checksum. */
const WORDS_OF_UNIT = 3;
const BYTES_OF_UNIT = 4;
const FEWEST_WORDS = 12;
const MOST_WORDS = 24;
/** Words of a phrase with mistakes that are not of the list. */
const MOST_OTHER_WORDS = 2;

/** Base58Check: the last four bytes are the beginning of the double SHA-256 of the others. */
export function hasBase58Checksum(text: string): boolean {
  let number = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit === -1) return false;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  if (bytes.length < 5) return false;
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
  return sha256(sha256(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4));
}

const wordsOfPhrase = (text: string) => text.toLowerCase().match(/[a-z]{3,8}/g) ?? [];

/** The bytes that a phrase of the list stands for, if its checksum holds: the first bits of their SHA-256. */
function entropyOf(words: readonly string[]): Buffer | undefined {
  const units = words.length / WORDS_OF_UNIT;
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS || !Number.isInteger(units)) return undefined;
  const bytes = Buffer.alloc(units * BYTES_OF_UNIT + 1);
  let bits = 0;
  let carried = 0;
  let length = 0;
  for (const word of words) {
    const index = BIP39.get(word);
    if (index === undefined) return undefined;
    bits = ((bits << BITS_OF_WORD) | index) & ((1 << (BITS_OF_WORD + 8)) - 1);
    carried += BITS_OF_WORD;
    for (; carried >= 8; length += 1) {
      carried -= 8;
      bytes[length] = bits >>> carried;
    }
  }
  if (carried > 0) bytes[length] = bits << (8 - carried);
  const entropy = bytes.subarray(0, -1);
  const unused = 8 - units;
  const digest = createHash('sha256').update(entropy).digest();
  return digest[0]! >>> unused === bytes.at(-1)! >>> unused ? entropy : undefined;
}

/**
 * True for 12 to 24 words of the BIP-39 list whose checksum holds. The samples of the standard are not meant: their
 * entropy is one byte again and again (`abandon … about`, `legal winner …`).
 */
export function isMnemonic(text: string): boolean {
  const entropy = entropyOf(wordsOfPhrase(text));
  return entropy !== undefined && new Set(entropy).size > 1;
}

/** True for the samples of the standard: their entropy is one byte again and again. */
export function isSampleMnemonic(text: string): boolean {
  const entropy = entropyOf(wordsOfPhrase(text));
  return entropy !== undefined && new Set(entropy).size === 1;
}

/** A phrase with a mistake in it, or one that was cut: most of the words are of the list, and its label is beside it. */
export function isNearlyMnemonic(text: string): boolean {
  const words = wordsOfPhrase(text);
  return (
    words.length >= 11 && words.filter((word) => BIP39.has(word)).length >= words.length - MOST_OTHER_WORDS
  );
}

/** Returns a phrase without the words before and behind it that are not of the list. */
export function withoutOtherWords(text: string): string {
  const words = [...text.matchAll(/[a-z]{3,8}/gi)];
  const isOfList = ([word]: RegExpExecArray) => BIP39.has(word.toLowerCase());
  const last = words.findLast(isOfList);
  const first = words[words.slice(0, MOST_OTHER_WORDS).findLastIndex((word) => !isOfList(word)) + 1];
  return last === undefined ? text : text.slice(first?.index ?? 0, last.index + last[0].length);
}

/** Words of {@link PHRASE}. */
const LONGEST_WORD = 8;
const FEWEST_IN_ROW = 11;

/** A test before {@link PHRASE}, which begins anew at each word. */
export const mayBePhrase = (text: string) => hasWordsInRow(text, FEWEST_IN_ROW, LONGEST_WORD);

/** Twelve to 24 words of the length that the words of the list have, in a row or numbered. */
export const PHRASE = /[a-z]{3,8}(?:[ ,\t\r\n"'_-]{1,4}(?:\d{1,2}[.):]? {0,2})?[a-z]{3,8}(?![a-z])){10,23}/i;
