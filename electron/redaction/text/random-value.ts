import { entropy } from './entropy.ts';
import { isDisordered } from './label-words.ts';

/** Letters alone can be random too: upper and lower case without order, and few vowels. */
function looksRandomWithoutDigits(value: string): boolean {
  if (!/^[A-Za-z+/=_-]+$/.test(value) || entropy(value) < 3.2) return false;
  let changes = 0;
  let vowels = 0;
  for (let index = 0; index < value.length; index += 1) {
    if (index > 0 && ((value.charCodeAt(index) ^ value.charCodeAt(index - 1)) & 32) !== 0) changes += 1;
    if ('aeiouAEIOU'.includes(value.charAt(index))) vowels += 1;
  }
  return changes / value.length >= 0.3 && (vowels / value.length < 0.3 || isDisordered(value));
}

/** Random enough for a machine to have made it. */
export function looksRandom(value: string, atLeast = 10): boolean {
  if (value.length < atLeast || !/[A-Za-z]/.test(value) || /\s/.test(value)) return false;
  if (!/\d/.test(value)) return value.length >= 12 && looksRandomWithoutDigits(value);
  const bits = entropy(value);
  return /^[0-9a-fA-F-]+$/.test(value)
    ? value.length >= 16 && bits >= 2.8
    : bits >= (value.length >= 20 ? 3.4 : 3);
}

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

/** No shorter run tells its randomness. */
const SHORTEST_RUN = 20;

/** Random in its own alphabet, so that nothing but a generator made it: hexadecimal, letters of one case, or of both. */
export function isRandomRun(run: string): boolean {
  const digits = run.match(/\d/g)?.length ?? 0;
  if (run.length < SHORTEST_RUN || digits < 2 || digits === run.length) return false;
  const bits = entropy(run);
  if (/^(?:[\da-f]+|[\dA-F]+)$/.test(run)) return digits >= 3 && run.length - digits >= 3 && bits >= 2.8;
  // Words joined by marks, or with a number at the end, are a name.
  if (/^[A-Za-z]+(?:[-_][A-Za-z]+)*[-_]?\d{0,4}$/.test(run)) return false;
  const hasMarks = /[-_]/.test(run);
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run))
    return !hasMarks && digits >= 3 && /\d[^\d]+\d/.test(run) && bits >= 3.2;
  return (
    bits >= 3.4 &&
    !(hasMarks && (digits < 3 || run.split(/[-_]/).some((part) => /^[A-Za-z]?[a-z]{4,}$/.test(part))))
  );
}
