import { pushCandidate } from '../engine/candidate.ts';
import { isMessage, type Scan } from '../engine/scan.ts';
import {
  CODE_FIRST,
  ENTRANCE,
  GROUPED_CODE,
  KEYED,
  NEXT_CODE,
  NEXT_ENTRANCE,
  RECOVERY,
  SECOND_FACTOR_TALK,
} from '../rules/place-codes.ts';
import { matchesOf } from '../text/matches-of.ts';

import { isNoticed, NOTICE } from './notices.ts';
import { findSentCodes } from './sent-codes.ts';

/** The sentence around a code. */
const REACH = 60;
/** Groups of random letters have few vowels; those of words have one in every syllable. */
const MOST_VOWELS = 0.25;

function push(scan: Scan, rule: string, found: RegExpMatchArray, value: string): void {
  const start = found.index! + found[0].lastIndexOf(value);
  pushCandidate(scan, rule, 'secret', start, value);
}

function isGroupedCode(value: string): boolean {
  if (/\d/.test(value)) return !/^(?:19|20)\d\d-\d/.test(value);
  const letters = value.replaceAll('-', '');
  return (letters.match(/[aeiouy]/gi)?.length ?? 0) / letters.length <= MOST_VOWELS;
}

const GROUPS = /(?<=[a-z\d]{4})-[a-z\d]{4}/iy;
/** A code before the words for it, such as `482913 is your code`. */
const DIGITS_AND_WORD = /\d{3} (?:[a-z\u00c0-\uffff]{1,6}|[—–-]) [a-z\u00c0-\uffff]/i;

/** Returns true for two groups of a code. Looks only at hyphens, of which most messages have few. */
function hasGroups(text: string): boolean {
  for (let at = text.indexOf('-'); at !== -1; at = text.indexOf('-', at + 1)) {
    GROUPS.lastIndex = at;
    if (GROUPS.test(text)) return true;
  }
  return false;
}

const isYear = (value: string) => /^(?:19|20)\d\d$/.test(value);

/** The second code of a sentence: `the safe is 4821 and the alarm 1379`. */
function findSecondCodes(scan: Scan): void {
  const pins = scan.matches.filter(({ rule }) => /^(?:spoken-pin|code-in-sentence|place-code)$/.test(rule));
  for (const { end } of pins) {
    NEXT_CODE.lastIndex = end;
    const found = NEXT_CODE.exec(scan.text);
    if (found && !isYear(found[1]!)) push(scan, 'code-in-sentence', found, found[1]!);
  }
}

/** Finds codes of doors with the mark of a keypad (`1443#`), and codes that stand before the word for them, in messages. */
export function findCodesInMessage(scan: Scan): void {
  const { text } = scan;
  if (!isMessage(scan)) return;
  if (isNoticed(scan, NOTICE.recovery) && hasGroups(text))
    for (const found of matchesOf(text, RECOVERY))
      if (isGroupedCode(found[1]!)) push(scan, 'recovery-code', found, found[1]!);
  if (!/\d{3}/.test(text)) return;
  scan.work += text.length;
  if (text.includes('#') || text.includes('*'))
    for (const found of matchesOf(text, KEYED)) {
      scan.work += 2 * REACH;
      const end = found.index + found[0].length;
      if (ENTRANCE.test(text.slice(Math.max(0, found.index - REACH), end + REACH)))
        push(scan, 'keypad-code', found, found[0]);
    }
  if (scan.matches.length > 0) {
    if (scan.matches.some(({ rule }) => rule === 'keypad-code' || rule === 'place-code'))
      for (const found of matchesOf(text, NEXT_ENTRANCE)) push(scan, 'keypad-code', found, found[1]!);
    findSecondCodes(scan);
  }
  const hasGroupsOfDigits = /\d{3}[ -]\d{3}/.test(text);
  if (hasGroupsOfDigits || /\d{4}/.test(text)) findSentCodes(scan);
  if (DIGITS_AND_WORD.test(text))
    for (const found of matchesOf(text, CODE_FIRST)) push(scan, 'code-first', found, found[1]!);
  if (hasGroupsOfDigits && SECOND_FACTOR_TALK.test(text))
    for (const found of matchesOf(text, GROUPED_CODE)) push(scan, 'code-first', found, found[0]);
}
