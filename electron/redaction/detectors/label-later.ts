import type { Scan } from '../engine/scan.ts';
import type { Label } from '../text/label-words-index.ts';
import { goesOnAt } from './goes-on.ts';
import { accept, acceptStrong } from './label-accept.ts';
import { adverbAt } from './label-adverbs.ts';
import { IS_RULE, LONGEST_BETWEEN, MOST_VERBS, match, POSSESSED, REACH_OF_RULE } from './label-grammar.ts';
import { laterVerbAt } from './label-verbs.ts';
import { acceptPhrase, acceptQuotedLater, acceptWord } from './spoken-words.ts';

const REACH_OF_COMMA = 72;

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

/** Behind some words and a verb or a sign. A word can be the verb of another language, so that more than one is tried. */
function attemptLaterVerb(scan: Scan, label: Label, end: number): boolean {
  const { text } = scan;
  let at = end;
  for (let tries = 0; tries < MOST_VERBS; tries += 1) {
    const length = laterVerbAt(label, text, at, (read) => {
      scan.work += Math.min(LONGEST_BETWEEN, read);
    });
    if (length === 0) return false;
    const from = at + length;
    const later = text.slice(at, from);
    const sign = /[:=：→>—–][ \t\u00a0]*$/.test(later);
    if (/[–—-][ \t\u00a0]*$/.test(later) && IS_RULE.test(text.slice(Math.max(0, from - REACH_OF_RULE), from)))
      return false;
    // `length(token) FROM sessions WHERE user_agent_hash = 'X'`: the value of another name.
    if (OTHER_NAME.test(later)) return false;
    const valueAt = from + adverbAt(text, from);
    // Its value is masked already.
    if (/^\W{0,3}\[[a-z][a-z-]+\]/.test(text.slice(valueAt, valueAt + 40))) return true;
    if (accept(scan, label, valueAt, sign ? 'operator' : 'verb', false)) return true;
    // `the password has expired: show the form`
    const isSaid = sign && STATE.test(later);
    if (!isSaid && acceptPhrase(scan, label, valueAt, !sign)) return true;
    // In `queue:work` the colon joins two words.
    const joins = (sign && /\S[:=]$/.test(later)) || /\[(?:password|secret|token)\]/.test(later);
    if (!joins && !isSaid && acceptWord(scan, label, valueAt, text.slice(end, from))) return true;
    at += later.trimEnd().length;
  }
  return false;
}

/** Two words, and a value up to its digit. */
const REACH_OF_POSSESSED = 84;
const NUMBER = /\p{N}/u;

/** A cheap test before {@link POSSESSED}, which tries every length of two words. */
function hasDigit(text: string, from: number): boolean {
  const stop = Math.min(text.length, from + REACH_OF_POSSESSED);
  for (let at = from; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128 ? code >= 48 && code <= 57 : NUMBER.test(text.charAt(at))) return true;
  }
  return false;
}

/** Further on in the sentence: behind some words and a verb, or without a verb where the language has none. */
export function attemptLater(scan: Scan, label: Label, end: number): boolean {
  const { text } = scan;
  if (gapAt(text, end) === 0 && text.charAt(end) !== ',') return false;
  const goesOn = goesOnAt(text, end);
  scan.work += goesOn + 16;
  if (goesOn > 0 && accept(scan, label, end + goesOn, 'verb', false)) return true;
  if (attemptLaterVerb(scan, label, end)) return true;
  // `the same phrase, X`: told in passing.
  const near = text.slice(end, end + REACH_OF_COMMA);
  const comma = !near.includes(',')
    ? 0
    : (/^(?:[ \t][\p{L}’']{1,20}){0,3},[ \t](?!["'`]|\w+=)/u.exec(near)?.[0].length ?? 0);
  if (comma > 0 && label.sort !== 'slang' && acceptStrong(scan, label, end + comma)) return true;
  if (acceptQuotedLater(scan, label, end)) return true;
  const possessed = hasDigit(text, end) ? match(POSSESSED, text, end) : 0;
  if (possessed === 0) return false;
  if (!label.english || label.sort === 'pin') return accept(scan, label, end + possessed, 'beside');
  // English has a verb there; what stands there without one has to look like a password by itself.
  return label.sort === 'password' && acceptStrong(scan, label, end + possessed);
}
