import { createHash } from 'node:crypto';
import { mnemonicToEntropy, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BIP39 = new Set(wordlist);

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

/** True for 12 to 24 words of the BIP-39 list whose checksum holds. */
export function isMnemonic(text: string): boolean {
  const words = wordsOfPhrase(text);
  return (
    words.every((word) => BIP39.has(word)) &&
    validateMnemonic(words.join(' '), wordlist) &&
    !isTestPhrase(words)
  );
}

/** The samples of the standard: their entropy is one byte again and again (`abandon … about`, `legal winner …`). */
function isTestPhrase(words: readonly string[]): boolean {
  return new Set(mnemonicToEntropy(words.join(' '), wordlist)).size === 1;
}

/** A phrase with a mistake in it, or one that was cut: most of the words are of the list, and its label is beside it. */
export function isNearlyMnemonic(text: string): boolean {
  const words = wordsOfPhrase(text);
  return words.length >= 11 && words.filter((word) => BIP39.has(word)).length >= words.length - 2;
}

/** Twelve to 24 words of the length that the words of the list have, in a row or numbered. */
export const PHRASE = /[a-z]{3,8}(?:[ ,\t\r\n"'_-]{1,4}(?:\d{1,2}[.):]? {0,2})?[a-z]{3,8}){10,23}/i;
