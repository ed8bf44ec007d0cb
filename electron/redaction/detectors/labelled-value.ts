import { type Detector, isMessage, isProgram, type Scan } from '../engine/scan.ts';
import { characterSet, isIn } from '../text/characters.ts';
import { LABEL_INDEX, type Label } from '../text/label-words-index.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isPersonalToken } from '../text/personal-token.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isCode, isProseKey, isProsePassword } from '../text/prose-secret.ts';
import { looksRandom } from '../text/random-value.ts';
import { SHORT_LABELS } from './announced-value.ts';
import { answerAt } from './answer.ts';
import { mayAnnounceKey, pushLabelled } from './key-runs.ts';
import { accept, acceptBefore, acceptStrong } from './label-accept.ts';
import { acceptInClause } from './label-clause.ts';
import {
  asideAt,
  CHANGES,
  canHaveValue,
  closersAt,
  hasCandidate,
  isMaskAt,
  labelEnd,
  match,
  NAMED_FIRST,
  NO_SECRET_BEFORE,
  OF_SOMEBODY,
  operatorAt,
  REACH_OF_CHANGE,
} from './label-grammar.ts';
import { attemptLater, gapAt } from './label-later.ts';
import { adverbAt, toAt, verbAt } from './label-verbs.ts';
import { acceptPhrase } from './spoken-words.ts';
import { readAt } from './value-in-sentence.ts';

/** A line of a form that says who logs in, or where; then the line of the label. */
const FORM_LINE =
  /(?:^|\n)[ \t>*•-]{0,6}(?:user(?: ?name)?|login|log-in|account|host|server|url|ftp|mail|e-?mail|benutzer\p{L}*|konto|utilisateur|identifiant|compte|usuario|usuário|utente|gebruiker\p{L}*|użytkownik|uživatel|användar\p{L}*|bruger\p{L}*|bruker\p{L}*|логин|пользователь|користувач)[*_]{0,2}[ \t]?[:=][ \t*_]{0,4}\S[^\n]{0,80}\r?\n[ \t>*•-]{0,6}[*_]{0,2}$/iu;
const REACH_OF_FORM = 160;
const SHORTEST = 4;

/** `Login: ute` on one line and `Pass: Letterpress!` on the next: whatever stands there is the password. */
function readForm(scan: Scan, label: Label, at: number, end: number): boolean {
  if (!isMessage(scan) || !SHORT_LABELS.has(label.text)) return false;
  const { text } = scan;
  const operator = operatorAt(text, end);
  if (operator === 0) return false;
  const read = readAt(scan, end + operator);
  if (!read?.endsLine || read.value.length < SHORTEST || isPlaceholder(read.value)) return false;
  scan.work += REACH_OF_FORM;
  if (!FORM_LINE.test(text.slice(Math.max(0, at - REACH_OF_FORM), at))) return false;
  pushLabelled(scan, label, read.start, read.value);
  return true;
}

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
/** `(X)`, and no remark. */
const ONE_TOKEN = /^[ \t]?\(\S+\)$/;

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
  if ((!isDash && acceptPhrase(scan, label, from)) || accept(scan, label, from, 'operator')) return true;
  // `Passwords: nas X`.
  const words = match(NAMED_FIRST, text, from);
  if (words > 0 && label.sort === 'password') acceptStrong(scan, label, from + words);
  return true;
}

/** `**Password** X`: the emphasis does what a colon does. */
const isEmphasised = (text: string, at: number, end: number) =>
  isIn(EMPHASIS, text.charCodeAt(at - 1)) && isIn(EMPHASIS, text.charCodeAt(end - 1));

/** After a verb, a blank, or `to`, all right behind the label. */
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
  const to = toAt(text, end);
  // `set the password to X` names a value; `the password to X` a purpose.
  const changed =
    to > 0 &&
    !/^\s*(?:in|with|em|în|com)\b/i.test(text.slice(end, end + to)) &&
    CHANGES.test(text.slice(Math.max(0, at - REACH_OF_CHANGE), at));
  return to > 0 && accept(scan, label, end + to, changed ? 'verb' : 'beside');
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
          (isWhole && isMessage(scan) && isPersonalToken(value)) ||
          (isWhole && label.sort === 'password' && looksRandom(value, 16)) ||
          (isWhole &&
            isAsked &&
            label.sort === 'password' &&
            isProsePassword(value, 'operator', false, true));
  if (accepted) pushLabelled(scan, label, start, value);
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
    if (!label.english && acceptBefore(scan, label, at)) return;
    attemptNextLine(scan, label, end);
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
  const aside = asideAt(text, end);
  if (aside > 0 && acceptStrong(scan, label, end + text.slice(end, end + aside).search(/[（(]/) + 1)) return;
  if (
    aside > 0 &&
    isMessage(scan) &&
    ONE_TOKEN.test(text.slice(end, end + aside)) &&
    acceptInClause(scan, label, end)
  )
    return;
  end += aside;
  if (label.sort === 'slang' && readForm(scan, label, at, end)) return;
  if (attemptOperator(scan, label, at, end, closers)) return;
  if (attemptBehind(scan, label, at, end)) return;
  if (acceptBefore(scan, label, at)) return;
  if (attemptLater(scan, label, end)) return;
  if (isMessage(scan) && acceptInClause(scan, label, end)) return;
  attemptNextLine(scan, label, end);
}

/** `the password for staging is X`, `**Пароль:** X`, `密码是X`: a label in any language, and what it announces. */
export const labelDetectors: readonly Detector[] = [...LABEL_INDEX.values()]
  .filter(({ sort }) => sort !== 'phrase')
  .map((label) => ({
    literals: label.literals,
    caseless: true,
    attempt: (scan: Scan, at: number) => attemptLabel(scan, at, label),
  }));
