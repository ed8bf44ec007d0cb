import { isMessage, type Scan } from '../engine/scan.ts';
import type { Label } from '../text/label-words-index.ts';
import { isSurrogate, UnitClass } from '../text/unit-classes.ts';
import { accept, acceptStrong } from './label-accept.ts';
import { IS_RULE, LONGEST_BETWEEN, MOST_VERBS, match, POSSESSED, REACH_OF_RULE } from './label-grammar.ts';
import { adverbAt, laterVerbAt, VerbBeginnings } from './label-verbs.ts';
import { acceptPhrase, acceptWord, beginsPhrase } from './spoken-words.ts';

const PHRASES =
  "it['’]s|it is|that['’]s|es heißt|es ist|er lautet|es lautet|c['’]est|ahora es|agora é|adesso è|ora è|nu är det|теперь|тепер|to teraz|teď je";
/** `, it is now X` and `, c'est maintenant X`: the sentence goes on about the label. */
const GOES_ON = new RegExp(
  `,?[ \\t](?:but |and )?(?:${PHRASES})(?:[ \\t](?:now|currently|still|jetzt|maintenant|ahora|agora))?[ \\t:]{1,3}`,
  'iuy',
);
const beginnings = new VerbBeginnings(`but|and|${PHRASES.replaceAll('[', '|').replaceAll(']', '|')}`);
const WORD = /[ \t][\p{L}\p{M}\p{N}'’.-]{1,20}/iuy;
const REST_OF_WORD = new UnitClass(/[\p{L}\p{M}\p{N}'’.-]/u);
const LONGEST_WORD = 20;
/** Words between the label and what goes on. */
const MOST_WORDS = 6;
const COMMA = 44;

const isBlank = (code: number) => code === 32 || code === 9;

function wordEnd(text: string, at: number): number {
  if (!isBlank(text.charCodeAt(at))) return -1;
  const stop = Math.min(text.length, at + 1 + LONGEST_WORD);
  let end = at + 1;
  while (end < stop && REST_OF_WORD.has(text.charCodeAt(end))) end += 1;
  if (end < stop && isSurrogate(text.charCodeAt(end))) {
    const length = match(WORD, text, at);
    return length === 0 ? -1 : at + length;
  }
  return end === at + 1 ? -1 : end;
}

function phraseAt(text: string, at: number): number {
  const blank = text.charCodeAt(at) === COMMA ? at + 1 : at;
  if (!isBlank(text.charCodeAt(blank)) || !beginnings.canBeginAt(text, blank + 1)) return 0;
  return match(GOES_ON, text, at);
}

/**
 * The length of some words behind a label and of what goes on about it, or 0: `password, it is now X`. The last of the
 * places where it can go on counts.
 */
function goesOnAt(text: string, from: number): number {
  let end = from;
  let length = 0;
  for (let words = 0; end !== -1; words += 1) {
    const phrase = phraseAt(text, end);
    if (phrase > 0) length = end + phrase - from;
    if (words === MOST_WORDS) break;
    end = wordEnd(text, end);
  }
  return length;
}

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

interface Words {
  at: number;
  /** A sign stands before them, and no verb. */
  sign: boolean;
  /** What stands before them, up to the label, and the last part of it. */
  between: string;
  later: string;
}

/** Words behind a verb or a sign. */
function acceptWords(scan: Scan, label: Label, { at, sign, between, later }: Words): boolean {
  // `the password has expired: show the form`
  if (sign && STATE.test(later)) return false;
  if (acceptPhrase(scan, label, at, !sign)) return true;
  // In `queue:work` the colon joins two words.
  if ((sign && /\S[:=]$/.test(later)) || /\[(?:password|secret|token)\]/.test(later)) return false;
  return acceptWord(scan, label, at, between);
}

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
    const last = lastOf(text, from);
    const sign = SIGNS.has(last);
    if (DASHES.has(last) && IS_RULE.test(text.slice(Math.max(0, from - REACH_OF_RULE), from))) return false;
    // `length(token) FROM sessions WHERE user_agent_hash = 'X'`: the value of another name.
    if (last === EQUALS && OTHER_NAME.test(later)) return false;
    const valueAt = from + adverbAt(text, from);
    // Its value is masked already.
    if (MASKED.test(text.slice(valueAt, valueAt + REACH_OF_MASK))) return true;
    if (accept(scan, label, valueAt, sign ? 'operator' : 'verb', false)) return true;
    if (mayBeWords(scan, label, valueAt, sign)) {
      const between = text.slice(end, from);
      if (acceptWords(scan, label, { at: valueAt, sign, between, later })) return true;
    }
    at += later.trimEnd().length;
  }
  return false;
}

/** Two words, and a value up to its digit. */
const REACH_OF_POSSESSED = 84;
const NUMBER = new UnitClass(/\p{N}/u);

/**
 * A cheap test before {@link POSSESSED}, which tries every length of two words. Labels that follow each other read the same
 * characters once.
 */
function hasDigit({ text, undigited }: Scan, from: number): boolean {
  const stop = Math.min(text.length, from + REACH_OF_POSSESSED);
  let at = from;
  if (from >= undigited.from && from <= undigited.to) at = undigited.to;
  else undigited.from = from;
  while (at < stop && !NUMBER.has(text.charCodeAt(at))) at += 1;
  undigited.to = at;
  return at < stop;
}

/** Further on in the sentence: behind some words and a verb, or without a verb where the language has none. */
export function attemptLater(scan: Scan, label: Label, end: number): boolean {
  const { text } = scan;
  if (gapAt(text, end) === 0 && text.charAt(end) !== ',') return false;
  const goesOn = goesOnAt(text, end);
  scan.work += goesOn + 16;
  if (goesOn > 0 && accept(scan, label, end + goesOn, 'verb', false)) return true;
  if (attemptLaterVerb(scan, label, end)) return true;
  const possessed = hasDigit(scan, end) ? match(POSSESSED, text, end) : 0;
  if (possessed === 0) return false;
  if (!label.english || label.sort === 'pin') return accept(scan, label, end + possessed, 'beside');
  // English has a verb there; what stands there without one has to look like a password by itself.
  return label.sort === 'password' && acceptStrong(scan, label, end + possessed);
}
