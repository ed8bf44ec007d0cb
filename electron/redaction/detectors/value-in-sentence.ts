import type { Scan } from '../engine/scan.ts';
import { characterSet, isIn } from '../text/characters.ts';
import { withoutSentenceEnd } from '../text/prose-secret.ts';
import { UnitClass } from '../text/unit-classes.ts';

const LONGEST_VALUE = 256;
const OPENERS = /(?:[*_]{1,3}[ \t]{1,3})?[*_]{0,3}(["'`“”„‟«‹「『‘’‚])?/y;
const BEGINS_OPENER = new UnitClass(/[*_"'`“”„‟«‹「『‘’‚]/);
const CLOSING: Record<string, string> = {
  '“': '”“"',
  '”': '”"',
  '„': '“”"',
  '‟': '”"',
  '«': '»',
  '‹': '›',
  '「': '」',
  '『': '』',
  '‘': "’'",
  '’': "’'",
  '‚': "‘’'",
};
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]/u;
const ASCII_START = /[\x21-\x7e]/;
/** The only ASCII characters with which a value can end. */
const MAY_END = characterSet(/[\s"`<>|';\\\]]/);

/** The next of several fields that stand on one line: `пароль: X логин: Y`. */
const NEXT_FIELD =
  /^[ \t,;]{1,3}(?:login|user(?:name)?|логин|логін|benutzer(?:name)?|usuario|utilisateur|utente|usuário|gebruiker|e-?mail|host|server|url|port|ssid)[ \t]?[:=：]/iu;
const REACH_OF_FIELD = 24;
/** The letters with which no name of {@link NEXT_FIELD} begins. */
const BEGINS_NO_FIELD = characterSet(/(?![lubgehsp])[a-z]/i);
const ENDS_LINE = /^(?:[*_`]{0,3}[.;!]?\s*$|[*_`]{0,3}[.;!]?[ \t]{0,2}[\r\n]|\\n|[ \t]*\|)/;
const BLANK_CODE = 32;
const REACH_OF_END = 4;

export interface ReadValue {
  value: string;
  start: number;
  end: number;
  quoted: boolean;
  endsLine: boolean;
}

/** The value in quotes that opens before `start`. */
function readQuoted(scan: Scan, start: number, closing: string): ReadValue | undefined {
  const { text } = scan;
  const stop = Math.min(text.length, start + LONGEST_VALUE);
  let end = start;
  while (end < stop && !closing.includes(text.charAt(end)) && text.charAt(end) !== '\n') end += 1;
  scan.work += end - start;
  if (end >= stop || text.charAt(end) === '\n' || end === start) return undefined;
  const inside = text.slice(start, end);
  const value = inside.trim();
  if (value === '') return undefined;
  const from = start + inside.indexOf(value);
  return { value, start: from, end: from + value.length, quoted: true, endsLine: true };
}

/** What a character can be to the value that it stands in; most characters beyond ASCII are nothing. */
const MAY_END_ANY = 1;
const MAY_END_ASCII = 2;
const MAY_END_OTHER = 4;
const IS_KNOWN = 8;
const UNITS = 1 << 16;
/** Filled as characters occur: two expressions for each character of a text in Chinese take most of its time. */
const KINDS = new Uint8Array(UNITS);

function kindOf(code: number): number {
  const character = String.fromCharCode(code);
  let kind = IS_KNOWN;
  if (code < 128 ? isIn(MAY_END, code) : /[\s“”«»「」『』’]/.test(character)) kind |= MAY_END_ANY;
  if (character > '\u2e7f' && CJK.test(character)) kind |= MAY_END_ASCII;
  if (/[，。；、：！？）]/.test(character)) kind |= MAY_END_OTHER;
  KINDS[code] = kind;
  return kind;
}

/** True where a word that is a value ends. */
function endsValue(text: string, at: number, ascii: boolean): boolean {
  const code = text.charCodeAt(at);
  const kind = KINDS[code]! || kindOf(code);
  if ((kind & (ascii ? MAY_END_ASCII : MAY_END_OTHER)) !== 0) return true;
  if ((kind & MAY_END_ANY) === 0) return false;
  const character = text.charAt(at);
  // The text of a Markdown link ends here, and its address is no part of the value.
  if (character === ']') return text.charAt(at + 1) === '(';
  if (/[\s"`“”«»「」『』<>|]/.test(character)) return true;
  // A suffix that Turkish puts on a value, and a closing quote.
  if (character === "'" || character === '’')
    return /^['’](?:\p{Ll}{1,5})?(?:[\s.,;!?)]|$)/u.test(text.slice(at, at + 8));
  // The next pair of a connection string.
  if (character === ';') return /^;[A-Za-z]\w{1,40}=/.test(text.slice(at, at + 44));
  return character === '\\' && /[nrt"]/.test(text.charAt(at + 1));
}

/** The end of the value that begins at `start`. Labels that follow each other read the same characters only once. */
function valueEnd(scan: Scan, start: number, stop: number, ascii: boolean): number {
  const known = ascii ? scan.unended.ascii : scan.unended.other;
  let end = start;
  while (end < stop) {
    if (end >= known.from && end < known.to) {
      end = Math.min(stop, known.to);
      continue;
    }
    scan.work += 1;
    if (endsValue(scan.text, end, ascii)) break;
    end += 1;
  }
  if (start <= known.to && end >= known.from) {
    known.from = Math.min(known.from, start);
    known.to = Math.max(known.to, end);
  } else {
    known.from = start;
    known.to = end;
  }
  return end;
}

/** Whether nothing stands on the line behind a value that ends at `end`, or the next of several fields. */
function endsLineAt(text: string, end: number): boolean {
  if (end >= text.length) return true;
  // Most values have a word of the same sentence behind them, and no pattern is needed to see that.
  if (text.charCodeAt(end) === BLANK_CODE && isIn(BEGINS_NO_FIELD, text.charCodeAt(end + 1))) return false;
  return (
    ENDS_LINE.test(text.slice(end, end + REACH_OF_END)) ||
    NEXT_FIELD.test(text.slice(end, end + REACH_OF_FIELD))
  );
}

/** The value that begins at `at`: in quotes or emphasis, or one word. */
export function readAt(scan: Scan, at: number): ReadValue | undefined {
  const { text } = scan;
  let start = at;
  let emphasis = '';
  if (BEGINS_OPENER.has(text.charCodeAt(at))) {
    OPENERS.lastIndex = at;
    const opener = OPENERS.exec(text)!;
    const quote = opener[1];
    start += opener[0].length;
    if (quote !== undefined) return readQuoted(scan, start, CLOSING[quote] ?? quote);
    emphasis = /[*_]+$/.exec(opener[0])?.[0] ?? '';
  }
  const stop = Math.min(text.length, start + LONGEST_VALUE);
  const ascii = ASCII_START.test(text.charAt(start));
  const end = valueEnd(scan, start, stop, ascii);
  if (end === start) return undefined;
  let raw = text.slice(start, end);
  if (emphasis !== '' && raw.includes(emphasis)) raw = raw.slice(0, raw.lastIndexOf(emphasis));
  const value = withoutSentenceEnd(raw);
  if (value === '') return undefined;
  return {
    value,
    start,
    end: start + value.length,
    quoted: emphasis !== '',
    endsLine: endsLineAt(text, start + value.length),
  };
}
