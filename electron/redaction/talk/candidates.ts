import { isLabel } from '../text/label-words.ts';
import { areBeside, HAS } from '../text/talk-spans.ts';
import type { Candidate, Gate } from './candidate.ts';
import type { Conversation, Unit } from './conversation.ts';
import { CLASS } from './feature-names.ts';
import { hasManyDigits, isOfLongNumber } from './long-number.ts';
import { addSpans, isOfMore } from './spans.ts';
import { TOPIC } from './vocabulary.ts';

const SHORTEST = 3;
const LONGEST = 64;
const LEADING = /^[¿¡'’*_(-]+/;
const LEADS = "¿¡'’*_(-";
const TRAILING = ".,:;'’*_)।";
/** A mark that ends a question or an exclamation, and does not belong to a password: it stands behind a plain word. */
const END_OF_SENTENCE = /(?<=\p{L}{2})[!?]$/u;
const PLAIN = /^[\p{L}\p{M}'’]+$/u;
/** A call, a member of an object, an index: `getPassword1(user)`. */
const CALL_BEHIND = /^[([](?=\S)/;
const GLUED_OPTION = /^-{1,2}[A-Za-z]/;

/** What makes a plain word worth a look: a word for a secret, for getting in, or for typing. */
export const LABELS = TOPIC.password | TOPIC.pin | TOPIC.code | TOPIC.noun;
const TELLS =
  LABELS | TOPIC.login | TOPIC.type | TOPIC.enter | TOPIC.open | TOPIC.user | TOPIC.pair | TOPIC.question;
/** The same for the word right behind. */
const TELLS_NEXT = TOPIC.equals | TOPIC.by | TOPIC.give | TOPIC.fix | TOPIC.guess;
/** The same for what is said digit by digit. */
const TELLS_SPOKEN = TELLS | TOPIC.place | TOPIC.device | TOPIC.give;
/** Words and lines back in which such a word counts. */
const WORDS_BACK = 12;
const LINES_BACK = 6;

/** Words that a value of several words begins behind. */
const OPENS =
  TOPIC.equals |
  TOPIC.type |
  TOPIC.password |
  TOPIC.pin |
  TOPIC.code |
  TOPIC.by |
  TOPIC.join |
  TOPIC.noun |
  TOPIC.user |
  TOPIC.fix;
const BEGINS_VALUE = /(?:[:：=>–—,.!?-][ \t]*|["“„«'`「『*][ \t]*)$/;
const PLAIN_PART = /^[\p{L}\p{M}\p{N}'’-]+[.,!?]?$/u;
const MOST_WORDS = 8;
const MOST_SPOKEN_WORDS = 14;
/** `-e 'show processlist'`: the argument of an option that does not name a secret. */
const OPTION_BEFORE = /(?:^|\s)-{1,2}(?![\w-]*(?:pass|phrase|pw|secret))[\w-]+[ =]?["']?$/i;
const LONGEST_OPTION = 32;
export const SPOKEN = TOPIC.digit | TOPIC.mark | TOPIC.spelling;
const ENDS_CLAUSE = /[,;،؛、，；:(\n"”»]|[.!?。](?:\s|$)/;

/** `student/learning2024`: a user, and what may be a password. */
const BEHIND_USER = /^([\p{L}\p{N}_.@-]{2,24}(?:\/\/?|\|))[^/|\s]{4,}$/u;
/** Removes the marks of a sentence behind a value. */
function withoutEnd(written: string): string {
  let end = written.length;
  while (end > 0 && TRAILING.includes(written.charAt(end - 1))) end -= 1;
  const value = written.slice(0, end);
  const last = value.charAt(end - 1);
  return last === '!' || last === '?' ? value.replace(END_OF_SENTENCE, '') : value;
}

/** True where brackets with something in them stand right behind. */
const isCallBehind = (text: string, at: number) =>
  '(['.includes(text.charAt(at) || ' ') && CALL_BEHIND.test(text.slice(at, at + 2));

/** True where the lines above make a plain word worth a look. */
function isToldAbove({ lines }: Conversation, line: number): boolean {
  for (let at = Math.max(0, line - LINES_BACK); at < line; at += 1)
    if ((lines[at]!.topics & (LABELS | TOPIC.login | TOPIC.user | TOPIC.question)) !== 0) return true;
  return false;
}

const NO_LETTERS = HAS.notPlain | HAS.hyphen;
/** Words with a dot inside, and numbers in digits of other scripts: `karpuz.peynir`, `٤٧١٩`. */
const ODD = HAS.edge | HAS.beyondAscii;
const IS_ODD = /[\p{L}\p{M}]{2}\.\p{L}{2}|\p{Nd}/u;
const ALL_CLASSES = -1;

/** Finds the words that can be a secret alone. */
function addWords(
  talk: Conversation,
  candidates: Candidate[],
  gate: Gate | undefined,
  isWanted?: (written: string, kinds: number) => boolean,
): void {
  const { text, units, lines } = talk;
  let line = -1;
  let isAbove = false;
  /** The last word of the line that makes the words behind it worth a look. */
  let telling = -1;
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index]!;
    if (unit.line !== line) {
      line = unit.line;
      isAbove = isToldAbove(talk, line);
      telling = Number.NEGATIVE_INFINITY;
    }
    const told = telling;
    if ((unit.topics & TELLS) !== 0) telling = index;
    const length = unit.end - unit.start;
    if (length < SHORTEST || length > LONGEST + SHORTEST) continue;
    const { kinds } = unit;
    const isBare = (kinds & (HAS.digit | HAS.mark | HAS.other | HAS.hyphen)) === 0;
    if (isBare && !((kinds & ODD) !== 0 && IS_ODD.test(text.slice(unit.start, unit.end)))) {
      if ((unit.topics & (LABELS | TOPIC.equals | TOPIC.join)) !== 0) continue;
      const behind = units[index + 1];
      const before = units[index - 1];
      const isToldBefore = before?.line === line && (before.topics & TELLS_NEXT) !== 0;
      const isToldBehind = behind?.line === line && (behind.topics & LABELS) !== 0;
      if (!isAbove && told < index - WORDS_BACK && !isToldBefore && !isToldBehind) continue;
    }
    if (unit.start < lines[line]!.content) continue;
    const isOfLetters = (kinds & NO_LETTERS) === 0;
    if (isOfLetters && gate?.mayBeWord(index, unit.start) === false) continue;
    let { start } = unit;
    let value = text.slice(start, unit.end);
    if (isWanted?.(value, kinds) === false) continue;
    let isPlain = isOfLetters;
    if (!isOfLetters) {
      // `-p'secret'`: the rules of commands know options.
      if ((kinds & HAS.hyphen) !== 0 && GLUED_OPTION.test(value)) continue;
      if ((kinds & HAS.edge) !== 0) {
        const lead = LEADS.includes(value.charAt(0)) ? LEADING.exec(value)![0].length : 0;
        start += lead;
        value = withoutEnd(value.slice(lead));
      }
      const hasDigit = (kinds & HAS.digit) !== 0;
      if (value.length < SHORTEST || (!hasDigit && !isOfMore(value))) continue;
      isPlain = !hasDigit && PLAIN.test(value);
      if (isPlain && gate?.mayBeWord(index, start) === false) continue;
      const mayCount = (kinds & (HAS.digit | HAS.beyondAscii)) !== 0;
      if (mayCount && (hasManyDigits(value) || isOfLongNumber(talk, index, index))) continue;
    }
    const end = start + value.length;
    if (value.length > LONGEST || isCallBehind(text, end) || (isPlain && isLabel(value))) continue;
    candidates.push({ first: index, last: index, start, end, value });
    const slash = (kinds & HAS.other) === 0 ? 0 : (BEHIND_USER.exec(value)?.[1]?.length ?? 0);
    if (slash > 0)
      candidates.push({ first: index, last: index, start: start + slash, end, value: value.slice(slash) });
  }
}

/** True where a clause ends between two words. */
const endsClause = (text: string, one: Unit, other: Unit) =>
  !areBeside(text, one, other) && ENDS_CLAUSE.test(text.slice(one.end - 1, other.start));

/** True where several words can end: at the end of a clause, before a word that says something, or behind the last digit. */
function mayEnd({ text, units }: Conversation, last: number): boolean {
  const unit = units[last]!;
  const behind = units[last + 1];
  if (behind === undefined || behind.line !== unit.line) return true;
  if (
    (unit.topics & SPOKEN) !== 0
      ? (behind.topics & SPOKEN) === 0 || (behind.topics & (TOPIC.spelling | TOPIC.join)) !== 0
      : behind.topics !== 0
  )
    return true;
  return endsClause(text, unit, behind);
}

/** Words with the letters of ASCII, of which the first is no digit, are no code. */
const classesOf = ({ kinds }: Unit, spoken: number, count: number) =>
  (kinds & (HAS.digit | HAS.beyondAscii)) !== 0
    ? ALL_CLASSES
    : 1 << (2 * spoken >= count ? CLASS.spoken : CLASS.phrase);

const isPlainPart = (text: string, { start, end, kinds }: Unit) =>
  (kinds & HAS.notPlain) === 0 || PLAIN_PART.test(text.slice(start, end));

function isBehindOption(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_OPTION), start);
  return before.includes('-') && OPTION_BEFORE.test(before);
}

/** Finds the words in a row that can be a secret together. */
function addPhrases(talk: Conversation, candidates: Candidate[], gate: Gate | undefined): void {
  const { text, units, lines, sentences } = talk;
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index]!;
    const { content } = lines[unit.line]!;
    if (unit.start < content) continue;
    const before = units[index - 1];
    const isFirst = before === undefined || before.line !== unit.line || before.start < content;
    const isSpoken = (unit.topics & SPOKEN) !== 0;
    const isOpened =
      isFirst ||
      (before.topics & OPENS) !== 0 ||
      (units[index - 2]?.line === unit.line && (units[index - 2]!.topics & OPENS) !== 0);
    const isBeside = before !== undefined && areBeside(text, before, unit);
    if (!isOpened && !isSpoken && isBeside) continue;
    if ((unit.topics & (TOPIC.password | TOPIC.pin | TOPIC.equals)) !== 0 && !isSpoken) continue;
    const about =
      sentences[unit.sentence]! |
      (sentences[unit.sentence - 1] ?? 0) |
      (lines[unit.line - 1]?.topics ?? 0) |
      (lines[unit.line - 2]?.topics ?? 0);
    if ((about & (isSpoken ? TELLS_SPOKEN : TELLS)) === 0 || gate?.mayHavePhrase(index) === false) continue;
    if (!isOpened && !isSpoken && !BEGINS_VALUE.test(text.slice(before.end - 1, unit.start))) continue;
    const classes = gate === undefined ? ALL_CLASSES : gate.mayBePhrase(index);
    if (classes === 0 || isBehindOption(text, unit.start)) continue;
    let spoken = 0;
    for (let last = index; last < units.length; last += 1) {
      const at = units[last]!;
      if (at.line !== unit.line || !isPlainPart(text, at)) break;
      if (
        last > index &&
        endsClause(text, units[last - 1]!, at) &&
        !(isFirst && text.startsWith(', ', units[last - 1]!.end))
      )
        break;
      if ((at.topics & SPOKEN) !== 0) spoken += 1;
      const count = last - index + 1;
      if (count > MOST_SPOKEN_WORDS || (count > MOST_WORDS && 2 * spoken < count)) break;
      if (count < 2 || (classes & classesOf(unit, spoken, count)) === 0 || !mayEnd(talk, last)) continue;
      const written = text.slice(unit.start, at.end);
      const isWhole = (at.kinds & HAS.notPlain) === 0;
      const value = isWhole ? written : withoutEnd(written);
      if (!hasManyDigits(value) && !isOfLongNumber(talk, index, last))
        candidates.push({ first: index, last, start: unit.start, end: unit.start + value.length, value });
    }
  }
}

/** Digits in the scripts that write them as words without blanks. */
const DIGITS_IN_A_RUN = /[零〇一二三四五六七八九]{4,8}|[공영일이삼사오육칠팔구]{4,8}/gu;

/** Finds digits in a row that are written as words without blanks: `密码五零二七九一`. */
function addRuns({ text, units }: Conversation, candidates: Candidate[]): void {
  for (let index = 0; index < units.length; index += 1) {
    const { start, end, kinds } = units[index]!;
    if ((kinds & HAS.beyondAscii) === 0) continue;
    for (const found of text.slice(start, end).matchAll(DIGITS_IN_A_RUN))
      if (found[0].length < end - start)
        candidates.push({
          first: index,
          last: index,
          start: start + found.index,
          end: start + found.index + found[0].length,
          value: found[0],
        });
  }
}

/** More than the characters of a conversation. */
const MOST_LENGTH = 65_536;

/** Finds what can be a secret in a conversation, as far as `gate` lets it. */
export function readCandidates(talk: Conversation, gate?: Gate): Candidate[] {
  const candidates: Candidate[] = [];
  addWords(talk, candidates, gate);
  addPhrases(talk, candidates, gate);
  addRuns(talk, candidates);
  const spans: Candidate[] = [];
  addSpans(talk, spans, gate);
  if (spans.length === 0) return candidates;
  const known = new Set(candidates.map(({ start, end }) => start * MOST_LENGTH + end));
  for (const span of spans) {
    const place = span.start * MOST_LENGTH + span.end;
    if (known.has(place) || hasManyDigits(span.value) || isCallBehind(talk.text, span.end)) continue;
    known.add(place);
    candidates.push(span);
  }
  return candidates;
}

/** Finds those of them that are one word, or a part of one, among the units that are wanted. */
export function readTokens(
  talk: Conversation,
  isWanted?: (written: string, kinds: number) => boolean,
): Candidate[] {
  const candidates: Candidate[] = [];
  addWords(talk, candidates, undefined, isWanted);
  addRuns(talk, candidates);
  return candidates;
}
