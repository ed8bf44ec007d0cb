import type { Scan } from '../engine/scan.ts';
import { characterSet, isIn } from '../text/characters.ts';
import type { Label } from '../text/label-words-index.ts';
import { UnitClass } from '../text/unit-classes.ts';

/** Letters that a language adds to a word: `паролями`, `jelszavamat`, `şifresinin`. */
const LONGEST_ENDING = 8;
/** What may follow a label before its value, all on one line: some words and a verb. */
export const LONGEST_BETWEEN = 160;
const OPERATOR =
  /[ \t\u00a0\u3000]{0,8}(?::=|=>|==?|:|：|＝|->|→|⇒|—|–|﹕|-(?=[ \t])|\.{4,80})[ \t\u00a0\u3000]{0,4}/y;
/** `pin's 5573` has a verb there. */
const CLOSERS = /(?:(?!['’]s[ \t])[*_"'`”»」』】〉》)\]]){0,6}/y;
const ASIDE = /[ \t\u00a0]?[（(][^()（）\n]{1,200}[)）]/y;
export const LETTER = /[\p{L}\p{M}]/u;
/** `X as the password`. */
export const AS_LABEL =
  /(?:^|[\s"'`(])([^\s"'`()]{6,64})["'`]?[ \t](?:as|for)[ \t](?:the |a |my |your |our |its )?(?:[\w-]{1,16} )?$/;
export const JUST_BEFORE = /(?:^|[\s"'`(])([^\s"'`()]{6,64})["'`]?[ \t]{1,2}$/u;
export const REACH_BEFORE = 96;
/** Keys of databases, tables, maps and keyboards, and what every program publishes. */
export const NO_SECRET_BEFORE =
  /(?:primary|foreign|sort|cache|public|partition|index|idempotency|row|group|object|unique|hash|lookup|translation|registry|route|query|react|dedup\w*|trace|composite|natural|surrogate|candidate|storage|session|json|map|dict\w*|arrow|enter|shift|ctrl|control|alt|hot|short|function|return|escape|delete|any|next|page|cancel\w*|csrf|xsrf|host|ssh host|gpg|pgp|verification|publishable|anon|site|continuation|pagination|sync|cursor|design|lexer|parser|syntax|string|keyword|foreign-|etag|commit|artifact|s3 object|redis|rsa|dsa|ecdsa|eddsa|gpg:|gpgsig|openpgp)[ _-]$/i;
const NAME_BEFORE = /[\p{L}\p{N}_$.]/u;

/** `the vpn pw = X`: a sentence, and no line of a program. */
export const OF_SOMEBODY = /(?:^|[^\w])(?:the|my|our|your|ur|his|her|their)[ \t](?:[\w-]{1,20}[ \t]){0,2}$/i;

/** The length of what a sticky pattern matches at a place. A test makes no list of the groups. */
export function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

/** The word of a mask that stands there already says nothing of what follows it. */
export const isMaskAt = (text: string, at: number, end: number) =>
  text.charAt(at - 1) === '[' &&
  text.charAt(end) === ']' &&
  /^(?:password|secret|token)$/.test(text.slice(at, end));

/** Characters behind an English label among which a value would have to show itself. */
const REACH_OF_CANDIDATE = 140;

/** Whether anything behind a label on its line could be a value: a digit, a quote, a mark of emphasis, another script. */
export function hasCandidate(text: string, from: number): boolean {
  const stop = Math.min(text.length, from + REACH_OF_CANDIDATE);
  for (let at = from; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10) return false;
    if ((code >= 48 && code <= 58) || code === 34 || code === 39 || code === 96 || code === 42 || code > 127)
      return true;
  }
  const before = text.slice(Math.max(0, from - 40), from);
  // The pattern begins anew at each character of a text without these words.
  if (!before.includes('as') && !before.includes('for')) return false;
  return /[ \t](?:as|for)[ \t][\w ]{0,24}$/.test(before.replace(/\S+$/, ''));
}

/** What one must do to a password or with it stands before a dash, and no password behind it. */
export const IS_RULE =
  /(?<!\p{L})(?:must|may|should|cannot|can(?:no|['’])t|muss|darf|soll(?:te)?|doit|ne peut|debe|no puede|deve|não pode|non può|moet|mag|musi|nie może|musí|nesmí|nemůže|долж\p{L}+|не может|нельзя|повин\p{L}+|не може|skal|må|måste|får|täytyy|ei saa|kell|trebuie|nu poate|harus|tidak boleh|phải|không được)(?!\p{L})[^:=\n]{0,60}$/iu;
export const REACH_OF_RULE = 72;
/** What one has to do, where a language calls it the key to something: `la clave es practicar`. */
export const INFINITIVE = /^(?:no |en )?\p{Ll}{2,14}[aeií]r(?:se|lo|la|los|las|le|e)?\s+\p{L}/u;

const BEGINS_OPERATOR = new UnitClass(/[:=：＝→⇒—–﹕.-]/u);
const BEGINS_CLOSERS = new UnitClass(/[*_"'`”»」』】〉》)\]]/u);
const BEGINS_ASIDE = new UnitClass(/[（(]/u);
const BLANKS = new UnitClass(/[ \t\u00a0\u3000]/u);
const MOST_BLANKS = 8;

/** The length of a sign between a label and its value, with the blanks around it. */
export function operatorAt(text: string, at: number): number {
  let sign = at;
  while (sign < at + MOST_BLANKS && BLANKS.has(text.charCodeAt(sign))) sign += 1;
  return BEGINS_OPERATOR.has(text.charCodeAt(sign)) ? match(OPERATOR, text, at) : 0;
}

/** The length of what closes the emphasis, the quotes or the brackets of a label. */
export const closersAt = (text: string, at: number): number =>
  BEGINS_CLOSERS.has(text.charCodeAt(at)) ? match(CLOSERS, text, at) : 0;

/** The length of a remark in brackets. */
export const asideAt = (text: string, at: number): number =>
  BEGINS_ASIDE.has(text.charCodeAt(at)) || BEGINS_ASIDE.has(text.charCodeAt(at + 1))
    ? match(ASIDE, text, at)
    : 0;

const ASCII_LETTERS = characterSet(/[A-Za-z]/);
const ASCII_NAME = characterSet(/[A-Za-z0-9_$]/);

// ASCII is looked up in a table, because a pattern for each character takes ten times as long.
function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? isIn(ASCII_LETTERS, code) : LETTER.test(text.charAt(at));
}

function isNameAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? isIn(ASCII_NAME, code) : /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/** The end of a label with the ending that its language gives it; -1 where it is part of another word or of a name. */
export function labelEnd(text: string, at: number, label: Label): number {
  let end = at + label.text.length;
  // `パスワード` is a label of its own, and not `パス` with a value behind it.
  if (label.joined) return label.longer.some((longer) => text.startsWith(longer, at)) ? -1 : end;
  if (label.english && isNameAt(text, at - 1)) return -1;
  const before = text.charAt(at - 1);
  // A name in a program is for the assignments; a compound of German or Finnish is a label.
  if (NAME_BEFORE.test(before)) {
    if (label.english || !/\p{L}/u.test(before)) return -1;
    if (text.charAt(at) !== label.text.charAt(0)) return -1;
  }
  const stop = Math.min(text.length, end + LONGEST_ENDING);
  while (end < stop && isLetterAt(text, end)) end += 1;
  if (isNameAt(text, end)) return -1;
  // English has no endings but that of the plural.
  return label.english && end - at > label.text.length + (label.sort === 'slang' ? 0 : 3) ? -1 : end;
}

/** Words between a label and its value, and the value: further on nothing is read. */
const REACH = 300;
const LINE_FEED = 10;
/** What a value has, or what stands before it: digits, capitals, and marks other than those of ordinary sentences. */
const SIGNS = new Uint8Array(128);
for (let code = 33; code < SIGNS.length; code += 1)
  if (!/[a-z,.;]/.test(String.fromCharCode(code))) SIGNS[code] = 1;
SIGNS[LINE_FEED] = 1;
/** Digits of other scripts, quotes and colons beyond ASCII. */
const SIGN_BEYOND_ASCII = /[\p{Nd}\p{P}\p{S}]/u;
/** Filled as characters occur. */
const KNOWN = new Uint8Array(1 << 16);
const NO = 1;
const YES = 2;

function isSign(code: number): boolean {
  if (code < SIGNS.length) return SIGNS[code] === 1;
  let known = KNOWN[code]!;
  if (known === 0) {
    known = SIGN_BEYOND_ASCII.test(String.fromCharCode(code)) ? YES : NO;
    KNOWN[code] = known;
  }
  return known === YES;
}

/**
 * True where a value can stand behind a label that is not English: its line goes on with a digit, a capital or a mark. A
 * word of small letters is no password in a longer text. Labels that follow each other read the same characters once.
 */
export function canHaveValue(scan: Scan, from: number): boolean {
  const { text, unsigned } = scan;
  let at = from;
  if (from >= unsigned.from && from < unsigned.to) at = unsigned.to;
  else unsigned.from = from;
  const stop = Math.min(text.length, from + REACH);
  while (at < stop && !isSign(text.charCodeAt(at))) at += 1;
  scan.work += Math.max(0, at - Math.max(from, unsigned.to));
  unsigned.to = Math.max(at, unsigned.from);
  return at < stop && text.charCodeAt(at) !== LINE_FEED;
}
