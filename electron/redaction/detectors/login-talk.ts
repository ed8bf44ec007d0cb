import {
  type Detector,
  firstRun,
  isMessage,
  noteLogin,
  type Scan,
  SHORTEST_RUN as SHORTEST_KEY,
} from '../engine/scan.ts';
import {
  KEY_WORDS_IN_MESSAGES,
  KEY_WORDS_IN_TALK,
  LEADING_WORDS,
  LOGIN_WORDS,
  PASSWORD_WORDS_IN_TALK,
} from '../rules/login-talk.ts';
import { BASE64, characterSet, isIn, longRun } from '../text/characters.ts';
import { entropy } from '../text/entropy.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isPersonalToken } from '../text/personal-token.ts';
import { isMixedPassword } from '../text/prose-secret.ts';
import { looksRandom } from '../text/random-value.ts';

/** Characters before and behind a word about logging in among which its password can stand: a long sentence. */
const REACH_BEFORE = 110;
const REACH_BEHIND = 170;
/** A line is judged by what stands around the token. */
const REACH_OF_LINE = 160;

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const MARK = 8;
const ENDS = 16;
/** What each ASCII character is in a token: letters, digits, marks, or what ends it. */
const KIND = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) KIND[code] = LOWER;
  else if (/[A-Z]/.test(character)) KIND[code] = UPPER;
  else if (/\d/.test(character)) KIND[code] = DIGIT;
  else if (/[!@#$%^&*+=?~]/.test(character)) KIND[code] = MARK;
  else if (code < 33 || /["'`<>()[\]{},;|\\]/.test(character)) KIND[code] = ENDS;
}

/** Marks of source code, of configuration and of markup on a line; a sentence has none of them. */
export const CODE_LINE =
  /\[[\w-]+[~|^$*]?=\\?["']|(?<!\p{sc=Greek})[;{}]\s*$|[=!]==|=>|->|::|\(\)|&&|\|\||<\/|\/>|\$\(|\w\(["'$]|^\s*(?:#include|import |const |let |var |def |func |return |if \(|\/\/|\/\*|\* @|msgid|msgstr)|\w = ["']|["'],\s*["']|":\s*["[{]/u;
const WORD = /(?:^|[\s(“"'])\p{L}{2,}(?=[\s,.!?:;)”"']|$)/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2}/u;
const FEWEST_WORDS = 3;

/** True where the line around a value is a sentence and no code. */
export function isSentence(scan: Scan, start: number, end: number): boolean {
  const { text } = scan;
  const before = text.slice(Math.max(0, start - REACH_OF_LINE), start);
  const behind = text.slice(end, end + REACH_OF_LINE);
  scan.work += before.length + behind.length;
  const line = `${before.slice(before.lastIndexOf('\n') + 1)} ${behind.split('\n', 1)[0]!}`;
  if (CODE_LINE.test(line)) return false;
  // In a message the words about it stand on other lines, too.
  return isMessage(scan) || UNSPACED.test(line) || (line.match(WORD)?.length ?? 0) >= FEWEST_WORDS;
}

/** The last word before `start` on its line, in small letters. */
function wordBefore(text: string, start: number): string {
  return (
    /([\p{L}\p{M}]+)["'`“„«*:]{0,3}[ \t]{0,2}["'`“„«*]{0,3}$/u
      .exec(text.slice(Math.max(0, start - 32), start))?.[1]
      ?.toLowerCase() ?? ''
  );
}

function judgePassword(scan: Scan, from: number, found: string): void {
  // No password is recognised by itself without a digit.
  if (!isMessage(scan) && !/\d/.test(found)) return;
  // `密码:X`: a script without blanks stands before the sign.
  const sign = /^[:=]*/.exec(found)![0].length;
  const written = found.slice(sign);
  const at = from + sign;
  const emphasis = /^([*_]{1,3})(?=[^*_].*[^*_]\1[.,:;]?$)/.exec(written)?.[1]?.length ?? 0;
  const bare = written.replace(/[.,:;]+$/, '');
  const value = (emphasis > 0 ? bare.slice(emphasis, -emphasis) : bare).replace(/(?<=\p{L}{2})[!?]$/u, '');
  const { text } = scan;
  const start = at + emphasis;
  const typed =
    isMessage(scan) &&
    TYPED.test(text.slice(Math.max(0, start - 24), start)) &&
    (isMixedPassword(value) || isPersonalToken(value));
  const strength = passwordStrength(value) ?? (typed ? 'chosen' : undefined);
  if (strength === undefined) return;
  const end = start + value.length;
  if (!isSentence(scan, start, end)) return;
  if (strength === 'chosen' && !LEADING_WORDS.has(wordBefore(text, start))) return;
  scan.matches.push({
    rule: 'login-talk',
    tier: 'candidate',
    start,
    end,
    replacement: '[password]',
    secret: value,
  });
}

/** What else is long and random in a sentence: names of commits, digests, versions of a build. */
const NO_KEY_BEFORE =
  /(?:commit|sha|checksum|digest|hash|fingerprint|thumbprint|revision|etag|build|image|blob|trace|span|request|uuid|guid|md5|tag|branch|session id|user id|object|template|correlation|transaction|idempotency|file|index|version)[\w -]{0,12}["'`:#(= ]{0,4}$/i;
const KEY =
  /^(?:[0-9a-f]{32}|[0-9a-f]{48,128}|[0-9A-F]{24,64}|[A-Za-z0-9_-]{20,128}|[A-Za-z0-9+/_-]{24,128}={0,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const KEY_BITS = 3;
const FEWEST_DIGITS = 3;
const DIGITS = characterSet(/\d/);
/** The public half of a key of SSH begins with the length and the name of its kind. */
const SSH_PUBLIC_KEY = /^AAAA[A-Z]3Nza|^AAAAE2VjZHNh|^AAAAGnNr|^AAAAInNr/;

function judgeKey(scan: Scan, start: number, written: string): void {
  const value = written.replace(/[.:!?]+$/, '');
  if (
    !KEY.test(value) ||
    SSH_PUBLIC_KEY.test(value) ||
    entropy(value) < KEY_BITS ||
    (value.match(/\d/g)?.length ?? 0) < FEWEST_DIGITS
  )
    return;
  // Names of constants, such as those of ciphers.
  if (/^[A-Z]{2,}(?:_[A-Z\d]+)+$/.test(value)) return;
  // Words joined by marks are names; forty digits are a commit.
  if (/^[0-9a-f]{40}$/.test(value) || value.split(/[-_/]/).some((part) => /^[A-Za-z]{4,}$/.test(part)))
    return;
  if (!/-.*-.*-.*-/.test(value) && !/^[0-9A-Fa-f]+$/.test(value) && !looksRandom(value, SHORTEST_KEY)) return;
  const { text } = scan;
  const end = start + value.length;
  if (NO_KEY_BEFORE.test(text.slice(Math.max(0, start - 32), start)) || !isSentence(scan, start, end)) return;
  scan.matches.push({
    rule: 'key-talk',
    tier: 'candidate',
    start,
    end,
    replacement: '[token]',
    secret: value,
  });
}

/** Somebody types it. */
const TYPED =
  /\b(?:typ(?:e|es|ed|ing)|enter(?:s|ed|ing)?|tippe|tape|digito|wpisuj\w|ввожу)[ \t]{1,2}["'`]?$/iu;

/** What a sentence is about, and the tokens that are a secret in it. */
interface Topic {
  progress: 'talk' | 'keyTalk';
  shortest: number;
  judge: (scan: Scan, start: number, written: string) => void;
}

const PASSWORDS: Topic = { progress: 'talk', shortest: 6, judge: judgePassword };
const KEYS: Topic = { progress: 'keyTalk', shortest: SHORTEST_KEY, judge: judgeKey };

/** Judges the tokens of a stretch of text that have a letter beside a digit or a mark. */
function readTokens(scan: Scan, from: number, to: number, topic: Topic): void {
  const { text } = scan;
  let start = from;
  let kinds = 0;
  scan.work += to - from;
  for (let at = from; at <= to; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    const kind = code < 128 ? KIND[code]! : ENDS;
    if (kind !== ENDS && at < to) {
      kinds |= kind;
      continue;
    }
    if (at - start >= topic.shortest && (kinds & (DIGIT | MARK)) !== 0 && (kinds & (LOWER | UPPER)) !== 0)
      topic.judge(scan, start, text.slice(start, at));
    start = at + 1;
    kinds = 0;
  }
}

const SPACE = characterSet(/\s/);
const isSpace = (code: number) => (code < 128 ? isIn(SPACE, code) : /\s/.test(String.fromCharCode(code)));

/** The beginning of a word at or before `at`, or its end: a stretch cuts no token in two. */
function wordEdge(text: string, at: number, step: 1 | -1): number {
  let edge = at;
  for (let count = 0; count < 64 && edge > 0 && edge < text.length; count += 1) {
    if (isSpace(text.charCodeAt(step === 1 ? edge : edge - 1))) break;
    edge += step;
  }
  return edge;
}

function attemptTalk(scan: Scan, at: number, word: string, topic: Topic): void {
  const { text } = scan;
  const done = scan.done[topic.progress];
  if (at + word.length + REACH_BEHIND / 2 <= done) return;
  if (/^[\x20-\x7e]/.test(word) && /[A-Za-z0-9_.$/-]/.test(text.charAt(at - 1))) return;
  if (topic.progress === 'talk') noteLogin(scan, at, word);
  scan.work += 1;
  const from = Math.max(done, wordEdge(text, Math.max(0, at - REACH_BEFORE), -1));
  const to = wordEdge(text, Math.min(text.length, at + word.length + REACH_BEHIND), 1);
  if (to <= from) return;
  scan.done[topic.progress] = to;
  readTokens(scan, from, to, topic);
}

function talkDetector(word: string, topic: Topic): Detector {
  return { literals: [word], caseless: true, attempt: (scan, at) => attemptTalk(scan, at, word, topic) };
}

/** Passwords and keys in sentences about logging in and about services, which no label announces. */
export const loginTalkDetectors: readonly Detector[] = [
  ...[...new Set([...LOGIN_WORDS, ...PASSWORD_WORDS_IN_TALK])].map((word) => talkDetector(word, PASSWORDS)),
  ...KEY_WORDS_IN_TALK.map((word) => talkDetector(word, KEYS)),
];

/** True where a run is long enough for a key and has as many digits. Names and paths have fewer. */
function hasRunOfKey(scan: Scan): boolean {
  const { text } = scan;
  let at = firstRun(scan);
  while (at !== -1) {
    let digits = 0;
    for (; at < text.length && isIn(BASE64, text.charCodeAt(at)); at += 1)
      if (isIn(DIGITS, text.charCodeAt(at))) digits += 1;
    if (digits >= FEWEST_DIGITS) return true;
    at = longRun(text, at, BASE64, SHORTEST_KEY);
  }
  return false;
}

/** Finds long random tokens in a short message that is about keys. */
export function findKeysInMessage(scan: Scan): void {
  const { text } = scan;
  if (!isMessage(scan) || scan.depth > 0) return;
  scan.work += text.length;
  if (!hasRunOfKey(scan)) return;
  const lower = text.toLowerCase();
  const hits: { at: number; word: string }[] = [];
  for (const word of KEY_WORDS_IN_MESSAGES)
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) hits.push({ at, word });
  for (const { at, word } of hits.sort((one, other) => one.at - other.at)) attemptTalk(scan, at, word, KEYS);
}
