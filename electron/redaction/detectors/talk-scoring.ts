import { isMessage, lineEnd, lineStart, type Scan } from '../engine/scan.ts';
import { TOPIC } from '../rules/talk-vocabulary.ts';
import { sensitiveName } from '../text/sensitive-name.ts';
import { SHAPE, SHORTEST_SHAPED, shapeOf } from '../text/talk-shape.ts';
import { HAS, SPAN_SIZE, type Spans } from '../text/talk-spans.ts';
import type { Topics } from '../text/talk-topics.ts';
import { isTechnical, readUnits, type Unit } from '../text/talk-units.ts';
import { isNameOfThing } from './label-match.ts';
import { isSentence } from './login-talk.ts';

/** A longer text is a document or a program, in which a word about logging in says less about its neighbours. */
export const LONGEST_TALK = 4000;
/** Lines above in which a question or a heading can stand. */
const LINES_ABOVE = 4;
/** Words before a candidate that say what it is. */
const WORDS_BEFORE = 4;
/** The points from which a candidate is masked. */
const ENOUGH = 4.5;

/** What a sentence, a line or a word says in favour of a candidate, or against it. */
const POINTS = {
  passwordInSentence: 3,
  passwordInLine: 2.75,
  passwordAbove: 2.5,
  passwordAnywhere: 1.5,
  loginInSentence: 2,
  loginInLine: 1.5,
  loginAbove: 1.5,
  loginAnywhere: 1,
  accessInSentence: 1,
  accessInLine: 1,
  accessAbove: 1,
  accessAnywhere: 0.5,
  typed: 1.5,
  equals: 1,
  guess: 0.75,
  opens: 1,
  join: 0.5,
  foreign: 0.75,
  quoted: 0.75,
  alone: 1,
  announced: 1,
  bracketed: 0.5,
  technical: -0.5,
  mostTechnical: -2,
  policy: -3,
  thing: -4,
} as const;

/** The topics of the sentences and the lines of a text. */
export interface Talk {
  text: string;
  units: readonly Unit[];
  sentences: readonly number[];
  lines: readonly number[];
  /** How many names of programs and files the lines have that were asked for. */
  technical: Map<number, number>;
  all: number;
}

/** Gathers what the sentences and the lines of a text are about. */
export function readTalk(text: string, spans: Spans, topicsOfSpans: Topics): Talk {
  const units = readUnits(text, spans, topicsOfSpans);
  const sentences: number[] = [];
  const lines: number[] = [];
  for (const { topics, sentence, line } of units) {
    sentences[sentence] = (sentences[sentence] ?? 0) | topics;
    lines[line] = (lines[line] ?? 0) | topics;
  }
  return { text, units, sentences, lines, technical: new Map(), all: topicsOfSpans.all };
}

/** Counts the names of programs and files in the line of a unit. */
function technicalIn({ text, units, technical }: Talk, index: number): number {
  const { line } = units[index]!;
  let count = technical.get(line);
  if (count === undefined) {
    let first = index;
    while (units[first - 1]?.line === line) first -= 1;
    count = 0;
    for (let at = first; units[at]?.line === line; at += 1) if (isTechnical(text, units[at]!)) count += 1;
    technical.set(line, count);
  }
  return count;
}

/** Returns the topics of the lines above one. */
export function topicsAbove(talk: Talk, line: number): number {
  let topics = 0;
  for (let above = Math.max(0, line - LINES_ABOVE); above < line; above += 1)
    topics |= talk.lines[above] ?? 0;
  return topics;
}

/** Returns the topics of the words right before a unit, in its line: of the last one, and of the last few. */
export function topicsBefore(talk: Talk, index: number): { last: number; few: number } {
  let few = 0;
  const { line, sentence } = talk.units[index]!;
  for (let at = index - 1; at >= Math.max(0, index - WORDS_BEFORE); at -= 1) {
    const unit = talk.units[at]!;
    if (unit.line !== line || unit.sentence !== sentence) break;
    few |= unit.topics;
  }
  const before = talk.units[index - 1];
  return { last: before?.line === line ? before.topics : 0, few };
}

function nearest(
  topics: readonly [number, number, number, number],
  wanted: number,
  points: readonly number[],
): number {
  for (const [index, mask] of topics.entries()) if ((mask & wanted) !== 0) return points[index]!;
  return 0;
}

const OPENS_QUOTE = /["“„«'`「『*_]$/;
const ANNOUNCES = /(?:[:=：→>–—-]|[ \t]\/[ \t])[ \t]*["“„«'`*_]{0,3}$/;
const OPENS_BRACKET = /[(（[]["'`]?$/;
const LINE_BEFORE = /(?:^|[\n|\t])[ \t>*•-]*(?:[\p{L}\d ._@[\]:-]{1,24}[:>] ?)?["'`*_]{0,2}$/u;
const LINE_BEHIND = /^["'`*_.!,]{0,3}[ \t]*(?:$|[\n\r|\t])/;
const REACH = 40;

/** Judges what the marks around a candidate say. */
function pointsOfMarks(text: string, start: number, end: number): number {
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  let points = 0;
  if (OPENS_QUOTE.test(before)) points += POINTS.quoted;
  if (ANNOUNCES.test(before)) points += POINTS.announced;
  else if (OPENS_BRACKET.test(before)) points += POINTS.bracketed;
  if (LINE_BEHIND.test(behind) && LINE_BEFORE.test(before)) points += POINTS.alone;
  return points;
}

/** Returns the points that the text around a unit gives to a candidate in it. */
function pointsOfContext(talk: Talk, index: number, start: number, end: number, shape: number): number {
  const { line, sentence } = talk.units[index]!;
  const around = [talk.sentences[sentence]!, talk.lines[line]!, topicsAbove(talk, line), talk.all] as const;
  const password = nearest(around, TOPIC.password | TOPIC.pin, [
    POINTS.passwordInSentence,
    POINTS.passwordInLine,
    POINTS.passwordAbove,
    POINTS.passwordAnywhere,
  ]);
  const login = nearest(around, TOPIC.login | TOPIC.place, [
    POINTS.loginInSentence,
    POINTS.loginInLine,
    POINTS.loginAbove,
    POINTS.loginAnywhere,
  ]);
  const access = nearest(around, TOPIC.access | TOPIC.code, [
    POINTS.accessInSentence,
    POINTS.accessInLine,
    POINTS.accessAbove,
    POINTS.accessAnywhere,
  ]);
  const { last, few } = topicsBefore(talk, index);
  // Somebody types what nothing but a generator makes.
  if (REMOTE.test(talk.text.slice(Math.max(0, start - REACH), start))) return 0;
  const isTyped =
    (shape >= SHAPE.random || (shape >= SHAPE.marked && CHOSEN.test(talk.text.slice(start, end)))) &&
    (last & (TOPIC.type | TOPIC.equals)) !== 0;
  // `打开的时候输入X`, `du åpner det med X`: somebody opens a thing with it.
  const isOpened =
    shape >= SHAPE.word &&
    (talk.sentences[sentence]! & TOPIC.open) !== 0 &&
    ((last & TOPIC.type) !== 0 || ((last & TOPIC.join) !== 0 && (few & TOPIC.open) !== 0));
  if (password === 0 && login === 0 && access === 0 && !isTyped && !isOpened) return 0;
  let points =
    Math.max(password, login, access, isOpened ? POINTS.accessInSentence : 0) +
    (password > 0 && login > 0 ? 0.5 : 0);
  if ((few & TOPIC.type) !== 0) points += POINTS.typed;
  if ((last & TOPIC.equals) !== 0) points += POINTS.equals;
  else if ((few & TOPIC.equals) !== 0) points += POINTS.equals / 2;
  if ((few & TOPIC.guess) !== 0) points += POINTS.guess;
  if ((talk.all & TOPIC.foreign) !== 0) points += POINTS.foreign;
  if ((few & TOPIC.open) !== 0) points += POINTS.opens;
  if ((last & TOPIC.join) !== 0) points += POINTS.join;
  if ((last & TOPIC.password) !== 0) points += POINTS.announced;
  if ((last & TOPIC.thing) !== 0 && (last & TOPIC.password) === 0) points += POINTS.thing;
  if ((talk.sentences[sentence]! & TOPIC.policy) !== 0) points += POINTS.policy;
  const others = technicalIn(talk, index) - (isTechnical(talk.text, talk.units[index]!) ? 1 : 0);
  points += Math.max(POINTS.mostTechnical, others * POINTS.technical);
  return points + pointsOfMarks(talk.text, start, end);
}

/** A program that logs in there. */
const REMOTE = /(?:^|\s)(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id)(?:[ \t]+-\S+(?:[ \t]+\d+)?)*[ \t]+$/;
/** Words with capitals, a mark and a number at the end. */
const CHOSEN = /^\p{Lu}\p{Ll}{2,}[!@#$%&]\p{L}{2,}.*\d[!?.]?$/u;
/** `jdbc:postgresql://db:5432/shop?user=X`: a part of an address, which the rules of addresses judge. */
function isInAddress(text: string, start: number): boolean {
  if (!IN_ADDRESS.has(text.charAt(start - 1))) return false;
  return /:\/\/[^\s"'<>]*$/.test(text.slice(Math.max(0, start - LONGEST_ADDRESS), start));
}

/** A password can have marks that separate words elsewhere, with no blank around: `Rypa77;snø`, `Inkwell=Badger3`. */
const REST_OF_VALUE = /[;=~](?!\w{1,24}=)[\p{L}\d]{2,16}[!?]?(?=$|[\s"'`”»)]|[.,!?](?:\s|$))/uy;
const BEGINNING_OF_VALUE = /(?:^|[\s"'`“„«(])(\p{Lu}\p{Ll}[\p{L}\d]{1,14}[;=~])$/u;
const LONGEST_BEGINNING = 20;

function wholeValue(text: string, start: number, end: number): { from: number; to: number } {
  REST_OF_VALUE.lastIndex = end;
  const found = REST_OF_VALUE.exec(text)?.[0] ?? '';
  // In a list each line has the mark more than once.
  const line = text.slice(lineStart(text, start, REACH), lineEnd(text, end, REACH));
  const rest = line.split(found.charAt(0)).length > 2 && found !== '' ? 0 : found.length;
  const before = BEGINNING_OF_VALUE.exec(text.slice(Math.max(0, start - LONGEST_BEGINNING), start))?.[1];
  const isName = before !== undefined && sensitiveName(before.slice(0, -1)) !== undefined;
  return { from: start - (isName ? 0 : (before?.length ?? 0)), to: end + rest };
}

/** `web@static01:/srv`, and a name that a value follows: `token.primary.500 = #0A84FF`. */
const OF_ANOTHER = /^:[~/]|^[ \t]=[ \t]/;
const IN_ADDRESS: ReadonlySet<string> = new Set(':/=,;[');
const LONGEST_ADDRESS = 200;
const TRAILING = /[.,:;'’*_]+$/;
const LEADING = /^['’*_]+/;
/** A mark that ends a question or an exclamation, and does not belong to a password: it stands behind a plain word. */
const END_OF_SENTENCE = /(?<=\p{L}{2})[!?]$/u;

/** What all three of them are about. */
const MAY_HAVE_MARKS = HAS.edge | HAS.apostrophe | HAS.beyondAscii;

/** A token that looks like a password. */
interface Candidate {
  /** The number of its span. */
  index: number;
  start: number;
  value: string;
  shape: number;
}

/** Finds the tokens that look like passwords by themselves: each has a digit or a mark. */
export function readCandidates(text: string, spans: Spans): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (let at = 0; at < spans.length; at += SPAN_SIZE) {
    if ((spans[at + 2]! & (HAS.digit | HAS.mark)) === 0 || spans[at + 1]! - spans[at]! < SHORTEST_SHAPED)
      continue;
    const written = text.slice(spans[at], spans[at + 1]);
    let lead = 0;
    let value = written;
    if ((spans[at + 2]! & MAY_HAVE_MARKS) !== 0) {
      lead = LEADING.exec(written)?.[0].length ?? 0;
      value = written.slice(lead).replace(TRAILING, '').replace(END_OF_SENTENCE, '');
    }
    const shape = shapeOf(value);
    if (shape !== SHAPE.none)
      candidates.push({ index: at / SPAN_SIZE, start: spans[at]! + lead, value, shape });
  }
  return candidates;
}

const SETTING = /(?:^|\n)[ \t]{0,16}([A-Za-z][\w.-]{1,40})[ \t]{0,24}=[ \t]{0,2}["']$/;
const REACH_OF_SETTING = 88;
/** `identifier = "orders-main-2"`: the value of a name on its line that says nothing of a secret. */
function isOfSetting(text: string, start: number): boolean {
  if (!/["']/.test(text.charAt(start - 1))) return false;
  const name = SETTING.exec(text.slice(Math.max(0, start - REACH_OF_SETTING), start))?.[1];
  return name !== undefined && sensitiveName(name) === undefined;
}

/** Finds the candidates that the words around make a password. */
export function findScored(scan: Scan, talk: Talk, candidates: readonly Candidate[]): void {
  for (const { index, start, value, shape } of candidates) {
    const end = start + value.length;
    if (isNameOfThing(talk.text, start, value) || isInAddress(talk.text, start)) continue;
    if (isOfSetting(talk.text, start)) continue;
    if (OF_ANOTHER.test(talk.text.slice(end, end + 3))) continue;
    scan.work += REACH;
    if (shape + pointsOfContext(talk, index, start, end, shape) < ENOUGH || !isSentence(scan, start, end))
      continue;
    const whole = isMessage(scan) ? wholeValue(talk.text, start, end) : { from: start, to: end };
    scan.matches.push({
      rule: 'talk-password',
      tier: 'candidate',
      start: whole.from,
      end: whole.to,
      replacement: '[password]',
      secret: talk.text.slice(whole.from, whole.to),
    });
  }
}
