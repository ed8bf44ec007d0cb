import { pushCandidate } from '../engine/candidate.ts';
import { isMessage, type Scan } from '../engine/scan.ts';
import {
  AS_PASSWORD,
  AS_USER_WITH,
  ASKS_PHRASE,
  BEHIND_PHRASE,
  BY_PHRASE,
  CHOSE,
  LOCKED_FILE,
  MAY_ASK_PHRASE,
  MIXED_AS_PASSWORD,
  OPENS_FILE,
  OPENS_PAGE,
  OTHER_PROOF,
  QUOTED_PHRASE,
  SAYS_AS,
  SAYS_AS_PASSWORD,
  SAYS_AS_USER,
  WITH_TOKEN,
} from '../rules/access-phrases.ts';
import { isOfTechnology } from '../text/code-token.ts';
import { matchesOf } from '../text/matches-of.ts';
import { isChosenWord, isSpokenPhrase } from '../text/message-word.ts';
import { isMixedPassword } from '../text/prose-secret.ts';

/** No shorter text says what opens with what. */
const SHORTEST_SENTENCE = 16;
const FEWEST_WORDS = 3;
const MOST_WORDS = 8;
const REACH = 90;
const PHRASE_WORD = /^[\p{L}\p{M}'’-]+$/u;
/** The words up to the end of the clause, with a quotation mark before them or not. */
const CLAUSE = /^["'`„“«]?([^,;:.!?()\n"”“»]+)/u;

function push(scan: Scan, start: number, value: string): void {
  pushCandidate(scan, 'access-phrase', 'password', start, value);
}

/** Masks the words of a phrase that begins at `from`, if they can be one. */
function pushPhrase(scan: Scan, from: number): void {
  const clause = CLAUSE.exec(scan.text.slice(from, from + REACH));
  if (!clause) return;
  const words: string[] = [];
  for (const word of clause[1]!.split(' ')) {
    if (!PHRASE_WORD.test(word) || words.length === MOST_WORDS) break;
    if (words.length >= FEWEST_WORDS && BEHIND_PHRASE.test(word)) break;
    words.push(word);
  }
  const phrase = words.join(' ');
  if (words.length < FEWEST_WORDS || !isSpokenPhrase(phrase, true)) return;
  push(scan, from + clause[0].indexOf(clause[1]!), phrase);
}

const HYPHENED = /^\p{L}{3,}(?:[-_.]\p{L}{3,}){1,5}$/u;

/** What a sentence calls a password behind it, and tokens with which somebody logs in as a user. */
function findBeforeAs(scan: Scan): void {
  const { text } = scan;
  if (SAYS_AS_PASSWORD.test(text)) {
    for (const found of matchesOf(text, AS_PASSWORD)) {
      const value = found[1]!;
      if (isChosenWord(value)) push(scan, found.index + found[0].indexOf(value, 2), value);
    }
    for (const found of matchesOf(text, MIXED_AS_PASSWORD)) {
      const value = found[1]!;
      if (isMixedPassword(value)) push(scan, found.index, value);
    }
  }
  if (!SAYS_AS_USER.test(text)) return;
  for (const found of matchesOf(text, AS_USER_WITH)) {
    const value = found.groups!['value']!.replace(/[.!?]+$/, '');
    if (!isMixedPassword(value) && (!HYPHENED.test(value) || OTHER_PROOF.test(value))) continue;
    push(scan, found.index + found[0].lastIndexOf(value), value);
  }
}

const LETTERS_AND_DIGIT = /^(?=.*\d)(?=.*\p{L}{3})[\p{L}\d]+(?:[-_.!][\p{L}\d]+){0,4}[!?]?$/u;
const PROGRAM = /^(?:7-?zip|acrobat|winrar|adobe|excel|word|office|reader|python|node|libre|server|gpg)/i;
const NAME_OF_FILE = /\.(?:zip|rar|7z|pdf|xlsx?|gz|tar|exe|txt|docx?)$/i;

/** Tokens with which a message says that an archive opens. */
function findKeysOfFiles(scan: Scan): void {
  for (const found of matchesOf(scan.text, WITH_TOKEN)) {
    const value = (found.groups!['behind'] ?? found.groups!['before'])!.replace(/[.!?]+$/, '');
    if (!LETTERS_AND_DIGIT.test(value) || NAME_OF_FILE.test(value) || isOfTechnology(value)) continue;
    if (PROGRAM.test(value)) continue;
    push(scan, found.index + found[0].indexOf(value), value);
  }
}

/** Finds the phrases and the words that a sentence calls a password without a mark between. */
export function findAccessPhrases(scan: Scan): void {
  const { text } = scan;
  if (!isMessage(scan) || text.length < SHORTEST_SENTENCE) return;
  scan.work += 2 * text.length;
  if (LOCKED_FILE.test(text) && OPENS_FILE.test(text)) findKeysOfFiles(scan);
  if (SAYS_AS.test(text)) findBeforeAs(scan);
  if (!MAY_ASK_PHRASE.test(text) || !ASKS_PHRASE.test(text)) return;
  for (const found of matchesOf(text, QUOTED_PHRASE)) {
    const value = found.groups!['value']!;
    if (OPENS_PAGE.test(found[0].slice(0, -value.length)) || !isSpokenPhrase(value, true)) continue;
    push(scan, found.index + found[0].lastIndexOf(value), value);
  }
  for (const found of matchesOf(text, BY_PHRASE)) pushPhrase(scan, found.index + found[0].length);
  for (const found of matchesOf(text, CHOSE)) pushPhrase(scan, found.index + found[0].length);
}
