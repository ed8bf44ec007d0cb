import { pushCandidate } from '../engine/candidate.ts';
import { isMessage, lineEnd, lineStart, type Scan } from '../engine/scan.ts';
import { matchesOf } from '../text/matches-of.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isMixedPassword } from '../text/prose-secret.ts';
import { looksRandom } from '../text/random-value.ts';
import { sensitiveName } from '../text/sensitive-name.ts';
import { codesOf } from '../text/text-codes.ts';
import { isNoticed, NOTICE } from './notices.ts';

/** A note, a short file or a message; in a longer text a line says less. */
const LONGEST_NOTE = 8192;
/** A message in which any token that looks like nothing but a password is one. */
const LONGEST_REMARK = 400;
/** `mara:X`, `mara@example.org | X`, `mara,X`: a user and a password alone on a line. */
const PAIR_LINE =
  /^[ \t>*-]{0,8}[\w.@+-]{2,64}(?::|,|;|\t|[ \t]{0,2}\|[ \t]{0,2}|,[ \t]|[ \t]-[ \t])([^\s:;,|"'`<>()]{6,64})[ \t]*$/my;
/** A line of a file of passwords: `host:port:database:user:X`, `client server X addresses`. */
const COLON_RECORD = /^[\w.*-]{1,128}:(?:\d{1,5}|\*):[^:\s]{1,64}:[^:\s]{1,64}:([^\s:]{6,128})[ \t]*$/my;
const STAR_RECORD = /^[^\s#]{1,64}[ \t]{1,8}\*[ \t]{1,8}"?([^\s"#]{6,64})"?(?:[ \t]{1,8}\S{1,64})?[ \t]*$/my;
/** `DEPLOY_TOKEN,X,true,false`: a row that begins with the name of a variable. */
const VARIABLE_LINE = /^["']?([A-Z][A-Z0-9_]{2,63})["']?[,;\t]["']?([^\s,;"']{6,256})["']?(?:[,;\t]|$)/my;
/** A shorter line is a name. */
const SHORTEST_IN_FILE = 16;
/** A file of one secret under its name: `# config/master.key`, `==> /run/secrets/db <==`, `$ cat …/initialAdminPassword`. */
const NAMED_FILE =
  /^(?:#|\/\/|==>|\$ cat|cat|--|;)[ \t]{1,2}["'`]?[\w./~-]{0,120}(?:secret|passw|token|credential|\.key|_key|api_?key|private)[\w./-]{0,60}["'`]?(?: <==)?:?[ \t]*\r?\n["'`]?([^\s"'`]{16,128})["'`]?[ \t]*$/imy;
const LONE_TOKEN = /^[ \t>]{0,8}[`"']?([^\s`"'<>]{8,64})[`"']?[ \t]*$/my;
/** The same in a chat that was copied with the names and the times of those who speak. */
const SPOKEN_TOKEN =
  /^[ \t>]{0,4}(?:[\p{L}][\p{L}\d._-]{1,24}[ \t]{1,2}\[?\d{1,2}:\d\d(?::\d\d)?\]?:?|\[?\d{1,2}:\d\d(?::\d\d)?\]?[ \t]{1,2}<?[\p{L}][\p{L}\d._-]{1,24}>?:?)[ \t]{1,4}[`"']?([^\s`"'<>]{8,64})[`"']?[ \t]*$/muy;
const TALKS_OF_LOGIN =
  /passw|passphrase|log ?in|sign ?in|\buser|\broot\b|\bssh\b|vault|credential|creds|\bkey\b|token|passwort|zugang|anmeld|mot de passe|contrase|senha|hasł|heslo|парол|密码|密碼|パスワード|비밀번호/i;
const SHORTEST_TOKEN = 8;
const LONGEST_TOKEN = 64;
const SPACE = /\s/;
/** Kinds of characters in a token. A marked password has small letters, capitals, digits and marks. */
const [ENDS, BEGINS, LOWER, UPPER, IS_DIGIT, IS_MARK, OTHER] = [1, 2, 4, 8, 16, 32, 64] as const;
const ALL_OF_MARKED = LOWER | UPPER | IS_DIGIT | IS_MARK;
const KINDS_IN_TOKEN = new Uint8Array(128);
for (const [characters, kind] of [
  [' \t\n\v\f\r`(', ENDS | BEGINS],
  ['"\')<>[]{}', ENDS],
  ['abcdefghijklmnopqrstuvwxyz', LOWER],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER],
  ['0123456789', IS_DIGIT],
  ['!@#$%^&*+=?~', IS_MARK],
] as const)
  for (const character of characters) KINDS_IN_TOKEN[character.charCodeAt(0)] = kind;
/** What clients of FTP, POP3, IMAP, IRC and Redis send, and what their logs keep. */
const PROTOCOL_LINES: readonly RegExp[] = [
  /(?:^|[>:\]] |["']|\d )[ \t]*PASS[ \t]{1,2}:?([^\s"']{4,128})["']?[ \t]*\r?$/gm,
  /\bLOGIN[ \t]{1,2}"?[\w.@+-]{2,64}"?[ \t]{1,2}"?([^\s"]{4,128})"?['"]?[ \t]*\r?$/gm,
  /\bIDENTIFY[ \t]{1,2}(?:[\w-]{1,32}[ \t]{1,2})?(\S{4,128})[ \t]*\r?$/gim,
  /"(?:AUTH|requirepass|masterauth)"(?: "[\w.-]{1,64}")? "([^"\n]{4,256})"/g,
  /AUTH LOGIN[^\n]{0,40}\n[^\n]{0,120}\n(?:[<S][^\n]{0,80}\n)?[>C: \t]{0,4}([A-Za-z0-9+/]{8,128}={0,2})[ \t]*\r?$/gm,
];

/** The list of proxychains: `socks5 185.20.4.9 1080 user X`. */
const PROXY_LINE =
  /^[ \t]{0,4}(?:socks[45]|https?)[ \t]{1,8}[\w.:-]{3,64}[ \t]{1,8}\d{2,5}[ \t]{1,8}[\w.@-]{1,64}[ \t]{1,8}([^\s#]{4,128})[ \t]*\r?$/gm;

function push(scan: Scan, start: number, value: string): void {
  pushCandidate(scan, 'lone-line', 'password', start, value);
}

/** Masks a group of an expression's match, at its last place there. */
function pushGroup(scan: Scan, found: RegExpMatchArray, value: string): void {
  push(scan, found.index! + found[0].lastIndexOf(value), value);
}

/** Letters of other scripts stand around it without a blank, or it is encoded. */
const NOT_ALONE = /[^\x21-\x7e]|%[0-9A-Fa-f]{2}/;
/** A setting, a property or a long line of base64 is no password. */
const SETTING = /^h\d:|^#?-{0,2}[A-Za-z][\w.-]{2,}[=:]|^[A-Za-z0-9+/]{40,}={0,2}$|\/.*\//;

const isStrong = (value: string) => {
  if (NOT_ALONE.test(value) || SETTING.test(value)) return false;
  const strength = passwordStrength(value);
  return strength === 'made' || strength === 'marked';
};

/** Runs without blanks in a line that {@link PAIR_LINE} or {@link LONE_TOKEN} can match: four marks of a list, and the pair. */
const MOST_RUNS_IN_PAIR = 7;
const MOST_RUNS_OF_TOKEN = 5;
/** A name, a time and what was said. */
const FEWEST_RUNS_OF_SPEAKER = 3;
const COLONS_OF_RECORD = 4;
/** A sentence has one as well. */
const FEWEST_COMMAS = 2;

/** What the expressions of a line need; most lines have none of it. */
type VisitLine = (start: number, end: number, kinds: number, colons: number) => void;

const BLANK = 32;
const TAB = 9;
const CARRIAGE_RETURN = 13;
/** They can stand before the secret of {@link NAMED_FILE}. */
const OPENS_TOKEN: ReadonlySet<string> = new Set(['"', "'", '`']);
const LINE_SEPARATOR = 0x2028;
/** What a character says of its line. The low bit counts colons. */
const COLON = 1;
const DIGIT = 2;
const STAR = 4;
const BREAK = 8;
/** It stands between a user and a password. */
const BETWEEN_PAIR = 16;
const KINDS = new Uint8Array(128);
for (const [characters, kind] of [
  [':', COLON],
  ['0123456789', DIGIT],
  ['*', STAR],
  [',;|\t-', BETWEEN_PAIR],
  ['\n\r', BREAK],
] as const)
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;

/** Gathers what each line has. The loop has hardly a branch, because it reads every character of every short text. */
function forEachLine(text: string, visit: VisitLine): void {
  let start = 0;
  let colons = 0;
  let kinds = 0;
  const codes = codesOf(text);
  for (let at = 0; at < text.length; at += 1) {
    const code = codes[at]!;
    const kind = code < 128 ? KINDS[code]! : code >> 1 === LINE_SEPARATOR >> 1 ? BREAK : 0;
    colons += kind & COLON;
    kinds |= kind;
    if (kind !== BREAK) continue;
    if (at > start) visit(start, at, kinds, colons);
    start = at + 1;
    colons = 0;
    kinds = 0;
  }
  if (text.length > start) visit(start, text.length, kinds, colons);
}

/** Counts the runs of characters without blanks, up to one more than any expression asks for. */
function runsIn(text: string, start: number, end: number): number {
  let runs = 0;
  let before = BLANK;
  for (let at = start; at < end && runs <= MOST_RUNS_IN_PAIR; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== BLANK && code !== TAB && before <= BLANK) runs += 1;
    before = code;
  }
  return runs;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** What a character says at the beginning of a line. */
const [BEGINS_COMMENT, IS_QUOTE, IS_CAPITAL, IN_VARIABLE, IS_SPACE] = [1, 2, 4, 8, 16] as const;
const BEGINNINGS = new Uint8Array(128);
for (const [characters, kind] of [
  ['#/=$cC;-', BEGINS_COMMENT],
  ['"\'', IS_QUOTE],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', IS_CAPITAL | IN_VARIABLE],
  ['0123456789_', IN_VARIABLE],
  [' \t\n\v\f\r', IS_SPACE],
] as const)
  for (const character of characters) {
    const code = character.charCodeAt(0);
    BEGINNINGS[code] = BEGINNINGS[code]! | kind;
  }

function beginningAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < BEGINNINGS.length ? BEGINNINGS[code]! : 0;
}

/** A cheap test before {@link VARIABLE_LINE}: most lines that begin with a capital begin with a word. */
function mayNameVariable(text: string, start: number): boolean {
  const at = (beginningAt(text, start) & IS_QUOTE) === 0 ? start : start + 1;
  return (beginningAt(text, at) & IS_CAPITAL) !== 0 && (beginningAt(text, at + 1) & IN_VARIABLE) !== 0;
}

/** A cheap test before {@link NAMED_FILE}: most lines below a comment have more than one word. `end` is that of the comment. */
function hasTokenBelow(text: string, end: number): boolean {
  let at = text.charCodeAt(end) === CARRIAGE_RETURN ? end + 2 : end + 1;
  if (OPENS_TOKEN.has(text.charAt(at))) at += 1;
  const stop = at + SHORTEST_IN_FILE;
  if (stop > text.length) return false;
  while (at < stop && (beginningAt(text, at) & IS_SPACE) === 0) at += 1;
  return at === stop;
}

/** Passwords that stand alone on a line, or beside a user, in notes and short files. */
export function findLoneLines(scan: Scan): void {
  const { text } = scan;
  if (text.length > LONGEST_NOTE || scan.depth > 0) return;
  scan.work += text.length;
  const isShort = isMessage(scan);
  let talks: boolean | undefined;
  const take = (pattern: RegExp, at: number, isSecret: (value: string) => boolean) => {
    const found = matchAt(pattern, text, at);
    if (found && isSecret(found[1]!)) pushGroup(scan, found, found[1]!);
  };
  forEachLine(text, (start, end, kinds, colons) => {
    const runs = (kinds & DIGIT) === 0 ? 0 : runsIn(text, start, end);
    // A strong password has a digit.
    if (runs > 0 && runs <= MOST_RUNS_IN_PAIR && (kinds & (COLON | BETWEEN_PAIR)) !== 0)
      take(PAIR_LINE, start, isStrong);
    if (colons >= COLONS_OF_RECORD) take(COLON_RECORD, start, isMixedPassword);
    if ((kinds & STAR) !== 0) take(STAR_RECORD, start, isMixedPassword);
    if (mayNameVariable(text, start)) {
      const found = matchAt(VARIABLE_LINE, text, start);
      const kind = found ? sensitiveName(found[1]!) : undefined;
      if (found && kind && kind.strength !== 'hint' && isMixedPassword(found[2]!))
        pushGroup(scan, found, found[2]!);
    }
    if ((beginningAt(text, start) & BEGINS_COMMENT) !== 0 && hasTokenBelow(text, end))
      take(NAMED_FILE, start, (value) => looksRandom(value, SHORTEST_IN_FILE));
    if (!isShort || runs === 0 || runs > MOST_RUNS_OF_TOKEN) return;
    // Names of calls and files stand alone, too, and the strength of each of them is dear to tell.
    const isToken = (value: string) => {
      talks ??= TALKS_OF_LOGIN.test(text);
      return talks && isStrong(value);
    };
    take(LONE_TOKEN, start, isToken);
    if (colons > 0 && runs >= FEWEST_RUNS_OF_SPEAKER) take(SPOKEN_TOKEN, start, isToken);
  });
  findProtocolLines(scan);
  if (text.length <= LONGEST_REMARK) findMarkedTokens(scan);
}

const REACH_OF_SESSION = 240;
/** `USER ute` on the line above, and `PASS` and a plain word: a session of FTP or of a mailbox, or its log. */
function isWordOfSession(text: string, { 0: line, 1: word, index = 0 }: RegExpMatchArray): boolean {
  if (!/PASS[ \t]/.test(line) || !/^[a-z]{4,24}$/i.test(word!) || isPlaceholder(word!)) return false;
  const above = text.slice(Math.max(0, index - REACH_OF_SESSION), index);
  return /(?:^|\s|[>:\]"'])USER[ \t]{1,2}[\w.@+-]{1,64}["']?[ \t]*\r?\n(?:[^\n]{0,120}\n){0,2}[^\n]{0,60}$/.test(
    above,
  );
}

function findProtocolLines(scan: Scan): void {
  const { text } = scan;
  if (text.includes('socks'))
    for (const found of matchesOf(text, PROXY_LINE)) pushGroup(scan, found, found[1]!);
  if (!isNoticed(scan, NOTICE.protocol)) return;
  for (const lines of PROTOCOL_LINES)
    for (const found of matchesOf(text, lines))
      if (/[\d=!@#$%^&*]/.test(found[1]!) || isWordOfSession(text, found)) pushGroup(scan, found, found[1]!);
}

function kindInToken(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < KINDS_IN_TOKEN.length) return KINDS_IN_TOKEN[code]!;
  return SPACE.test(text.charAt(at)) ? ENDS | BEGINS : OTHER;
}

function findMarkedTokens(scan: Scan): void {
  const { text } = scan;
  let start = 0;
  let kinds = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at < text.length ? kindInToken(text, at) : ENDS;
    kinds |= kind;
    if ((kind & ENDS) === 0) continue;
    if (
      (kinds & ~(ENDS | BEGINS)) === ALL_OF_MARKED &&
      at - start >= SHORTEST_TOKEN &&
      at - start <= LONGEST_TOKEN
    )
      judgeMarked(scan, start, text.slice(start, at));
    start = at + 1;
    // What stands right behind a quote or a bracket that does not open a remark is part of a program.
    kinds = (kind & BEGINS) === 0 ? OTHER : 0;
  }
}

/** Two cells or more of a table whose next row, or the one above, has as many commas. */
function isPartOfRow(text: string, start: number, value: string): boolean {
  if (!value.includes(',')) return false;
  const commasIn = (line: string) => line.split(',').length - 1;
  const from = lineStart(text, start, LONGEST_REMARK);
  const count = commasIn(text.slice(from, lineEnd(text, start, LONGEST_REMARK)));
  const isAsLong = (line: string | undefined) => line !== undefined && commasIn(line) === count;
  const above = text
    .slice(0, Math.max(0, from - 1))
    .split('\n')
    .at(-1);
  const behind = text.slice(start).split('\n', 2)[1];
  return count >= FEWEST_COMMAS && (isAsLong(above) || isAsLong(behind));
}

function judgeMarked(scan: Scan, start: number, token: string): void {
  const value = token.replace(/[.,:;!?]+$/, '');
  if (NOT_ALONE.test(value) || SETTING.test(value) || passwordStrength(value) !== 'marked') return;
  if (isPartOfRow(scan.text, start, value)) return;
  push(scan, start, value);
}
