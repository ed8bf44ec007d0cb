import { isMessage, type Scan } from '../engine/scan.ts';
import { COUNTED_BY_NAME, SAYS_RULE, SHOWN_ATTRIBUTE } from '../rules/described-passwords.ts';
import { HAS_UNIT } from '../rules/place-codes.ts';
import { BLANK, isIn } from '../text/characters.ts';
import { endsClause } from '../text/clause.ts';
import type { Label } from '../text/label-words-index.ts';
import { isChosenWord } from '../text/message-word.ts';
import { isMixedPassword, isProseKey, type Tie } from '../text/prose-secret.ts';
import { isAnnounced } from './announced-value.ts';
import { pushLabelled } from './key-runs.ts';
import { AS_LABEL, INFINITIVE, JUST_BEFORE, REACH_BEFORE } from './label-grammar.ts';
import { isSetOff } from './plain-word.ts';
import { type ReadValue, readAt } from './value-in-sentence.ts';

const REACH_OF_UNIT = 16;
/** A word with a number, and the particle or the comma with which the sentence goes on: `たぬき大盛3に変えたら`. */
const WORD_BEFORE_PARTICLE =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]{2,10}[-_.@#]?\d{1,6}[!#]?(?=(?:に|です|で|と|を|だ|って|へ|から|了|,|，|。|로|으로|입니다|이고|이에요|예요|라고))/u;

/** Masks the value at `at` where `tie` says enough for it. */
export function accept(scan: Scan, label: Label, at: number, tie: Tie, isNear = true): boolean {
  if (label.text === 'clave' && tie === 'verb' && INFINITIVE.test(scan.text.slice(at, at + REACH_BEFORE)))
    return false;
  const read = readAt(scan, at);
  if (!read || (label.sort === 'pin' && HAS_UNIT.test(scan.text.slice(read.end, read.end + REACH_OF_UNIT))))
    return false;
  const isBeside = isNear && isMessage(scan);
  if (!isAnnounced(label, read, tie, isBeside) && !(isBeside && isSetOff(scan.text, label, read, tie))) {
    const word = label.joined && label.sort === 'password' && WORD_BEFORE_PARTICLE.exec(read.value)?.[0];
    if (word) pushLabelled(scan, label, read.start, word);
    return Boolean(word);
  }
  if (isSaidOfLabel(scan, read, tie) || isOfRule(scan, label, read)) return false;
  pushLabelled(scan, label, read.start, read.value);
  return true;
}

const REACH_OF_NAME = 48;
/** A word that is asked about, a word of a rule, what a form shows, and a number that has a name of its own. */
function isOfRule(scan: Scan, label: Label, { value, start, end, quoted }: ReadValue): boolean {
  const { text } = scan;
  if (/^\d+$/.test(value))
    return (
      SAID_ALOUD.test(label.text) ||
      COUNTED_BY_NAME.test(text.slice(Math.max(0, start - REACH_OF_NAME), start))
    );
  if (!/^\p{L}[\p{L}\p{M}]*$/u.test(value)) return false;
  if (!quoted && /^\s?[?？]/.test(text.slice(end, end + 2))) return true;
  if (!quoted && SAYS_RULE.test(text.slice(start, end + REACH_OF_UNIT).split(/[.,;!?\n]/, 1)[0]!))
    return true;
  return SHOWN_ATTRIBUTE.test(text.slice(Math.max(0, start - REACH_OF_NAME), start));
}

/** A plain word of small letters behind a verb, and the sentence goes on: `the password is stored with bcrypt`. */
const isSaidOfLabel = (scan: Scan, { value, quoted, endsLine, end }: ReadValue, tie: Tie): boolean =>
  tie === 'verb' &&
  !quoted &&
  !endsLine &&
  /^\p{Ll}[\p{Ll}\p{M}]+$/u.test(value) &&
  !endsClause(scan.text, end) &&
  !COPULA_BEHIND.test(scan.text.slice(end, end + REACH_OF_UNIT)) &&
  !(FOR_SOMETHING.test(scan.text.slice(end, end + REACH_OF_UNIT)) && isChosenWord(value));

/** Words for a word that is said: to a guard, on the telephone, at a door. */
const SAID_ALOUD =
  /^(?:code word|codeword|safe word|magic word|secret word|challenge word|memorable word|codewort|kodewort|losungswort|losung|sicherheitswort|parola d['’]ordine|parola segreta|palabra clave|palavra-chave)$/u;
/** A verb that stands behind its value: `パスワードは tsubame です`. */
const COPULA_BEHIND = /^ ?(?:です|だ(?!け)|でした|になり|입니다|이에요|예요|이야)/u;
/** What the password is for may follow it: `das Passwort ist sonnenblume für das WLAN`. */
const FOR_SOMETHING = /^[ \t]+(?:for|on|für|pour|para|per|voor|dla|pro|för|til|için|untuk|для|για)[ \t]/iu;

/** True where one or two blanks stand before `at`, and before them a character that a password can end with. */
function endsInAscii(text: string, at: number): boolean {
  const isBlank = (index: number) => isIn(BLANK, text.charCodeAt(index));
  if (!isBlank(at - 1)) return false;
  const last = text.charCodeAt(isBlank(at - 2) ? at - 3 : at - 2);
  return last > 32 && last < 127;
}

/** Whether the token before the blanks at `at` is of ASCII alone and has a digit or a mark, as a password has. */
function hasMixedBefore(text: string, at: number): boolean {
  let from = at - 1;
  while (isIn(BLANK, text.charCodeAt(from))) from -= 1;
  let isMixed = false;
  for (const stop = Math.max(-1, from - LONGEST_BEFORE); from > stop; from -= 1) {
    const code = text.charCodeAt(from);
    if (code <= 32) break;
    if (code > 126) return false;
    if (code < 65 || (code > 90 && code < 97) || code > 122) isMixed = true;
  }
  return isMixed;
}

const LONGEST_BEFORE = 66;

/** `use X as the password`, `X şifresiyle`: the value stands before its label. */
export function acceptBefore(scan: Scan, label: Label, at: number): boolean {
  if (label.sort === 'pin') return false;
  if (!label.english && !label.valueFirst) return false;
  const { text } = scan;
  if (!label.english && !(endsInAscii(text, at) && hasMixedBefore(text, at))) return false;
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
