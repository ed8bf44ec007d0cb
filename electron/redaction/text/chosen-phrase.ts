import { entropy } from './entropy.ts';

/** What rules, forms and errors say, and a phrase that somebody chose does not. */
const RULE_WORD =
  /\b(?:pass\w*|tokens?|secrets?|keys?|credentials?|must|should|your|you|please|enter|required?|invalid|incorrect|wrong|forgot|forgotten|at least|characters?|confirm|cannot|can't|type|typed|login|user\w*|account|value|string|field|optional|default|error|failed|missing|match|mot de passe|contraseña)\b/i;

/** The words of a pass phrase in small letters: `"kite over the harbour"`. A message begins with a capital. */
export function isQuotedPhrase(name: string, value: string): boolean {
  const words = value.split(' ');
  const fewest = /phrase|psk|presharedkey/i.test(name.replaceAll(/[_-]/g, '')) ? 2 : 4;
  return (
    words.length >= fewest &&
    words.length <= 10 &&
    words.every((word) => /^[\p{Ll}\d][\p{Ll}\p{M}\d'’-]*$/u.test(word)) &&
    !RULE_WORD.test(value)
  );
}

/** Vowels among random letters are one in five; among those of words two in five. */
const MOST_VOWELS = 0.3;

/** True for letters alone that no words are made of: a token of a service that uses no digits. */
export function isLongLetters(value: string): boolean {
  if (!/^(?:[a-z]{24,128}|[A-Z]{24,128})$/.test(value)) return false;
  return (value.match(/[aeiou]/gi)?.length ?? 0) / value.length <= MOST_VOWELS && entropy(value) >= 3.4;
}

/** No shorter value is told from a sentence by its marks. */
const SHORTEST_NOISE = 40;
const FEWEST_MARKS = 8;
const FEWEST_DIGITS = 3;
/** Sentences and programs have about 4.3 bits for each character. */
const BITS_OF_NOISE = 4.6;

/** True for letters, digits, marks and blanks without order, as the keys and salts of WordPress are. */
export function isNoise(value: string): boolean {
  return (
    value.length >= SHORTEST_NOISE &&
    (value.match(/[^\w\s]/g)?.length ?? 0) >= FEWEST_MARKS &&
    (value.match(/\d/g)?.length ?? 0) >= FEWEST_DIGITS &&
    !/[A-Za-z]{7}/.test(value) &&
    entropy(value) >= BITS_OF_NOISE
  );
}

/** What stands between two strings, in a string of one character, in the tag of a field, or in the call of a function. */
export function isCodeAround(value: string, quoted: boolean, operator: string): boolean {
  if (!quoted) return operator === '<-' && value.includes('(');
  return /^[,)]\s|^\s?\+\s|^\\0$|^\w+:\\?"|\s.*&[A-Za-z]uml;/.test(value);
}

/** Shorter ones are an expression that was cut somewhere. */
const SHORTEST = 12;
const FEWEST_SORTS = 5;
const OPENS = '([{';
const CLOSES = ')]}';

/**
 * True for marks all over whose brackets close each other crosswise, as in `{a)b`: what a generator has made and no
 * template, no call and no list.
 */
export function hasCrossedBrackets(value: string): boolean {
  if (value.length < SHORTEST || /[\s\\]/.test(value)) return false;
  const open: number[] = [];
  let crossed = false;
  for (const character of value) {
    const opens = OPENS.indexOf(character);
    if (opens !== -1) open.push(opens);
    const closes = CLOSES.indexOf(character);
    if (closes !== -1 && open.length > 0 && open.pop() !== closes) crossed = true;
  }
  return crossed && new Set(value.match(/[^\w\s]/g)).size >= FEWEST_SORTS;
}
