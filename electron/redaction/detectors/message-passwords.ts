import { pushCandidate } from '../engine/candidate.ts';
import { isMessage, type Scan } from '../engine/scan.ts';
import {
  ABOUT_LOGIN_MASKS,
  MAILBOX_AND_PASSWORD,
  MESSAGE_PHRASES,
  type MessageProof,
  NEXT_OF_LIST,
  PHRASES_AFTER_WORDS,
  type PhraseAfterWord,
} from '../rules/message-phrases.ts';
import { endsClause, isInComment } from '../text/clause.ts';
import { matchesOf } from '../text/matches-of.ts';
import { isChosenWord } from '../text/message-word.ts';
import { isWordOfOtherScript } from '../text/other-script.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isPersonalToken } from '../text/personal-token.ts';
import { isMixedPassword, isSaidOfPassword } from '../text/prose-secret.ts';
import { WordStarts } from '../text/word-starts.ts';
import { isSentence } from './login-talk.ts';
import { isNoticed, NOTICE } from './notices.ts';

/** Values of one list. */
const MOST_IN_LIST = 12;
/** A word of a person's own with digits and one of the marks that passwords have and names have not. */
const MARKED_WORD =
  /(?:^|(?<=[\s"'`(“„«:=*]))\p{L}{3,20}(?:[!$%^&*][\p{L}\d]{0,12}\d{2,8}|[-_]?\d{1,8}[!$%^&#]{1,3})(?=$|[\s"'`)”»,.;:?]|[!?]+(?:\s|$))/gu;
/** A cheap test before {@link MARKED_WORD}. */
const MARK_AFTER_WORD = /[^\s][!$%^&*#]/;
const SPACE = /\s/;
const [BLANK, LETTER] = [1, 2] as const;
/** Letters and marks up to the last that is no blank in any script. */
const LAST_IN_TABLE = 0x1600;
const KINDS = new Uint8Array(LAST_IN_TABLE);
KINDS.fill(BLANK, 0, 33);
KINDS.fill(LETTER, 0xc0);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
  KINDS[character.charCodeAt(0)] = LETTER;
KINDS[0xa0] = BLANK;

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < LAST_IN_TABLE ? KINDS[code]! : SPACE.test(text.charAt(at)) ? BLANK : LETTER;
}

/** A digit, or a mark that passwords have and words have not. */
const DIGIT_OR_MARK = /[\d!$%^&*]/g;
const LONG_NUMBER = /\d{6}/;

/**
 * Returns true if a token has letters and digits, or letters and marks, or if there is a long number: most messages have
 * none. An expression for one character is searched for at the speed of memory, and each token is read once.
 */
function hasMixedToken(text: string): boolean {
  DIGIT_OR_MARK.lastIndex = 0;
  while (DIGIT_OR_MARK.test(text)) {
    let kind = 0;
    let end = DIGIT_OR_MARK.lastIndex;
    for (let at = end - 2; at >= 0 && (kind & BLANK) === 0; at -= 1) {
      kind = kindAt(text, at);
      if (kind === LETTER) return true;
    }
    for (kind = 0; end < text.length && (kind & BLANK) === 0; end += 1) {
      kind = kindAt(text, end);
      if (kind === LETTER) return true;
    }
    DIGIT_OR_MARK.lastIndex = end;
  }
  return LONG_NUMBER.test(text);
}

/** A name stands there, and no password. */
const USER_BEFORE =
  /(?<!\p{L})(?:user(?:name)?s?|login|as|account|named?|called|host|server|branch|tag|release|version|ask|project|benutzer|nutzer|als|utilisateur|usuario|usuário|utente|gebruiker)[ :=]{1,2}["'`]?$/iu;

function push(scan: Scan, start: number, value: string): void {
  pushCandidate(scan, 'message-password', 'password', start, value);
}

/** Words with dots between, and a number at the end, as no member of an object has it. */
const DOTTED = /^\p{L}{2,16}(?:\.\p{L}{1,16}){1,4}\.?\d{1,4}[!?]?$/u;
/** Names of machines, tickets and releases. */
const NAMED_THING =
  /^(?:[\w.-]+:\d{2,5}|[a-z]+-\d+|[A-Z]{2,10}-\d+|v\d.*|[\w-]+\.[a-z]{2,4}|https?.*|.*\/.*)$/;
/** A number that is neither a date nor a year. */
const isLongNumber = (value: string) => /^\d{6,10}$/.test(value) && !/^(?:19|20)\d{4,6}$/.test(value);

const bareOf = (written: string) =>
  written
    .replace(/["'`”»*_]+$/u, '')
    .replace(/[.,:;]+$/, '')
    .replace(/(?<=\p{L}{2})[?!]+$/u, '');

function isProven(value: string, proof: MessageProof): boolean {
  switch (proof) {
    case 'chosen':
      return (passwordStrength(value) !== undefined && !/^[!\d]/.test(value)) || DOTTED.test(value);
    case 'personal':
      return isPersonalToken(value);
    case 'number':
      return passwordStrength(value) !== undefined || DOTTED.test(value) || isLongNumber(value);
    case 'marked':
    case 'mixed':
      return (isMixedPassword(value) && !NAMED_THING.test(value)) || DOTTED.test(value);
    case 'word':
      return isMixedPassword(value) || isChosenWord(value);
    case 'answer':
      return !value.split(/\s+/).every((word) => isSaidOfPassword(word) && !isWordOfOtherScript(word));
  }
}

/** The other values of a list whose first one is masked: `A, B and C`. */
function readList(scan: Scan, from: number): void {
  let at = from;
  for (let count = 0; count < MOST_IN_LIST; count += 1) {
    NEXT_OF_LIST.lastIndex = at;
    const found = NEXT_OF_LIST.exec(scan.text);
    const written = found?.groups?.['value'];
    scan.work += 8;
    if (!found || written === undefined) return;
    const value = written.replace(/[.,:;?]+$/, '');
    const start = at + found[0].length - written.length;
    const isWord = / (?:and|or|und|oder|et|ou|y|o|e) /.test(found[0]) && isChosenWord(value);
    if (!isMixedPassword(value) && !(isWord && endsClause(scan.text, start + value.length))) return;
    push(scan, start, value);
    at = start + value.length;
  }
}

/** `Passwords:` above a list, each of whose lines ends with one. */
const HEADING =
  /(?:^|\n)[ \t]*(?:[#*>]{1,3}[ \t]*)?(?:(?:\p{L}{1,16}[ \t]){0,3})(?:passwords|pws|pwds|logins|creds|credentials|passwörter|zugänge|zugangsdaten|mots de passe|accès|contraseñas|accesos|senhas|acessos|accessi|wachtwoorden|hasła|hesla|lösenord|adgangskoder|passord|salasanat|jelszavak|parole|şifreler|пароли|паролі|κωδικοί|密码|密碼|パスワード一覧)\*{0,2}[ \t]*:?\*{0,2}[ \t]*\r?\n/giu;
const LISTED =
  /^[ \t]*(?:[-*•>]|\d{1,2}[.)])?[ \t]*(?:[^\s:=→|]{1,40}(?:[ \t]*(?:[:=→|/–—,]|->|-(?=[ \t]))[ \t]*|[ \t]+)){1,3}["'`*]{0,2}([^\s"'`]{5,48}?)["'`*]{0,2}[ \t]*(?:\([^()\n]{1,30}\))?$/u;

function readListBelow(scan: Scan): void {
  const { text } = scan;
  for (const heading of matchesOf(text, HEADING)) {
    let from = heading.index + heading[0].length;
    for (const line of text.slice(from).split('\n', MOST_IN_LIST)) {
      scan.work += line.length;
      const value = LISTED.exec(line.trimEnd())?.[1];
      if (value === undefined) break;
      if (isPersonalToken(value)) push(scan, from + line.lastIndexOf(value), value);
      from += line.length + 1;
    }
  }
}

/** Masks the value of a phrase if it is a password. */
function judge(scan: Scan, proof: MessageProof, found: RegExpExecArray): void {
  const { text } = scan;
  const written = found.groups!['value']!;
  const value = proof === 'answer' ? written : bareOf(written);
  scan.work += found[0].length;
  const start = found.index + found[0].lastIndexOf(written);
  if (proof === 'chosen' && USER_BEFORE.test(text.slice(Math.max(0, start - 16), start))) return;
  if (!isProven(value, proof)) return;
  if ((proof === 'word' || proof === 'answer') && isInComment(text, start)) return;
  const isArrow = proof === 'answer' && /(?:->|→|=>)/.test(found[0]);
  if (proof === 'marked' || isArrow || isSentence(scan, start, start + written.length))
    push(scan, start, value);
}

/** Only words and answers can be passwords without a digit or a mark. */
const needsMixed = (proof: MessageProof) => proof !== 'word' && proof !== 'answer';

const starts = new WordStarts<PhraseAfterWord>();
for (const phrase of PHRASES_AFTER_WORDS) starts.add(phrase.heads, phrase);

const isAboutLogin = (scan: Scan) =>
  isNoticed(scan, NOTICE.aboutLogin) || ABOUT_LOGIN_MASKS.some((mask) => scan.text.includes(mask));

function findAfterWords(scan: Scan, hasMixed: boolean): void {
  const ends = new Map<PhraseAfterWord, number>();
  starts.some(scan.text, (phrase, at) => {
    if ((!hasMixed && needsMixed(phrase.proof)) || at < (ends.get(phrase) ?? 0)) return false;
    phrase.pattern.lastIndex = at;
    const found = phrase.pattern.exec(scan.text);
    if (!found) return false;
    ends.set(phrase, phrase.pattern.lastIndex);
    judge(scan, phrase.proof, found);
    return false;
  });
}

/** Finds passwords that a message tells without a label right before them. */
export function findPasswordsInMessage(scan: Scan): void {
  const { text } = scan;
  if (!isMessage(scan) || scan.depth > 0) return;
  const hasMixed = hasMixedToken(text);
  if (hasMixed && (text.includes('@') || text.includes('[email]')))
    for (const found of matchesOf(text, MAILBOX_AND_PASSWORD)) judge(scan, 'personal', found);
  if (!scan.saysLogin && !(hasMixed && isAboutLogin(scan)) && !isNoticed(scan, NOTICE.secretQuestion)) return;
  scan.work += text.length;
  const labelled = scan.matches.filter(({ rule }) => rule === 'spoken-password');
  for (const { end } of labelled) readList(scan, end);
  if (hasMixed) readListBelow(scan);
  findAfterWords(scan, hasMixed);
  for (const { needs, ofQuestion, pattern, proof } of MESSAGE_PHRASES) {
    if (!hasMixed && needsMixed(proof)) continue;
    if (ofQuestion === true && !isNoticed(scan, NOTICE.secretQuestion)) continue;
    if (needs?.test(text) === false) continue;
    for (const found of matchesOf(text, pattern)) judge(scan, proof, found);
  }
  if (!hasMixed || !MARK_AFTER_WORD.test(text)) return;
  for (const found of matchesOf(text, MARKED_WORD)) {
    const end = found.index + found[0].length;
    if (passwordStrength(found[0]) !== undefined && isSentence(scan, found.index, end))
      push(scan, found.index, found[0]);
  }
}
