import { isMessage, type Scan } from '../engine/scan.ts';
import type { Label } from '../text/label-words-index.ts';
import { UnitClass } from '../text/unit-classes.ts';
import { accept } from './label-accept.ts';
import { IS_RULE, LONGEST_BETWEEN, REACH_OF_RULE } from './label-grammar.ts';
import { adverbAt, laterVerbAt } from './label-verbs.ts';
import { acceptPhrase, acceptWord, beginsPhrase } from './spoken-words.ts';

const MOST_BLANKS = 3;

/** The blanks right behind a label. */
export function gapAt(text: string, end: number): number {
  let gap = 0;
  for (; gap < MOST_BLANKS; gap += 1) {
    const code = text.charCodeAt(end + gap);
    if (code !== 32 && code !== 9 && code !== 0xa0 && code !== 0x3000) break;
  }
  return gap;
}

/** What a password is before a colon, behind which a sentence says what to do then. */
const STATE =
  /(?:scadut[ao]|errat[ao]|sbagliat[ao]|dimenticat[ao]|obbligatori[ao]|expired|invalid|wrong|required|missing|empty|forgotten|abgelaufen|ungültig|falsch|vergessen|erforderlich|expirée?|invalide|oubliée?|incorrecte?|requis|obligatoire|caducad[ao]|vencid[ao]|incorrect[ao]|olvidad[ao]|expirad[ao]|esquecid[ao]|obligatori[ao]|verlopen|vergeten|onjuist|wygasło|błędne|vypršelo|utgånget|fel|udløbet|forkert|utløpt|feil|vanhentunut|väärin|lejárt|hibás|expirată|greșită|истёк|устарел|неверный|недійсний)[ \t]{0,2}[:：—–-][ \t\u00a0]*$/iu;

const OTHER_NAME = /[ \t]["'`]?[A-Za-z]\w*_\w+["'`]?[ \t]*=[ \t]*$/;

const SIGNS = new UnitClass(/[:=：→>—–]/);
const DASHES = new UnitClass(/[–—-]/);
const BLANKS = new UnitClass(/[ \t\u00a0]/);
const EQUALS = 61;
const MASKED = /^\W{0,3}\[[a-z][a-z-]+\]/;
const REACH_OF_MASK = 40;

/** The character before the blanks at the end of what stands before `end`. */
function lastOf(text: string, end: number): number {
  let at = end - 1;
  while (at > 0 && BLANKS.has(text.charCodeAt(at))) at -= 1;
  return text.charCodeAt(at);
}

/** Whether words can be the value: in a message, or a phrase behind a sign. */
const mayBeWords = (scan: Scan, label: Label, at: number, sign: boolean): boolean =>
  label.sort === 'password' && (isMessage(scan) || (sign && beginsPhrase(scan.text, at)));

/** Words behind a verb or a sign. */
function acceptWords(scan: Scan, label: Label, at: number, sign: boolean, later: string): boolean {
  // `the password has expired: show the form`
  if (sign && STATE.test(later)) return false;
  if (acceptPhrase(scan, label, at, !sign)) return true;
  // In `queue:work` the colon joins two words.
  if ((sign && /\S[:=]$/.test(later)) || /\[(?:password|secret|token)\]/.test(later)) return false;
  return acceptWord(scan, label, at, later);
}

/** Further on in the sentence: behind some words and a verb or a sign. */
export function attemptLater(scan: Scan, label: Label, end: number): boolean {
  const { text } = scan;
  if (label.sort === 'pin' || (gapAt(text, end) === 0 && text.charAt(end) !== ',')) return false;
  scan.work += 16;
  const length = laterVerbAt(label, text, end, (read) => {
    scan.work += Math.min(LONGEST_BETWEEN, read);
  });
  if (length === 0) return false;
  const from = end + length;
  const later = text.slice(end, from);
  const last = lastOf(text, from);
  const sign = SIGNS.has(last);
  if (DASHES.has(last) && IS_RULE.test(text.slice(Math.max(0, from - REACH_OF_RULE), from))) return false;
  // `length(token) FROM sessions WHERE user_agent_hash = 'X'`: the value of another name.
  if (last === EQUALS && OTHER_NAME.test(later)) return false;
  const valueAt = from + adverbAt(text, from);
  // Its value is masked already.
  if (MASKED.test(text.slice(valueAt, valueAt + REACH_OF_MASK))) return true;
  if (accept(scan, label, valueAt, sign ? 'operator' : 'verb', false)) return true;
  return mayBeWords(scan, label, valueAt, sign) && acceptWords(scan, label, valueAt, sign, later);
}
