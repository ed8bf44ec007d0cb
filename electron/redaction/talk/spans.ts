import { areBeside, isBlank } from '../text/talk-spans.ts';
import { codesOf } from '../text/text-codes.ts';
import type { Candidate, Gate } from './candidate.ts';
import type { Conversation, Unit } from './conversation.ts';
import { TOPIC } from './vocabulary.ts';

/*
 * Finds values that the marks around them hold together, whatever their words are: what stands in quotes, what is written without
 * a blank, groups of digits, and a turn that is nothing else.
 */

const LONGEST = 80;
const MOST_WORDS = 14;
const [FEWEST_DIGITS, MOST_DIGITS] = [4, 12];
const QUOTED =
  /(?<![\p{L}\p{N}])(?:"([^"\n]{3,80})"|“([^”“\n]{3,80})[”“]|„([^”“\n]{3,80})[”“]|«\s?([^»\n]{3,80}?)\s?»|「([^」\n]{3,80})」|『([^』\n]{3,80})』|'([^'\n]{3,80})'(?![\p{L}\p{N}]))/gu;
const HAS_QUOTE = /["“„«「『]|(?:^|[^\p{L}\p{N}])'/u;
/** Characters without a blank, in which a mark stands that separates words elsewhere. */
const MAY_BE_GLUED =
  /[\p{L}\p{N}](?:[,;:|={}/][^\s\d]|[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}])/u;
const GLUED =
  /(?<![^\s([{"“„«'`>])[^\s"“”„«»`()<>]{0,32}[\p{L}\p{N}][,;:|{}=/\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}][^\s"“”„«»`()<>]{0,32}/gu;
const GROUPS =
  /(?<![\p{L}\p{N}.,:/-])[#*]?\p{Nd}{1,6}(?:(?: ?[-–,.、] ?| )\p{Nd}{1,6}){1,7}[#*]?(?![\p{L}\p{N}]|[.,:/-]\p{Nd})/gu;
/** What stands behind a value in its turn: a mark, a smile, a remark in brackets. */
const BEHIND_TURN = /(?:[\s.,;:!?]|[.!?]?\s*\([^)]*\)|\s[:;]-?[)D(P]|\p{Extended_Pictographic}|\uFE0F)+$/u;
const EDGES = /^[\s(*_¿¡"“„«'`]+|[\s.,;:)*_。"”»'`]+$/gu;
/** No mark, no smile and no remark ends so. */
const ENDS_PLAIN = /[A-CE-OQ-Za-z\d]/;
/** The marks in front of a value, and those behind it beside blanks. */
const FRONT = /^[\s(*_¿¡"“„«'`]+/;
const BACK = '.,;:)*_。"”»\'`';
/** Marks that are no part of a glued value, and an ending of a word behind one. */
const FRONT_OF_GLUED = /^[^\p{L}\p{N}#*!$@]+/u;
const BACK_OF_GLUED = ',;:|=/.?)}]';
/** What stands between two groups of digits. */
const GROUPED = /\p{Nd}[ ,.、–-]+\p{Nd}/u;
/** One sign between a name and its value. A password has more of them: `Chalk+Grip=Lift`. */
const SETTING = /^[^:=|+&!*]*[:=|][^:=|]*$/;

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const IS_LETTER = /[A-Za-z]/;

/** True for a value that is not made of marks alone. */
export const isOfMore = (value: string): boolean =>
  IS_LETTER.test(value.charAt(0)) || HAS_LETTER_OR_DIGIT.test(value);

/** Adds the units that a stretch of the text has. */
function add(talk: Conversation, candidates: Candidate[], start: number, value: string, index: number): void {
  const { units } = talk;
  const end = start + value.length;
  if (value.length < 3 || !isOfMore(value)) return;
  let first = index;
  while (first < units.length && units[first]!.end <= start) first += 1;
  let last = first;
  while (last + 1 < units.length && units[last + 1]!.start < end) last += 1;
  if (first >= units.length || units[first]!.start >= end || last - first >= MOST_WORDS) return;
  if (units[first]!.line !== units[last]!.line) return;
  candidates.push({ first, last, start, end, value });
}

/** Removes the marks in front of a stretch and behind it. */
function trimmed(written: string, front: RegExp, back: string, mayEndBlank = false) {
  const lead = front.exec(written)?.[0].length ?? 0;
  let end = written.length;
  while (end > lead) {
    const last = written.charAt(end - 1);
    if (!back.includes(last) && !(mayEndBlank && isBlank(last.charCodeAt(0)))) break;
    end -= 1;
  }
  return { lead, value: written.slice(lead, end) };
}

/** What a line can have: a quotation, something glued, groups of digits, marks behind a turn. */
const MAY_HAVE = { quote: 1, glued: 2, groups: 4 } as const;
const ALL = MAY_HAVE.quote | MAY_HAVE.glued | MAY_HAVE.groups;
const SIGN = { alphanumeric: 1, digit: 2, glue: 4, betweenDigits: 8, quote: 16, blank: 32 } as const;
const SIGNS = new Uint8Array(128);
const sign = (characters: RegExp, kind: number) => {
  for (let code = 0; code < SIGNS.length; code += 1)
    if (characters.test(String.fromCharCode(code))) SIGNS[code]! |= kind;
};
sign(/[A-Za-z\d]/, SIGN.alphanumeric);
sign(/\d/, SIGN.digit);
sign(/[,;:|={}/]/, SIGN.glue);
sign(/[ ,.-]/, SIGN.betweenDigits);
sign(/["']/, SIGN.quote);
sign(/\s/, SIGN.blank);

/** Returns what a line can have by its characters; all where one is beyond ASCII. */
function mayHave(codes: Uint16Array, from: number, to: number): number {
  let may = 0;
  let before = 0;
  let digitBefore = false;
  for (let at = from; at < to; at += 1) {
    const code = codes[at]!;
    if (code >= SIGNS.length) return ALL;
    const signs = SIGNS[code]!;
    if ((signs & SIGN.quote) !== 0) may |= MAY_HAVE.quote;
    if ((before & SIGN.glue) !== 0 && (signs & (SIGN.blank | SIGN.digit)) === 0) may |= MAY_HAVE.glued;
    if ((signs & SIGN.digit) !== 0) {
      if (digitBefore && (before & SIGN.betweenDigits) !== 0) may |= MAY_HAVE.groups;
      digitBefore = true;
    } else if ((signs & SIGN.betweenDigits) === 0) digitBefore = false;
    // Only a sign right behind a word glues.
    before = (signs & SIGN.glue) !== 0 && (before & SIGN.alphanumeric) === 0 ? signs & ~SIGN.glue : signs;
  }
  return may;
}

const SPOKEN = TOPIC.digit | TOPIC.mark | TOPIC.spelling;
/** Before a value that somebody says, these are no part of it. */
const BEFORE_SAID = TOPIC.equals | TOPIC.password | TOPIC.pin | TOPIC.type;
const MOST_SAID = 40;
const WORDS_BETWEEN = 3;
const WORDS_BEFORE_SAID = 4;
const LONGEST_LETTER = 1;

/** True for a digit, a mark or a letter that is said by itself. */
const isSaid = ({ topics, start, end }: Unit) => (topics & SPOKEN) !== 0 || end - start === LONGEST_LETTER;

/** Finds digits, marks and letters that are said one after the other, with a word between and up to four before them. */
function addDictated(talk: Conversation, candidates: Candidate[], from: number, to: number): void {
  const { text, units } = talk;
  const push = (first: number, last: number) => {
    const start = units[first]!.start;
    const value = text.slice(start, units[last]!.end).replace(EDGES, '');
    if (text.startsWith(value, start) && value.length <= 2 * LONGEST)
      candidates.push({ first, last, start, end: start + value.length, value });
  };
  for (let first = from; first < to; first += 1) {
    if (!isSaid(units[first]!)) continue;
    let last = first;
    let said = 1;
    let topics = units[first]!.topics;
    for (let at = first + 1; at < to && at - last <= WORDS_BETWEEN + 1 && at - first < MOST_SAID; at += 1) {
      const before = units[at - 1]!;
      const isBeside = areBeside(text, before, units[at]!);
      if (!isBeside && /[.!?](?:\s|$)/.test(text.slice(before.end - 1, units[at]!.start))) break;
      if (!isSaid(units[at]!)) continue;
      last = at;
      said += 1;
      topics |= units[at]!.topics;
    }
    if (said >= 2 && (topics & SPOKEN) !== 0) {
      // A word about how it is written may stand behind.
      let bare = last;
      while (bare > first && (units[bare]!.topics & TOPIC.spelling) !== 0) bare -= 1;
      for (let start = first; start >= Math.max(from, first - WORDS_BEFORE_SAID); start -= 1) {
        if (start < first && (units[start]!.topics & BEFORE_SAID) !== 0) break;
        if (start < last) push(start, last);
        if (bare < last && start < bare) push(start, bare);
      }
    }
    first = last;
  }
}

/** True where one of the sentences of a line can have a value of several words. */
function mayHaveSpan({ units }: Conversation, first: number, end: number, gate: Gate | undefined): boolean {
  if (gate === undefined) return true;
  for (let at = first; at < end; at += 1)
    if ((at === first || units[at]!.sentence !== units[at - 1]!.sentence) && gate.mayHavePhrase(at))
      return true;
  return false;
}

/** Calls `found` for each match of a global expression. `matchAll` copies the expression for each text. */
function forEachMatch(text: string, pattern: RegExp, found: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found(match);
}

/** Finds these values in each line. */
export function addSpans(talk: Conversation, candidates: Candidate[], gate: Gate | undefined): void {
  const { text, units, lines } = talk;
  for (const [number, { content, stop, first, end, topics }] of lines.entries()) {
    if (first === end || !mayHaveSpan(talk, first, end, gate)) continue;
    if ((topics & SPOKEN) !== 0) {
      let from = first;
      while (from < end && units[from]!.start < content) from += 1;
      addDictated(talk, candidates, from, end);
    }
    const may = mayHave(codesOf(text), content, stop);
    const isTurn = lines[number]!.hasSpeaker || end - first <= 6;
    if (may === 0 && !isTurn) continue;
    const said = text.slice(content, stop);
    if ((may & MAY_HAVE.quote) !== 0 && HAS_QUOTE.test(said))
      forEachMatch(said, QUOTED, (found) => {
        const inside = found.slice(1).find((part) => part !== undefined)!;
        const { lead, value } = trimmed(inside, FRONT, BACK, true);
        add(talk, candidates, content + found.index + found[0].indexOf(inside) + lead, value, first);
      });
    if ((may & MAY_HAVE.glued) !== 0 && MAY_BE_GLUED.test(said))
      forEachMatch(said, GLUED, ({ 0: found, index }) => {
        const { lead, value } = trimmed(found, FRONT_OF_GLUED, BACK_OF_GLUED);
        if (!SETTING.test(value)) add(talk, candidates, content + index + lead, value, first);
      });
    if ((may & MAY_HAVE.groups) !== 0 && GROUPED.test(said))
      forEachMatch(said, GROUPS, ({ 0: found, index }) => {
        const digits = found.replace(/\P{Nd}/gu, '').length;
        if (digits >= FEWEST_DIGITS && digits <= MOST_DIGITS)
          add(talk, candidates, content + index, found, first);
      });
    if (!isTurn || said.length > 2 * LONGEST) continue;
    const whole = ENDS_PLAIN.test(said.slice(-1)) ? said : said.replace(BEHIND_TURN, '');
    if (whole.length > LONGEST) continue;
    const { lead, value } = trimmed(whole, FRONT, BACK, true);
    add(talk, candidates, content + lead, value, first);
  }
}
