import { entropy } from '../text/entropy.ts';

/** At least so many bits of entropy for each character: words and repetitions have fewer. */
export function random(bits: number): (secret: string) => boolean {
  return (secret) => entropy(secret) >= bits;
}

/** A machine made it: digits in it, or letter cases that change as no word's do. */
export function generated(secret: string): boolean {
  if (entropy(secret) < 3.3) return false;
  if (/\d/.test(secret)) return true;
  let changes = 0;
  for (let index = 1; index < secret.length; index += 1) {
    const before = secret.charCodeAt(index - 1) & 32;
    if ((secret.charCodeAt(index) & 32) !== before) changes += 1;
  }
  return changes >= 7;
}

/** A machine made it, with two digits or more: an identifier of many words has letter cases that change, too. */
export function numbered(secret: string): boolean {
  return /\d\D*\d/.test(secret) && generated(secret);
}
