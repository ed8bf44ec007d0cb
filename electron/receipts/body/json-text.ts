import { makeWellFormed } from '../../../shared/well-formed.ts';

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
