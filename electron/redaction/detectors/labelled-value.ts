import { type Detector, isMessage, type Scan } from '../engine/scan.ts';
import { HAS_UNIT } from '../rules/place-codes.ts';
import { characterSet, isIn } from '../text/characters.ts';
import { LABEL_INDEX, type Label } from '../text/label-words-index.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isCode, isMixedPassword, isProseKey, isProsePassword, type Tie } from '../text/prose-secret.ts';
import { looksRandom } from '../text/secret-value.ts';
import { isAnnounced } from './announced-value.ts';
import { answerAt } from './answer.ts';
import { readForm } from './form-lines.ts';
import {
  ADVERB,
  AS_LABEL,
  ASIDE,
  CHANGES,
  CLOSERS,
  GOES_ON,
  GROUPS,
  hasCandidate,
  isMaskAt,
  JUST_BEFORE,
  LETTER,
  LONGEST_BETWEEN,
  LONGEST_ENDING,
  MOST_VERBS,
  match,
  NAME_BEFORE,
  NAMED_FIRST,
  NO_SECRET_BEFORE,
  OF_SOMEBODY,
  OPERATOR,
  POSSESSED,
  REACH_BEFORE,
  REACH_OF_CHANGE,
  readerOf,
  TO,
} from './label-grammar.ts';
import { pushLabelled } from './label-match.ts';
import { acceptPhrase, acceptQuotedLater, acceptWord } from './spoken-words.ts';
import { readAt } from './value-in-sentence.ts';

const REACH_OF_UNIT = 16;
/** A code and the rest of a sentence that is written without blanks. */
const CODE_BEFORE_COMMA = /^(\d{4,8}),/;

function accept(scan: Scan, label: Label, at: number, tie: Tie, isNear = true): boolean {
  const groups = label.sort === 'pin' ? match(GROUPS, scan.text, at) : 0;
  if (groups > 0) {
    pushLabelled(scan, label, at, scan.text.slice(at, at + groups));
    return true;
  }
  const read = readAt(scan, at);
  if (!read || (label.sort === 'pin' && HAS_UNIT.test(scan.text.slice(read.end, read.end + REACH_OF_UNIT))))
    return false;
  if (!isAnnounced(label, read, tie, isNear && isMessage(scan))) {
    // `验证码为475495,5分钟内有效`: the comma of a sentence, without a blank behind it.
    const code = label.sort === 'pin' ? CODE_BEFORE_COMMA.exec(read.value)?.[1] : undefined;
    if (code === undefined) return false;
    pushLabelled(scan, label, read.start, code);
    return true;
  }
  pushLabelled(scan, label, read.start, read.value);
  return true;
}

/** What stands between a word and the label that it belongs to. */
const JOINS_WORDS = characterSet(/[ _-]/);
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
function labelEnd(text: string, at: number, label: Label): number {
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

/** After an operator, where there is one: then nothing else is tried. */
function attemptOperator(scan: Scan, label: Label, at: number, end: number, closers: number): boolean {
  const { text } = scan;
  const operator = match(OPERATOR, text, end);
  if (operator === 0) return false;
  if (label.english && closers === 0) {
    // A sign of equality is the assignments', too.
    if (
      /^[ \t]*=/.test(text.slice(end, end + 4)) &&
      !(isMessage(scan) && OF_SOMEBODY.test(text.slice(Math.max(0, at - 48), at)))
    )
      return true;
    // `password: "formData"` and `pin = 12` are code; a sentence has no quote right after the sign.
    if (
      /^\S/.test(text.slice(end, end + 1)) &&
      /^[:=][ \t]*\\{0,2}["'`]/.test(text.slice(end, end + operator + 2))
    )
      return true;
  }
  const from = end + operator;
  const isDash = /[-–—]\s*$/.test(text.slice(end, from));
  if ((!isDash && acceptPhrase(scan, label, from)) || accept(scan, label, from, 'operator')) return true;
  // `Passwords: nas X`.
  const words = match(NAMED_FIRST, text, from);
  if (words > 0 && label.sort === 'password') acceptStrong(scan, label, from + words);
  return true;
}

/** `**Password** X`: the emphasis does what a colon does. */
const isEmphasised = (text: string, at: number, end: number) =>
  /[*_]/.test(text.charAt(at - 1)) && /[*_]/.test(text.charAt(end - 1));

/** After a verb, a blank, or `to`, all right behind the label. */
function attemptBehind(scan: Scan, label: Label, at: number, end: number): boolean {
  const { text } = scan;
  const verb = match(readerOf(label).verb, text, end);
  if (verb > 0) {
    let from = end + verb;
    from += match(ADVERB, text, from);
    const sign = match(OPERATOR, text, from);
    if (acceptPhrase(scan, label, from + sign, sign === 0)) return true;
    if (accept(scan, label, from + sign, sign > 0 ? 'operator' : 'verb')) return true;
  }
  const gap = gapAt(text, end);
  if ((gap > 0 || label.joined) && accept(scan, label, end + gap, 'beside')) return true;
  if (gap > 0 && isEmphasised(text, at, end) && readAt(scan, end + gap)?.endsLine)
    if (accept(scan, label, end + gap, 'operator')) return true;
  const to = match(TO, text, end);
  // `set the password to X` names a value; `the password to X` a purpose.
  const changed =
    to > 0 &&
    !/^\s*(?:in|with|em|în|com)\b/i.test(text.slice(end, end + to)) &&
    CHANGES.test(text.slice(Math.max(0, at - REACH_OF_CHANGE), at));
  return to > 0 && accept(scan, label, end + to, changed ? 'verb' : 'beside');
}

const gapAt = (text: string, end: number) =>
  /^[ \t\u00a0\u3000]{1,3}/.exec(text.slice(end, end + 3))?.[0].length ?? 0;

/** Behind some words and a verb or a sign. A word can be the verb of another language, so that more than one is tried. */
function attemptLaterVerb(scan: Scan, label: Label, end: number): boolean {
  const { text } = scan;
  const { later: pattern } = readerOf(label);
  let at = end;
  for (let tries = 0; tries < MOST_VERBS; tries += 1) {
    pattern.lastIndex = at;
    const later = pattern.exec(text);
    scan.work += Math.min(LONGEST_BETWEEN, later?.[0].length ?? 64);
    if (!later) return false;
    const from = at + later[0].length;
    const sign = /[:=：→>—–][ \t\u00a0]*$/.test(later[0]);
    const valueAt = from + match(ADVERB, text, from);
    // Its value is masked already.
    if (/^\W{0,3}\[[a-z][a-z-]+\]/.test(text.slice(valueAt, valueAt + 40))) return true;
    if (accept(scan, label, valueAt, sign ? 'operator' : 'verb', false)) return true;
    if (acceptPhrase(scan, label, valueAt, !sign)) return true;
    if (acceptWord(scan, label, valueAt, text.slice(end, from))) return true;
    at += later[0].trimEnd().length;
  }
  return false;
}

/** Further on in the sentence: behind some words and a verb, or without a verb where the language has none. */
function attemptLater(scan: Scan, label: Label, end: number): boolean {
  const { text } = scan;
  if (gapAt(text, end) === 0 && text.charAt(end) !== ',') return false;
  const goesOn = match(GOES_ON, text, end);
  scan.work += goesOn + 16;
  if (goesOn > 0 && accept(scan, label, end + goesOn, 'verb', false)) return true;
  if (attemptLaterVerb(scan, label, end)) return true;
  // `the same phrase, X`: told in passing.
  const comma =
    /^(?:[ \t][\p{L}’']{1,20}){0,3},[ \t](?!["'`]|\w+=)/u.exec(text.slice(end, end + 72))?.[0].length ?? 0;
  if (comma > 0 && label.sort !== 'slang' && acceptStrong(scan, label, end + comma)) return true;
  if (acceptQuotedLater(scan, label, end)) return true;
  const possessed = match(POSSESSED, text, end);
  if (possessed === 0) return false;
  if (!label.english || label.sort === 'pin') return accept(scan, label, end + possessed, 'beside');
  // English has a verb there; what stands there without one has to look like a password by itself.
  return label.sort === 'password' && acceptStrong(scan, label, end + possessed);
}

/** A question, or an announcement with a colon, whose answer stands alone on the next line. */
function attemptNextLine(scan: Scan, label: Label, end: number): void {
  const answer = answerAt(scan, end);
  if (answer === undefined) return;
  const { value, start, isWhole, isAsked } = answer;
  const accepted =
    label.sort === 'pin'
      ? isCode(value, 'verb')
      : label.sort === 'key'
        ? isProseKey(value, 'verb')
        : passwordStrength(value) !== undefined ||
          (isWhole && label.sort === 'password' && looksRandom(value, 16)) ||
          (isWhole &&
            isAsked &&
            label.sort === 'password' &&
            isProsePassword(value, 'operator', false, true));
  if (accepted) pushLabelled(scan, label, start, value);
}

function attemptLabel(scan: Scan, at: number, label: Label): void {
  const { text } = scan;
  if (at < scan.done.label) return;
  let end = labelEnd(text, at, label);
  if (end === -1 || isMaskAt(text, at, end)) return;
  // The user of `smtp://apikey:X@host` is for the rule of addresses.
  if (text.startsWith('://', at - 3)) return;
  if (label.sort === 'password' || label.sort === 'slang') scan.saysLogin = true;
  if (/^(?:\(|\.\w|\[['"]|->|::|\+\+|\?\.)/.test(text.slice(end, end + 3))) return;
  if (label.english && !hasCandidate(text, end) && !isMessage(scan)) {
    attemptNextLine(scan, label, end);
    return;
  }
  if (
    label.sort === 'key' &&
    isIn(JOINS_WORDS, text.charCodeAt(at - 1)) &&
    NO_SECRET_BEFORE.test(text.slice(Math.max(0, at - 24), at))
  )
    return;
  scan.work += 24;
  const closers = match(CLOSERS, text, end);
  // A member of an object, which the assignments judge.
  if (label.english && /^["'`]/.test(text.charAt(at - 1)) && /^\\?["'`]/.test(text.slice(end, end + 2)))
    return;
  end += closers;
  const aside = match(ASIDE, text, end);
  if (aside > 0 && acceptStrong(scan, label, end + text.slice(end, end + aside).search(/[（(]/) + 1)) return;
  end += aside;
  if (label.sort === 'slang' && readForm(scan, label, at, end)) return;
  if (attemptOperator(scan, label, at, end, closers)) return;
  if (attemptBehind(scan, label, at, end)) return;
  if (acceptBefore(scan, label, at)) return;
  if (attemptLater(scan, label, end)) return;
  attemptNextLine(scan, label, end);
}

/** A value that looks like a secret by itself, whatever stands between it and its label. */
function acceptStrong(scan: Scan, label: Label, at: number): boolean {
  const read = readAt(scan, at);
  if (!read) return false;
  const value = read.value.replace(/[)）]+$/, '');
  const strong = label.sort === 'key' ? isProseKey(value, 'beside') : passwordStrength(value) !== undefined;
  if (!strong || label.sort === 'pin' || label.sort === 'phrase') return false;
  pushLabelled(scan, label, read.start, value);
  return true;
}

/** `use X as the password`, `X şifresiyle`: the value stands before its label. */
function acceptBefore(scan: Scan, label: Label, at: number): boolean {
  if (label.sort === 'pin') return false;
  if (!label.english && !label.valueFirst) return false;
  const { text } = scan;
  if (
    label.english &&
    !/(?:as|for)[ \t](?:the |a |my |your |our |its )?(?:[\w-]{1,16} )?$/.test(
      text.slice(Math.max(0, at - 32), at),
    )
  )
    return false;
  const before = text.slice(Math.max(0, at - REACH_BEFORE), at);
  scan.work += before.length;
  const found = (label.english ? AS_LABEL : JUST_BEFORE).exec(before);
  const value = found?.[1];
  if (!found || value === undefined || !/^[\x21-\x7e]+$/.test(value)) return false;
  const accepted = label.sort === 'key' ? isProseKey(value, 'beside') : isMixedPassword(value);
  if (!accepted) return false;
  const start = Math.max(0, at - REACH_BEFORE) + found.index + found[0].indexOf(value);
  pushLabelled(scan, label, start, value);
  return true;
}

/** `the password for staging is X`, `**Пароль:** X`, `密码是X`: a label in any language, and what it announces. */
export const labelDetectors: readonly Detector[] = [...LABEL_INDEX.values()]
  .filter(({ sort }) => sort !== 'phrase')
  .map((label) => ({
    literals: label.literals,
    caseless: true,
    attempt: (scan: Scan, at: number) => attemptLabel(scan, at, label),
  }));
