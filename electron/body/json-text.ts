import { isObject } from '../../shared/is-object.ts';
import { makeWellFormed } from '../../shared/well-formed.ts';

/** A number that a double can round: one of more than 15 digits, or one with an exponent of three digits. */
const LONG = String.raw`-?\d(?:[\d.]{15}|[\d.]{0,14}[eE][-+]?\d{3})[\d.eE+-]*`;
/** Long numbers, and similar texts. V8 skips several characters of other texts at a time, and tests them six times as fast. */
const MAY_HAVE_LONG = new RegExp(`${'[0-9.]'.repeat(16)}|\\d[eE][-+]?\\d{3}`);
const HAS_LONG = new RegExp(`(?:^|[[:,\\s])${LONG}`);
const HAS_LONG_TEXT = new RegExp(`"${LONG}"(?!:)`);
/** The ends of strings, the escapes inside them, and long numbers inside and outside. */
const QUOTES_AND_LONG = new RegExp(`"|\\\\.|${LONG}`, 'g');
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Returns the digits and the exponent of a number. They are equal for numbers of one sign and decimal value. */
function decimalOf(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/(?<!0)0+$/, '');
  return kept && `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** A text in so many parts takes several times its length until V8 joins them. */
const JOINED_LENGTH = 65_536;

/** Writes the numbers of a valid JSON text that a double rounds as strings. */
function quoteRounded(text: string): string {
  const joined: Buffer[] = [];
  let isInString = false;
  let quoted = '';
  let from = 0;
  // One match after the other: `replace` would hold all of them, and a long text has millions of escapes.
  for (const { 0: token, index } of text.matchAll(QUOTES_AND_LONG)) {
    if (token === '"') isInString = !isInString;
    if (isInString || token === '"' || decimalOf(token) === decimalOf(String(Number(token)))) continue;
    quoted += `${text.slice(from, index)}"${token}"`;
    from = index + token.length;
    if (quoted.length < JOINED_LENGTH) continue;
    joined.push(Buffer.from(quoted));
    quoted = '';
  }
  if (from === 0) return text;
  return Buffer.concat([...joined, Buffer.from(quoted + text.slice(from))]).toString();
}

/** A parsed text. `numbersAsText` is true if a double would round one of its numbers: it is then its own text. */
export type ParsedJson = { value: unknown; numbersAsText: boolean };

/** Parses JSON as `JSON.parse` does, and makes its texts and names well-formed. */
export function parseJsonText(text: string): ParsedJson {
  let value: unknown = JSON.parse(text);
  let exact = text;
  if (MAY_HAVE_LONG.test(text) && HAS_LONG.test(text)) {
    // The numbers of the first parse would stay in memory with the texts of the second one.
    value = undefined;
    exact = quoteRounded(text);
    value = JSON.parse(exact);
  }
  const isWellFormed = text.isWellFormed() && !(text.includes('\\u') && SURROGATE_ESCAPE.test(text));
  return { value: isWellFormed ? value : makeWellFormed(value), numbersAsText: exact !== text };
}

/** Returns true if a value holds a long number as text. Others can be in members that were left out. */
export const holdsNumberText = (value: unknown): boolean => HAS_LONG_TEXT.test(JSON.stringify(value));

/** Returns the index of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/**
 * Returns true if a JSON object names a member twice, at its top or in its member `nested`. Parsers differ: some take
 * the first value, others the last. `value` is the parsed text, so the text is known to be valid JSON. The function
 * compares the number of written members with the number of parsed members. Escapes in a name do not affect that
 * comparison.
 */
export function hasDuplicateMembers(text: string, value: unknown, nested: string): boolean {
  if (!isObject(value)) return false;
  let depth = 0;
  let membersAtTop = 0;
  let membersInNested = 0;
  let inNested = false;
  let nameStart = 0;
  let nameEnd = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      nameStart = index;
      index = endOfString(text, index);
      nameEnd = index + 1;
    } else if (character === ':') {
      if (depth === 1) {
        membersAtTop += 1;
        const name = text.slice(nameStart, nameEnd);
        inNested = name === `"${nested}"` || (name.includes('\\') && JSON.parse(name) === nested);
      } else if (depth === 2 && inNested) membersInNested += 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  if (membersAtTop !== Object.keys(value).length) return true;
  const inner = Object.hasOwn(value, nested) ? value[nested] : undefined;
  return isObject(inner) && membersInNested !== Object.keys(inner).length;
}

/**
 * Returns true if a JSON text names a member of any object in it twice. It does not recurse, because a value can nest
 * deeply. See {@link hasDuplicateMembers} for the comparison.
 */
export function hasDuplicateMembersAnywhere(text: string, value: unknown): boolean {
  let members = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') index = endOfString(text, index);
    else if (text[index] === ':') members += 1;
  }
  const waiting = [value];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const inside = Object.values(node);
    if (isObject(node)) members -= inside.length;
    for (const each of inside) waiting.push(each);
  }
  return members !== 0;
}
