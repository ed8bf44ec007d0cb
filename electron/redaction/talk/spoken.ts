import { HAS, isBlank } from '../text/talk-spans.ts';

import { fold } from '../text/talk-words.ts';
import { codesOf } from '../text/text-codes.ts';
import type { Conversation, Unit } from './conversation.ts';
import { TOPIC, WEAK_TOPICS } from './vocabulary.ts';
import digit from './words/digit.json' with { type: 'json' };
import mark from './words/mark.json' with { type: 'json' };

const NUMBER_WORDS = digit.map((list) => list.split('|'));
const [MARK_WORDS, AFTER_MARK] = mark.map((list) => list.split('|')) as [string[], string[]];
/** Receives what is said: where it begins in the conversation, and its value. */
type OnSpoken = (start: number, value: string) => void;

/** The languages in which a word is a number, one bit each. */
const LANGUAGES = new Map<string, number>();
for (const [index, list] of NUMBER_WORDS.entries())
  for (const word of list) LANGUAGES.set(fold(word), (LANGUAGES.get(fold(word)) ?? 0) | (1 << index));
const ANY_LANGUAGE = -1;
const MARKS = new Set(MARK_WORDS.map(fold));
const SECOND_WORDS = new Set(AFTER_MARK.map(fold));
/** A shorter word is a word of another kind in some language. */
const TELLING_LENGTH = 3;

/** True for a word with an apostrophe a part of which is a mark. */
const hasMark = (word: string): boolean =>
  (word.includes("'") || word.includes('’')) &&
  word.split(/['’]/).some((part) => part !== '' && MARKS.has(part));

const LAST_ASCII = 127;
const LETTER_BITS = 5;
const LETTER = (1 << LETTER_BITS) - 1;
const LETTERS_OF_BEGINNING = 3;

/** The first three letters of a word in ASCII, in either case; 0 for those that it has not. */
const beginningOf = (one: number, two: number, three: number): number =>
  ((one & LETTER) << (2 * LETTER_BITS)) | ((two & LETTER) << LETTER_BITS) | (three & LETTER);

/** The beginnings of all words that can be said. Most words of a sentence begin otherwise. */
const BEGINNINGS = new Uint8Array(1 << (LETTERS_OF_BEGINNING * LETTER_BITS));
for (const word of [...LANGUAGES.keys(), ...MARKS, ...SECOND_WORDS]) {
  const [one = 0, two = 0, three = 0] = [...word.slice(0, LETTERS_OF_BEGINNING)].map((c) => c.charCodeAt(0));
  if ((one | two | three) <= LAST_ASCII) BEGINNINGS[beginningOf(one, two, three)] = 1;
}

/** What has been said of a run of numbers and marks. */
class Said {
  count = 0;
  isTelling = false;
  hasMark = false;
  #languages = ANY_LANGUAGE;

  /** Returns true if the word continues the run. */
  add(word: string): boolean {
    const isMark = MARKS.has(word) || hasMark(word);
    if (!isMark && !(this.count > 0 && SECOND_WORDS.has(word))) {
      const languages = (LANGUAGES.get(word) ?? 0) & this.#languages;
      if (languages === 0) return false;
      this.#languages = languages;
      if (word.length > TELLING_LENGTH || /[^a-z]/.test(word)) this.isTelling = true;
    }
    if (isMark) {
      this.isTelling = true;
      this.hasMark = true;
    }
    this.count += 1;
    return true;
  }
}
/** Digits in the scripts that write numbers as one run. */
const DIGITS_IN_A_RUN = /[零〇一二三四五六七八九]{4,8}|[공영일이삼사오육칠팔구]{4,8}$/u;
/** A clause is not longer, in words. */
const LONGEST_CLAUSE = 16;
/** Words of a number that a person says digit by digit. */
const FEWEST_DIGITS = 3;
const WORDS_TO_COPULA = 4;
const ENDS_CLAUSE: ReadonlySet<number> = new Set([...',;!?()\n،，、'].map((mark) => mark.charCodeAt(0)));
const [DOT, BLANK] = [0x2e, 0x20] as const;
const DASHES: ReadonlySet<number> = new Set([...'–—-'].map((mark) => mark.charCodeAt(0)));

/** True where a mark between two words ends a clause: a dot before a blank, a dash between two. */
function hasClauseEnd(codes: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = codes[at]!;
    if (code === DOT) {
      if (at + 1 === to || isBlank(codes[at + 1]!)) return true;
    } else if (code === BLANK) {
      if (at + 2 < to && codes[at + 2] === BLANK && DASHES.has(codes[at + 1]!)) return true;
    } else if (ENDS_CLAUSE.has(code)) return true;
  }
  return false;
}

const EDGE = /^['’*_.!?¿¡-]+|['’*_.!?।-]+$/g;

function wordOf(talk: Conversation, unit: Unit): string {
  const written = talk.text.slice(unit.start, unit.end);
  const bare = (unit.kinds & HAS.edge) === 0 ? written : written.replace(EDGE, '');
  return (unit.kinds & HAS.beyondAscii) === 0 ? bare.toLowerCase() : fold(bare);
}

/** The same for a word that can be said; empty for most others. */
function saidOf(talk: Conversation, unit: Unit): string {
  const { start, end, kinds } = unit;
  if ((kinds & (HAS.edge | HAS.beyondAscii)) === 0) {
    const codes = codesOf(talk.text);
    const two = start + 1 < end ? codes[start + 1]! : 0;
    const three = start + 2 < end ? codes[start + 2]! : 0;
    if (BEGINNINGS[beginningOf(codes[start]!, two, three)] === 0) return '';
  }
  return wordOf(talk, unit);
}

/** Reads the word of a unit that is not among the words yet: a clause is read for each name of a secret. */
function saidAt(talk: Conversation, words: (string | undefined)[], index: number): string {
  words[index] ??= saidOf(talk, talk.units[index]!);
  return words[index];
}

const NAMES_SECRET = TOPIC.password | TOPIC.pin | TOPIC.code;

function push(report: OnSpoken, talk: Conversation, first: Unit, last: Unit): void {
  const value = talk.text.slice(first.start, last.end).replace(/[.,!?]+$/, '');
  report(first.start, value);
}

/** The end of the clause that a unit is in. */
function clauseEnd(talk: Conversation, index: number): number {
  let end = index;
  while (end + 1 < talk.units.length && end - index < LONGEST_CLAUSE) {
    if (hasClauseEnd(codesOf(talk.text), talk.units[end]!.end - 1, talk.units[end + 1]!.start)) break;
    end += 1;
  }
  return end;
}

/** Masks the digits that somebody says one by one. Returns true if there are some. */
function findDigits(
  report: OnSpoken,
  talk: Conversation,
  words: (string | undefined)[],
  from: number,
  to: number,
): boolean {
  let first = from;
  let said = new Said();
  for (let at = from; at <= to + 1; at += 1) {
    if (at <= to && said.add(saidAt(talk, words, at))) continue;
    if (said.count >= FEWEST_DIGITS && said.isTelling) {
      push(report, talk, talk.units[first]!, talk.units[at - 1]!);
      return true;
    }
    if (said.count > 0) {
      at -= 1;
      said = new Said();
    }
    first = at + 1;
  }
  return false;
}

/** Where the value begins behind the word for it: behind a copula, or right away. */
function valueStart(talk: Conversation, index: number, end: number): { first: number; hasCopula: boolean } {
  const { units, text } = talk;
  for (let at = index + 1; at <= Math.min(end - 1, index + WORDS_TO_COPULA); at += 1)
    if ((units[at]!.topics & TOPIC.equals) !== 0) return { first: at + 1, hasCopula: true };
  const behind = text.slice(units[index]!.end, units[index]!.end + 3);
  return { first: index + 1, hasCopula: /[:=]\s*$/.test(behind) };
}

/** Masks the words of a password that ends with numbers or marks that somebody says. */
function findSaidPassword(
  report: OnSpoken,
  talk: Conversation,
  words: (string | undefined)[],
  index: number,
  end: number,
): boolean {
  const { first, hasCopula } = valueStart(talk, index, end);
  const said = new Said();
  let last = -1;
  for (let at = first; at <= end; at += 1) if (said.add(saidAt(talk, words, at))) last = at;
  if (last <= first || !said.isTelling || said.count < (hasCopula ? 1 : 2)) return false;
  const behind = talk.units[last + 1]?.topics ?? 0;
  const isWhole = said.hasMark && hasCopula;
  if (last !== end && (behind & TOPIC.spelling) === 0 && !isWhole) return false;
  push(report, talk, talk.units[first]!, talk.units[last]!);
  return true;
}

const LINKS = TOPIC.equals | TOPIC.type | TOPIC.password;
const PLAIN_WORD = /^\p{L}[\p{L}\p{M}]{3,23}$/u;
const BEFORE_SPELLING = new Set(
  [
    'in',
    'en',
    'all',
    'alles',
    'tudo',
    'todo',
    'tout',
    'tutto',
    'med',
    'i',
    'w',
    'com',
    'con',
    'mit',
    'с',
    'всё',
    'z',
    's',
  ].map(fold),
);

/** Masks the word that somebody says how to write: `just the word X in lower case`. */
function findSpelled(report: OnSpoken, talk: Conversation): void {
  const { units, sentences } = talk;
  for (const [index, unit] of units.entries()) {
    if ((unit.topics & TOPIC.spelling) === 0 || (sentences[unit.sentence]! & NAMES_SECRET) === 0) continue;
    if ((sentences[unit.sentence]! & TOPIC.policy) !== 0) continue;
    let at = index - 1;
    while (at > 0 && BEFORE_SPELLING.has(wordOf(talk, units[at]!))) at -= 1;
    const word = units[at];
    if (at < 1 || word === undefined || word.sentence !== unit.sentence || (word.topics & ~WEAK_TOPICS) !== 0)
      continue;
    if (!PLAIN_WORD.test(talk.text.slice(word.start, word.end))) continue;
    const before = (units[at - 1]?.topics ?? 0) | (units[at - 2]?.topics ?? 0) | (units[at - 3]?.topics ?? 0);
    if ((before & LINKS) !== 0) push(report, talk, word, word);
  }
}

/** Topics without which nothing is found here. */
const SPOKEN_TOPICS = NAMES_SECRET | TOPIC.place;

/** Finds passwords and numbers that are written as they are said. */
export function findSpoken(report: OnSpoken, talk: Conversation): void {
  const { units, sentences, all } = talk;
  if ((all & SPOKEN_TOPICS) === 0) return;
  const words: (string | undefined)[] = [];
  let done = -1;
  for (const [index, unit] of units.entries()) {
    const topics = unit.topics;
    if (index <= done || (sentences[unit.sentence]! & TOPIC.policy) !== 0) continue;
    const run =
      (unit.kinds & HAS.beyondAscii) === 0
        ? null
        : DIGITS_IN_A_RUN.exec(talk.text.slice(unit.start, unit.end));
    if (run && (sentences[unit.sentence]! & (NAMES_SECRET | TOPIC.place)) !== 0) {
      const start = unit.start + run.index;
      push(report, talk, { ...unit, start }, { ...unit, end: start + run[0].length });
    }
    if ((topics & (NAMES_SECRET | TOPIC.place)) === 0) continue;
    const end = clauseEnd(talk, index);
    done = index;
    const isSaid = (topics & TOPIC.password) !== 0 && findSaidPassword(report, talk, words, index, end);
    if (isSaid || findDigits(report, talk, words, index + 1, end)) done = end;
  }
  if ((all & TOPIC.spelling) !== 0) findSpelled(report, talk);
}
