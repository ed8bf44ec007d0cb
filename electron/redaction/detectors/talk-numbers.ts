import type { Scan } from '../engine/scan.ts';
import { CALLED_OR_ORDERED } from '../rules/numbered-things.ts';
import { HAS_UNIT } from '../rules/place-codes.ts';
import { TOPIC } from '../rules/talk-vocabulary.ts';
import { HAS } from '../text/talk-spans.ts';
import { isSentence } from './login-talk.ts';
import { pushTalkCode } from './talk-code.ts';
import { type Talk, topicsAbove, topicsBefore } from './talk-scoring.ts';

/** What a person types on a keypad: digits, groups of them as on a safe, and the marks of the keypad. */
const CODE =
  /^(?:[*#]?\p{Nd}{4,8}[#*]?|\d(?:[ -]\d){3,7}|\d{1,2}(?:-\d{1,2}){2,3}|\d{2,6}[A-ZА-Я]\d{0,4}|[A-ZА-Я]\d{4,6}[#*]?)$/u;
/** What {@link CODE} begins with in ASCII: a digit, a mark of the keypad, or a letter before a digit. */
const [MAY_BEGIN, IS_LETTER, IS_DIGIT] = [1, 2, 4] as const;
const BEGINNINGS = new Uint8Array(128);
for (const [characters, kind] of [
  ['*#', MAY_BEGIN],
  ['0123456789', MAY_BEGIN | IS_DIGIT],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', IS_LETTER],
] as const)
  for (const character of characters) BEGINNINGS[character.charCodeAt(0)] = kind;

/** A cheap test before {@link CODE}: most words with a digit begin with a word. */
function mayBeCode(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= BEGINNINGS.length) return true;
  const kind = BEGINNINGS[code]!;
  if (kind !== IS_LETTER) return kind !== 0;
  const next = text.charCodeAt(at + 1);
  return next < BEGINNINGS.length && (BEGINNINGS[next]! & IS_DIGIT) !== 0;
}

/** Only keypads have these marks and letters. */
const OF_A_KEYPAD = /[#*]|^\d{2,6}[A-ZА-Я]/;
const YEAR = /^(?:19\d\d|20[0-3]\d)$|^\d\d-\d\d-(?:19|20)?\d\d$/;
/** Words of a sentence before and behind a number that tell what it is. */
const WORDS_BEFORE = 8;
const WORDS_BEHIND = 4;
const ENOUGH = 4.5;

const POINTS = {
  number: 1,
  pin: 3,
  password: 2.5,
  place: 2.5,
  code: 2,
  opens: 1.5,
  typed: 1.5,
  named: 1,
  equals: 1,
  guess: 0.5,
  join: 0.5,
  announced: 1,
  alone: 1.5,
  placeAnnounced: 0.5,
  codeBehind: 1.5,
  codeOfPlace: 0.5,
  /** A door or an alarm right before the number. */
  placeBeside: 0.5,
  ofKeypad: 0.5,
  besideOthers: 1,
  nextOfList: 3,
  policy: -4,
  thing: -4,
  thingBefore: -1.5,
  year: -2,
} as const;

const MONEY_BEFORE = /(?:[€$£¥₹#№+/.,\d]|(?:eur|usd|chf|rs|nr|no)\.?)[ ]?$/i;
/** The port of a machine: `Port: 2121`, `端口是22022`, `proxy.corp.lan:3128`. */
const PORT =
  /(?:(?<!\p{L})(?:port|puerto|(?<!(?:da|de|do|di|la) )porta|порт[ау]?|портом|θύρα|منفذ|פורט|पोर्ट|cổng)(?!\p{L})|端口|埠|ポート|포트)[^\p{L}\d\n]{0,3}(?:\p{L}{1,7}[ ]?)?[:：=]?[ ]?$/iu;
const PORT_OF_HOST = /(?:@|\/\/|\.|\s-{1,2}[\w-]{1,16}[ =])[\w-]{1,64}:$/;
/** `merchant=8812`: the value of a name that is none for a code. */
const OF_NAME = /(?<![\w-])(?![\w-]*(?:pin|code|pass|otp|tan|puk|cvv|cvc))[a-z][\w-]{0,40}=$/i;
/** `value: "86400"`: the rules for members judge it by its name. */
const OF_MEMBER = /(?:^|[\s{,"'])value["']?:[ \t]{0,4}["']?$/;
/** The end of a range, a role of a document, the mode of a file in a difference. */
const RANGE =
  /\d[`'"]{0,2} ?(?:to|bis|à|until|through|\.\.|–|-) ?[:\w]{0,8}[`'"]{0,2}$|:\w{1,12}:`$|[\da-f]{7,}\.\.[\da-f]{7,} $/;
/** True for the port of a machine, the value of another name, and a number of a range, by what stands before it. */
export const isOfMachine = (before: string) =>
  (before.endsWith(':') && PORT_OF_HOST.test(before)) ||
  (before.endsWith('=') && OF_NAME.test(before)) ||
  RANGE.test(before) ||
  PORT.test(before) ||
  OF_MEMBER.test(before) ||
  CALLED_OR_ORDERED.test(before);

/** A question, which the next line answers. */
const ASKED = /[?？؟;]\s*\n[^\n]*$/;
const LONGEST_QUESTION = 160;
/** A question, and who answers it, in a chat that is written in one line. */
const ANSWERED = /[?？؟][ \t/|>–-]{0,4}\p{L}[\p{L} .]{0,23}[:>][ \t]{0,2}["'`]?$/u;
const ANNOUNCED = /[:：=→–—-][ \t]*["'`“*_]{0,3}$/;
const BEGINS_CELL = /(?:^|[\n|\t])[ \t>*•-]*(?:[\p{L} .]{1,24}:[ ])?["'`*_]{0,3}$/u;
const ENDS_CELL = /^["'`*_.]{0,3}[ \t]*(?:$|[\n\r|\t])/;
const AMOUNT_BEHIND =
  /^(?:[.,:/][\p{sc=Latin}\p{sc=Cyrillic}\d]|[-–]\p{L}|[\p{sc=Latin}\p{sc=Cyrillic}]| ?(?:€|\$|%|[kmg]?b\b|ms\b|px\b|km\b|kg\b|eur\b|usd\b|people|units|items|times|rows|lines))/iu;
const REACH = 32;

/** The topics of the words before a number in its sentence, back to the number before it. */
function topicsOfClause(talk: Talk, index: number): number {
  const { sentence, line } = talk.units[index]!;
  let topics = 0;
  for (let at = index - 1; at >= Math.max(0, index - WORDS_BEFORE); at -= 1) {
    const unit = talk.units[at]!;
    if (unit.sentence !== sentence || unit.line !== line) break;
    if (/^\d{3}/.test(talk.text.slice(unit.start, unit.end))) break;
    topics |= unit.topics;
  }
  return topics;
}

function topicsBehind(talk: Talk, index: number): number {
  const { sentence } = talk.units[index]!;
  let topics = 0;
  for (let at = index + 1; at <= index + WORDS_BEHIND; at += 1) {
    const unit = talk.units[at];
    if (unit === undefined || unit.sentence !== sentence) break;
    topics |= unit.topics;
  }
  return topics;
}

function pointsOfTopics(topics: number): number {
  if ((topics & TOPIC.pin) !== 0) return POINTS.pin;
  if ((topics & (TOPIC.password | TOPIC.place)) !== 0) return POINTS.place;
  return (topics & TOPIC.code) !== 0 ? POINTS.code : 0;
}

/** What was found before a number. */
interface Neighbours {
  /** A code in the same sentence. */
  isNext: boolean;
  /** Another code of the same text. */
  isBesideOthers: boolean;
}

/** Returns the points for a number of a text. */
function pointsOf(talk: Talk, index: number, start: number, end: number, near: Neighbours): number {
  const { text, sentences } = talk;
  const { line, sentence } = talk.units[index]!;
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  if (MONEY_BEFORE.test(before) || isOfMachine(before) || AMOUNT_BEHIND.test(behind) || HAS_UNIT.test(behind))
    return 0;
  const clause = topicsOfClause(talk, index);
  const { last, few } = topicsBefore(talk, index);
  const after = topicsBehind(talk, index);
  const isAlone = BEGINS_CELL.test(before) && ENDS_CELL.test(behind);
  let points = pointsOfTopics(clause);
  if (points === 0 && isAlone) points = pointsOfTopics(topicsAbove(talk, line) & ~(TOPIC.code | TOPIC.place));
  if (points === 0 && (after & TOPIC.open) !== 0) points = pointsOfTopics(after);
  if (points === 0 && (last & (TOPIC.equals | TOPIC.type)) !== 0)
    points = pointsOfTopics(talk.lines[line]! & ~TOPIC.code);
  if (
    points === 0 &&
    BEGINS_CELL.test(before) &&
    ASKED.test(text.slice(Math.max(0, start - LONGEST_QUESTION), start))
  )
    points = pointsOfTopics(topicsAbove(talk, line));
  if (points === 0 && ANSWERED.test(before)) points = pointsOfTopics(talk.lines[line]!) + POINTS.alone;
  if (near.isNext) points = Math.max(points, POINTS.nextOfList);
  if (points === 0) return 0;
  if (
    clause !== 0 &&
    (clause & (TOPIC.pin | TOPIC.password | TOPIC.place)) === 0 &&
    (clause & TOPIC.thing) !== 0
  )
    return 0;
  // The number of an issue; on a keypad the mark stands behind.
  if (text.charAt(start) === '#' && (clause & (TOPIC.pin | TOPIC.place)) === 0) return 0;
  points += POINTS.number;
  if (near.isBesideOthers) points += POINTS.besideOthers;
  const said = talk.lines[line]!;
  if ((clause & TOPIC.place) !== 0 && (clause & TOPIC.code) !== 0) points += POINTS.codeOfPlace;
  if ((said & TOPIC.place) !== 0 && (said & (TOPIC.code | TOPIC.pin)) !== 0) points += POINTS.codeOfPlace;
  if (((few | after) & TOPIC.open) !== 0) points += POINTS.opens;
  if ((last & TOPIC.place) !== 0) points += POINTS.placeBeside;
  if (OF_A_KEYPAD.test(text.slice(start, end))) points += POINTS.ofKeypad;
  if ((few & TOPIC.type) !== 0) points += POINTS.typed;
  if ((last & (TOPIC.pin | TOPIC.password | TOPIC.code)) !== 0) points += POINTS.named;
  if ((last & TOPIC.equals) !== 0) points += POINTS.equals;
  if (((few | after) & TOPIC.guess) !== 0) points += POINTS.guess;
  if ((last & TOPIC.join) !== 0) points += POINTS.join;
  if ((after & (TOPIC.pin | TOPIC.code | TOPIC.password)) !== 0) points += POINTS.codeBehind;
  if (ANNOUNCED.test(before))
    points += POINTS.announced + ((last & TOPIC.place) !== 0 ? POINTS.placeAnnounced : 0);
  if (isAlone) points += POINTS.alone;
  if ((sentences[sentence]! & TOPIC.policy) !== 0) points += POINTS.policy;
  const strong = TOPIC.pin | TOPIC.password;
  if ((last & TOPIC.thing) !== 0 && (last & strong) === 0) points += POINTS.thing;
  else if ((few & TOPIC.thing) !== 0 && (clause & strong) === 0) points += POINTS.thingBefore;
  return points;
}

/** Digits one by one, as they are read aloud. */
const SPACED = /\d(?: \d){3,7}(?!\d|[ .,:/]\d)/y;

function numberOf(text: string, start: number, end: number): string {
  if (end === start + 1) {
    SPACED.lastIndex = start;
    const spaced = SPACED.exec(text)?.[0];
    if (spaced !== undefined && !/\d /.test(text.slice(Math.max(0, start - 2), start))) return spaced;
  }
  return text.slice(start, end).replace(/[.,'*_]+$/, '');
}

/** Finds the codes of doors, safes, telephones and cards that a sentence or a table names. */
export function findTalkNumbers(scan: Scan, talk: Talk): void {
  const { text, units, all } = talk;
  if ((all & (TOPIC.pin | TOPIC.code | TOPIC.place | TOPIC.password)) === 0) return;
  const isBesideOthers = scan.matches.some(({ replacement }) => replacement === '[secret]');
  let lastSentence = -1;
  for (const [index, unit] of units.entries()) {
    if ((unit.kinds & HAS.digit) === 0 || !mayBeCode(text, unit.start)) continue;
    const value = numberOf(text, unit.start, unit.end);
    if (!CODE.test(value)) continue;
    const start = unit.start;
    const end = start + value.length;
    scan.work += 2 * REACH;
    const near = { isNext: lastSentence === unit.sentence, isBesideOthers };
    const points = pointsOf(talk, index, start, end, near) + (YEAR.test(value) ? POINTS.year : 0);
    if (points < ENOUGH || !isSentence(scan, start, end)) continue;
    lastSentence = unit.sentence;
    pushTalkCode(scan, start, end, value);
  }
}
