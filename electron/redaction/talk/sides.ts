import { areBeside, isBlank } from '../text/talk-spans.ts';
import type { Around } from './around.ts';
import type { Candidate } from './candidate.ts';
import { LABELS } from './candidates.ts';
import type { Conversation } from './conversation.ts';
import { MARK } from './feature-names.ts';
import { TOPIC } from './vocabulary.ts';

/** Makes an expression that looks back from the end of a text, instead of from each of its characters to the end. */
const ending = ({ source, flags }: RegExp) => new RegExp(`(?<=${source})`, `${flags}y`);

/** True where an expression of {@link ending} matches the end of a text. */
function endsWith(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = text.length;
  return pattern.test(text);
}

const OPENS_QUOTE = ending(/["“„«'`「『*_]|« /);
const CLOSES_QUOTE = /^(?:["”“»'`」』*_]| »)/;
const OPERATOR = ending(/(?:[:=：→]|=>|->)[ \t]*["'“„«'`*_「]{0,3}/);
const DASH = ending(/[>–—-][ \t]+["'“„«'`*_]{0,3}/);
const STROKE = ending(/[/|\\+~][ \t]+["'“„«'`*_]{0,3}|\p{L}[/|]/u);
const OPENS_BRACKET = ending(/[(（[]["'`]?/);
const COMMA_BEFORE = ending(/[,;،、，][ \t]*/);
const COMMA_BEHIND = /^["'`*_”»]{0,2}[,;،、，]/;
const ASKED = /^["'”»]?[?？؟]/;
const LINE_BEHIND = /^["'`*_.!?,;:)。！？」』”»]{0,4}[ \t]*$/;
const SENTENCE_BEHIND = /^["'`*_”»」』)]{0,3}(?:[.!?。！？](?:\s|$|["”»])|\s*$)/;
const CLAUSE_BEHIND =
  /^["'`*_”»」』)]{0,3}(?:[.!?;:,、，。！？;–—](?:\s|$)|[、，。！？]|[ \t][–—-][ \t]|\s*$)/;
const BESIDE_BEFORE = ending(/[\w:=/@\\$<{.&|+~[\]]["'`]?/);
const BESIDE_BEHIND = /^["'`*_]{0,3}(?:[=({@/\\<|[]|:\S)/;
const SETTING_BEHIND = /^:[~/]|^[ \t]=[ \t]/;
const OPTION = ending(/(?:^|\s)-{1,2}[\w-]+[ =]?["']?/);
const ADDRESS = ending(/:\/\/[^\s"'<>]*/);
const COMMENT_BEFORE = /^[ \t]*(?:\/\/|#|--|\*|\/\*|<!--|;)/;
const FOREIGN = /[^\0-\x7f“”„’‘–—…•→✓]/;
/** One blank beside a character of no mark above: none of them stands there. */
const PLAIN_BEFORE = ending(/[^\s:=：→>–—/|\\+~,;،、，«-] /);
const PLAIN_BEHIND = /^ [^\s–—=»-]/;
const REACH = 48;
const STOPS_CLAUSE: ReadonlySet<number> = new Set([...',;،؛、，；'].map((mark) => mark.charCodeAt(0)));
const CLAUSE_WORDS = 9;
const WORDS_BEHIND = 5;
const COLON_AT_END = /[:：][ \t]*$/;
const OPENS_NEXT =
  LABELS | TOPIC.equals | TOPIC.type | TOPIC.by | TOPIC.user | TOPIC.give | TOPIC.join | TOPIC.enter;
/** What {@link Before.distance} is without a name of a secret. */
const NO_DISTANCE = 13;

/** What stands on one side of a candidate. */
interface Side {
  text: string;
  /** Bits of {@link MARK}. */
  marks: number;
  /** It is written in another script, or in words of another language. */
  isForeign: boolean;
}

/** What the words before a unit are about. */
export interface TopicsBefore {
  first: number;
  /** Topics of the last four words, and of the clause. */
  few: number;
  clause: number;
  /** Words since a name of a secret. */
  distance: number;
  /** A name of a secret stands in the clause. */
  isTold: boolean;
}

/** What stands before a candidate. */
export interface Before extends Side {
  start: number;
  topics: TopicsBefore;
}

/** What stands behind a candidate. */
export interface Behind extends Side {
  last: number;
  end: number;
  clause: number;
  /** The unit behind the clause. */
  stop: number;
  /** Sums of weights that are known, by the class of the candidate, and whether the name of a secret stands before. */
  sums: (number | undefined)[];
}

/** True where text stands between two units that ends a clause. */
function stopsClause(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (STOPS_CLAUSE.has(text.charCodeAt(at))) return true;
  return false;
}

/** `as deploy and …`, `user mira / …`: the name of a user stands before, with a word or a mark between. */
function isUserBefore({ units }: Conversation, first: number): boolean {
  const { line } = units[first]!;
  for (let at = first - 2; at >= Math.max(0, first - 5); at -= 1)
    if (units[at]!.line === line && (units[at]!.topics & TOPIC.user) !== 0 && units[at + 1]!.topics === 0)
      return true;
  return false;
}

const when = (is: boolean, mark: number) => (is ? mark : 0);

/** True for a line that names what comes next: it ends with a colon, or with a word for it and no full stop. */
function opensNext({ text, units, lines }: Conversation, number: number): boolean {
  const line = lines[number];
  if (line === undefined || line.first === line.end) return false;
  const { end, topics } = units[line.end - 1]!;
  return (
    COLON_AT_END.test(text.slice(Math.max(line.start, line.stop - 4), line.stop)) ||
    (end === line.stop && (topics & OPENS_NEXT) !== 0 && !/[.!?]/.test(text[end - 1]!))
  );
}

/** The marks that a candidate has by its line and the lines around. */
function marksOfLine(around: Around, number: number): number {
  const { talk, marksOfLines } = around;
  const known = marksOfLines[number];
  if (known !== undefined) return known;
  const { lines, text, turns } = talk;
  const line = lines[number]!;
  const below = around.topicsOf(number + 1);
  let marks =
    when(lines[number - 1]?.asks === true, MARK['line above asks']) |
    when(opensNext(talk, number - 1), MARK['line above opens']) |
    when(lines[number - 2]?.asks === true, MARK['second line above asks']) |
    when((below & TOPIC.ack) !== 0, MARK['line below thanks']) |
    when((below & TOPIC.fail) !== 0, MARK['line below refuses']) |
    when((below & TOPIC.fix) !== 0, MARK['line below corrects']) |
    when(turns >= 2, MARK['in a chat']) |
    when(line.hasSpeaker, MARK.speaker);
  if (line.content > line.start) {
    const head = text.slice(line.start, line.content);
    marks |= when(COMMENT_BEFORE.test(head), MARK['in a comment']);
    marks |= when(head.includes('>'), MARK['in a quotation']);
  }
  marksOfLines[number] = marks;
  return marks;
}

/** Reads what the words before a unit are about. */
export function readTopicsBefore({ text, units, lines }: Conversation, first: number): TopicsBefore {
  const { line, sentence } = units[first]!;
  let few = 0;
  let clause = 0;
  let isOpen = true;
  let distance = NO_DISTANCE;
  const from = Math.max(lines[line]!.first, first - CLAUSE_WORDS);
  for (let index = first - 1; index >= from; index -= 1) {
    const unit = units[index]!;
    if (isOpen && (unit.sentence !== sentence || stopsClause(text, unit.end, units[index + 1]!.start)))
      isOpen = false;
    if (isOpen) clause |= unit.topics;
    if (index >= first - 4 && unit.sentence === sentence) few |= unit.topics;
    if (distance === NO_DISTANCE && (unit.topics & LABELS) !== 0) distance = first - index;
  }
  return { first, few, clause, distance, isTold: ((few | clause) & LABELS) !== 0 };
}

/**
 * Returns the marks before a unit that has nothing but a plain word and one blank before it; undefined for any other one,
 * whose text must be read.
 */
export function marksBehindWord(around: Around, first: number): number | undefined {
  const { talk } = around;
  const before = talk.units[first - 1];
  const unit = talk.units[first]!;
  const isBehind = before !== undefined && before.line === unit.line && areBeside(talk.text, before, unit);
  if (!isBehind || before.end - 1 < talk.lines[unit.line]!.content) return undefined;
  return marksOfLine(around, unit.line) | when(isUserBefore(talk, first), MARK['user before']);
}

/** Reads what stands before a candidate. */
export function readBefore(around: Around, start: number, topics: TopicsBefore): Before {
  const { talk } = around;
  const { text, units, lines } = talk;
  const { first } = topics;
  const { line: number, sentence } = units[first]!;
  const line = lines[number]!;
  const before = text.slice(Math.max(line.content, start - REACH), start);
  let marks = marksOfLine(around, number);
  if (before.includes('-')) marks |= when(endsWith(before, OPTION), MARK['option before']);
  if (before === '') marks |= MARK['first of its turn'] | MARK['first of its sentence'];
  else if (!endsWith(before, PLAIN_BEFORE)) {
    const isFirst = before.trim() === '';
    marks |=
      when(endsWith(before, OPENS_QUOTE), MARK.quoted) |
      when(endsWith(before, OPERATOR), MARK['operator before']) |
      when(endsWith(before, DASH), MARK['dash before']) |
      when(endsWith(before, STROKE), MARK['stroke before']) |
      when(endsWith(before, OPENS_BRACKET), MARK['bracket before']) |
      when(isFirst, MARK['first of its turn'] | MARK['first of its sentence']) |
      when(endsWith(before, COMMA_BEFORE), MARK['comma before']) |
      when(endsWith(before, BESIDE_BEFORE), MARK['beside a sign before']);
  }
  if (!isBlank(text.charCodeAt(start - 1))) {
    const address = text.slice(Math.max(line.start, start - 4 * REACH), start);
    marks |= when(address.includes('://') && endsWith(address, ADDRESS), MARK['in an address']);
  }
  marks |= when(units[first - 1]?.sentence !== sentence, MARK['first of its sentence']);
  marks |= when(isUserBefore(talk, first), MARK['user before']);
  const isForeign =
    (around.topicsNear(sentence, number) & TOPIC.foreign) !== 0 || (!around.isAscii && FOREIGN.test(before));
  return { text: before, marks, isForeign, start, topics };
}

/** Reads what stands behind a candidate. */
export function readBehind(around: Around, { last, end }: Candidate): Behind {
  const { text, units, lines } = around.talk;
  const { line: number, sentence } = units[last]!;
  const line = lines[number]!;
  let clause = 0;
  let stop = last + 1;
  for (; stop < Math.min(line.end, last + WORDS_BEHIND + 1); stop += 1) {
    const unit = units[stop]!;
    if (unit.sentence !== sentence || stopsClause(text, units[stop - 1]!.end, unit.start)) break;
    clause |= unit.topics;
  }
  const behind = text.slice(end, Math.min(line.stop, end + REACH));
  let marks = 0;
  if (!PLAIN_BEHIND.test(behind))
    marks =
      when(LINE_BEHIND.test(behind), MARK['ends its line']) |
      when(SENTENCE_BEHIND.test(behind), MARK['ends its sentence']) |
      when(CLAUSE_BEHIND.test(behind), MARK['ends its clause']) |
      when(COMMA_BEHIND.test(behind), MARK['ends before a comma']) |
      when(ASKED.test(behind), MARK.asked) |
      when(BESIDE_BEHIND.test(behind), MARK['beside a sign behind']) |
      when(SETTING_BEHIND.test(behind), MARK['setting behind']);
  const isForeign = !around.isAscii && FOREIGN.test(behind);
  return { text: behind, marks, isForeign, sums: [], last, end, clause, stop };
}

/** Counts the names of programs, files and variables beside a candidate. */
export function technicalNear(around: Around, { topics: { first } }: Before, { last, stop }: Behind): number {
  const { units, lines } = around.talk;
  let count = 0;
  for (let at = Math.max(lines[units[first]!.line]!.first, first - CLAUSE_WORDS); at < first; at += 1)
    if (around.isTechnicalAt(at)) count += 1;
  for (let at = last + 1; at < stop; at += 1) if (around.isTechnicalAt(at)) count += 1;
  return count;
}

/** Returns the marks that both sides make together. */
export function marksOfBoth(before: Before, behind: Behind): number {
  const isQuoted = (before.marks & MARK.quoted) !== 0 && CLOSES_QUOTE.test(behind.text);
  const isAlone =
    (before.marks & MARK['first of its turn']) !== 0 && (behind.marks & MARK['ends its line']) !== 0;
  return (
    when(isQuoted, MARK['in quotes']) |
    when(isAlone, MARK['alone in its line']) |
    when(before.isForeign || behind.isForeign, MARK.foreign)
  );
}
