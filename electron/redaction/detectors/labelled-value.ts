import { type Detector, isMessage, isProgram, type Scan } from '../engine/scan.ts';
import { characterSet, isIn } from '../text/characters.ts';
import { LABEL_INDEX, type Label } from '../text/label-words-index.ts';
import { isProseKey } from '../text/prose-secret.ts';
import { mayAnnounceKey, pushLabelled } from './key-runs.ts';
import { accept, acceptBefore } from './label-accept.ts';
import {
  asideAt,
  canHaveValue,
  closersAt,
  hasCandidate,
  isMaskAt,
  labelEnd,
  NO_SECRET_BEFORE,
  OF_SOMEBODY,
  operatorAt,
} from './label-grammar.ts';
import { attemptLater, gapAt } from './label-later.ts';
import { adverbAt, verbAt } from './label-verbs.ts';
import { acceptPhrase } from './spoken-words.ts';
import { readAt } from './value-in-sentence.ts';

/** Greek calls codes of articles, orders and customers by the word for a password. */
const OF_ARTICLE =
  /^ (?:προϊόντ|προιοντ|παραγγελ|πελάτ|πελατ|ταχυδρομ|αποστολ|είδου|ειδου|χώρας|χωρας|σφάλματ|σφαλματ|κράτησ|κρατησ)/;
const REACH_OF_ARTICLE = 12;
/** What stands between a word and the label that it belongs to. */
const JOINS_WORDS = characterSet(/[ _-]/);
const EMPHASIS = characterSet(/[*_]/);
/** A call, a member or an operator of a program behind a label. */
const OF_CODE = /^(?:\(|\.\w|\[['"]|->|::|\+\+|\?\.)/;
const BEGINS_CODE = characterSet(/[(.[:+?-]/);
/** What a program publishes of a key. */
const FINGERPRINT = /^s?[ \t-](?:fingerprint|id\b)/i;
const QUOTES: ReadonlySet<string> = new Set(['"', "'", '`']);

/** After an operator, where there is one: then nothing else is tried. */
function attemptOperator(scan: Scan, label: Label, at: number, end: number, closers: number): boolean {
  const { text } = scan;
  const operator = operatorAt(text, end);
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
  // `read -p "Passwort: " NAME`: the quote closes the one before the label.
  if (
    closers === 0 &&
    QUOTES.has(text.charAt(at - 1)) &&
    text.charAt(from) === text.charAt(at - 1) &&
    /^(?:[\s),;]|$)/.test(text.slice(from + 1, from + 2))
  )
    return true;
  const isDash = /[-–—]\s*$/.test(text.slice(end, from));
  if (isDash || !acceptPhrase(scan, label, from)) accept(scan, label, from, 'operator');
  return true;
}

/** `**Password** X`: the emphasis does what a colon does. */
const isEmphasised = (text: string, at: number, end: number) =>
  isIn(EMPHASIS, text.charCodeAt(at - 1)) && isIn(EMPHASIS, text.charCodeAt(end - 1));

/** After a verb or a blank, right behind the label. */
function attemptBehind(scan: Scan, label: Label, at: number, end: number): boolean {
  const { text } = scan;
  const verb = verbAt(label, text, end);
  if (verb > 0) {
    let from = end + verb;
    from += adverbAt(text, from);
    const sign = operatorAt(text, from);
    if (acceptPhrase(scan, label, from + sign, sign === 0)) return true;
    if (accept(scan, label, from + sign, sign > 0 ? 'operator' : 'verb')) return true;
  }
  const gap = gapAt(text, end);
  if ((gap > 0 || label.joined) && accept(scan, label, end + gap, 'beside')) return true;
  if (gap > 0 && isEmphasised(text, at, end) && readAt(scan, end + gap)?.endsLine)
    if (accept(scan, label, end + gap, 'operator')) return true;
  return false;
}

/** A clause behind a label in which its key can stand. */
const REACH_OF_KEY = 100;
const ENDS_CLAUSE = /[;\n]|[.!?](?=\s)/;
const LONG_TOKEN = /(?<!=[ \t]?["'`]?)(?<=[\s"'`“„(])[\w.+/=-]{20,128}(?=[\s"'`”“),;.]|$)/g;

/** A long random token further on in the sentence: `the API key that we got begins with pk and is X`. */
function attemptLongKey(scan: Scan, label: Label, end: number): void {
  const clause = scan.text.slice(end, end + REACH_OF_KEY);
  scan.work += REACH_OF_KEY;
  for (const { 0: token, index } of clause.split(ENDS_CLAUSE, 1)[0]!.matchAll(LONG_TOKEN)) {
    const value = token.replace(/\.$/, '');
    if (!isProseKey(value, 'beside')) continue;
    pushLabelled(scan, label, end + index, value);
    return;
  }
}

function attemptLabel(scan: Scan, at: number, label: Label): void {
  const { text } = scan;
  if (at < scan.done.label || (label.sort === 'key' && !mayAnnounceKey(scan, label, at))) return;
  let end = labelEnd(text, at, label);
  if (end === -1 || isMaskAt(text, at, end)) return;
  // The user of `smtp://apikey:X@host` is for the rule of addresses.
  if (text.startsWith('://', at - 3)) return;
  if (isIn(BEGINS_CODE, text.charCodeAt(end)) && OF_CODE.test(text.slice(end, end + 3))) return;
  if (OF_ARTICLE.test(text.slice(end, end + REACH_OF_ARTICLE)) && label.text.startsWith('κωδ')) return;
  if (
    (!isMessage(scan) || isProgram(scan)) &&
    !(label.english ? hasCandidate(text, end) : canHaveValue(scan, end))
  ) {
    if (!label.english) acceptBefore(scan, label, at);
    return;
  }
  if (
    label.sort === 'key' &&
    isIn(JOINS_WORDS, text.charCodeAt(at - 1)) &&
    NO_SECRET_BEFORE.test(text.slice(Math.max(0, at - 24), at))
  )
    return;
  if (label.sort === 'key' && FINGERPRINT.test(text.slice(end, end + 16))) return;
  scan.work += 24;
  const closers = closersAt(text, end);
  // A member of an object, which the assignments judge.
  if (label.english && QUOTES.has(text.charAt(at - 1)) && /^\\?["'`]/.test(text.slice(end, end + 2))) return;
  end += closers;
  end += asideAt(text, end);
  if (attemptOperator(scan, label, at, end, closers)) return;
  if (attemptBehind(scan, label, at, end)) return;
  if (acceptBefore(scan, label, at)) return;
  if (attemptLater(scan, label, end)) return;
  if (label.sort === 'key' && isMessage(scan)) attemptLongKey(scan, label, end);
}

/** `the password for staging is X`, `**Пароль:** X`, `密码是X`: a label in any language, and what it announces. */
export const labelDetectors: readonly Detector[] = [...LABEL_INDEX.values()]
  .filter(({ sort }) => sort !== 'phrase')
  .map((label) => ({
    literals: label.literals,
    caseless: true,
    attempt: (scan: Scan, at: number) => attemptLabel(scan, at, label),
  }));
