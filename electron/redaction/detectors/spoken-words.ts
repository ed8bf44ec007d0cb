import { isMessage, lineEnd, type Scan } from '../engine/scan.ts';
import { GOOD_PASSWORD, SAYS_HOW, SAYS_RULE, SHOWN_ATTRIBUTE } from '../rules/described-passwords.ts';
import { endsClause, isInComment } from '../text/clause.ts';
import type { Label } from '../text/label-words-index.ts';
import { isChosenWord, isNumberedPhrase, isSpokenPhrase } from '../text/message-word.ts';
import { isPhraseOfWords } from '../text/prose-secret.ts';
import { areChosenWords } from '../text/trusted-value.ts';
import { pushLabelled } from './key-runs.ts';
import { INFINITIVE, IS_RULE, LONGEST_BETWEEN, REACH_OF_RULE } from './label-grammar.ts';
import { readAt } from './value-in-sentence.ts';

/** A label that asks for words: `passphrase`, `phrase de passe`, `парольная фраза`. */
const ASKS_FOR_PHRASE = /phrase|frase|фраз|lause|fras|wachtzin|kennsatz/u;

const PHRASE_BEGINS = /\p{Ll}{3,40} \p{Ll}{3,40} \p{Ll}{3}/uy;

/** True where three words of small letters follow each other. */
export function beginsPhrase(text: string, from: number): boolean {
  PHRASE_BEGINS.lastIndex = from;
  return PHRASE_BEGINS.test(text);
}

/** A pass phrase without quotes: all words of the rest of its line, or in a message of the rest of its clause. */
export function acceptPhrase(scan: Scan, label: Label, from: number, isSaid = false): boolean {
  if (label.sort !== 'password') return false;
  // In a longer text a phrase is words of small letters behind a sign.
  if (!isMessage(scan) && (isSaid || !beginsPhrase(scan.text, from))) return false;
  // Spanish and Italian call what matters the key to something: `la clave es practicar`.
  if (label.text === 'clave' && INFINITIVE.test(scan.text.slice(from, from + LONGEST_BETWEEN))) return false;
  const line = scan.text.slice(from, lineEnd(scan.text, from, LONGEST_BETWEEN)).trimEnd();
  let phrase = line.replace(/[.!]$/, '');
  scan.work += line.length;
  const asksForPhrase = ASKS_FOR_PHRASE.test(label.text);
  if (isSaid || !isPhraseOfWords(phrase.split(' '))) {
    if (!isMessage(scan) || isInComment(scan.text, from)) return false;
    phrase = /^.*?(?=[.,;!?](?:\s|$)| [(—–-] ?|$)/u.exec(line)![0].trimEnd();
    const isChosen = areAllChosen(phrase, isSaid || phrase !== line ? 3 : 2);
    if (isSaid && !asksForPhrase && !isChosen) return false;
    if (!isChosen && !isSpokenPhrase(phrase, asksForPhrase) && !isNumberedPhrase(phrase)) return false;
    if (isAboutPasswords(scan.text, from, phrase, line)) return false;
  }
  // Asked last, because the pattern is a long one.
  if (IS_RULE.test(scan.text.slice(Math.max(0, from - REACH_OF_RULE), from))) return false;
  pushLabelled(scan, label, from, phrase);
  return true;
}

/** Words of small letters, each of which somebody can have chosen: `purple rain coat`. */
function areAllChosen(phrase: string, fewest: number): boolean {
  const words = phrase.split(' ');
  return (
    words.length >= fewest &&
    words.length <= (fewest === 2 ? 5 : 3) &&
    words.every((word) => /^\p{Ll}/u.test(word) && isChosenWord(word)) &&
    (/[^\p{ASCII}]/u.test(phrase) || areChosenWords('', phrase))
  );
}

/** A question, a rule, an advice or the text of a form, and no phrase. */
function isAboutPasswords(text: string, from: number, phrase: string, line: string): boolean {
  if (/^\s?[?？]/.test(line.slice(phrase.length))) return true;
  if (SAYS_RULE.test(phrase)) return true;
  const before = text.slice(Math.max(0, from - REACH_OF_RULE), from);
  if (SHOWN_ATTRIBUTE.test(before)) return true;
  const next = line.slice(phrase.length, phrase.length + REACH_OF_RULE);
  return GOOD_PASSWORD.test(before) && SAYS_HOW.test(`${phrase} ${next}`);
}

/** A form or a rule that has the label in its name. */
const ABOUT_FORM =
  /\b(?:fields?|forms?|pages?|inputs?|prompts?|hash\w*|managers?|polic\w+|resets?|rules?|strength|length|columns?|dialogs?|screens?|checks?|validat\w+|encrypt\w+|algorithms?|rotation|flow|feature|button|link)\b/i;

/** A plain word behind `the password on the old nas is still`, which ends its clause. */
export function acceptWord(scan: Scan, label: Label, at: number, between: string): boolean {
  if (label.sort !== 'password' || !isMessage(scan) || ABOUT_FORM.test(between)) return false;
  if (isInComment(scan.text, at)) return false;
  const read = readAt(scan, at);
  if (!read || !isChosenWord(read.value)) return false;
  scan.work += 24;
  if (!read.quoted && !endsClause(scan.text, read.end)) return false;
  pushLabelled(scan, label, read.start, read.value);
  return true;
}
