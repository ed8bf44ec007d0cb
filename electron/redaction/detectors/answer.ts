import { lineEnd, type Scan } from '../engine/scan.ts';

/** What is left of a line behind a label up to the mark that asks or announces. */
const LONGEST_REST = 100;
const ASKS =
  /^[^\n.!;{}<>="`]{0,100}?(?:[?？]|[:：]|(?=\r?\n[ \t]{0,4}(?:<[\w .-]{1,24}>|\[[^\]\n]{1,24}\][ \t]{0,2}[\w .-]{1,24}:|[A-Z][\w .-]{1,24}:)[ \t]))["'”»`)*]{0,3}[ \t]{0,4}(?:\r?\n[ \t]{0,8}){1,2}/;
/** Who speaks: a name or a time before a colon, a name in brackets, `A:`, a mark of a quotation or a list. */
const SPEAKER =
  /^(?:\[[^\]\n]{1,24}\][ \t]{0,2}|\d{1,2}:\d\d(?::\d\d)?[ \t]{1,2}|[>*•-][ \t]{1,2}){0,2}(?:<[\w .-]{1,24}>[ \t]{0,2}|\*{0,2}[\p{L}][\p{L}\p{N} ._-]{0,24}\*{0,2}[:：][ \t]{1,2})?/u;
const MANNERS =
  /^(?:(?:sure|ok|okay|yes|yep|hi|it['’]s|its|that['’]s|try|use|klar|ja|oui|sí|si|da|да|это|c['’]est|es|ist)[,:]?[ \t]{1,2}){0,4}/iu;
const LONGEST_ANSWER = 200;

export interface Answer {
  value: string;
  start: number;
  /** Nothing else stands on the line. */
  isWhole: boolean;
  /** A question mark asked for it. */
  isAsked: boolean;
}

/** The answer on the next line to a question that ends its line, and what is announced with a colon there. */
export function answerAt(scan: Scan, end: number): Answer | undefined {
  const { text } = scan;
  const rest = text.slice(end, end + LONGEST_REST + 32);
  if (!rest.includes('\n')) return undefined;
  const asked = ASKS.exec(rest);
  scan.work += 16;
  if (!asked) return undefined;
  const from = end + asked[0].length;
  const line = text.slice(from, lineEnd(text, from, LONGEST_ANSWER));
  scan.work += line.length;
  const speaker = SPEAKER.exec(line)![0].length;
  const manners = MANNERS.exec(line.slice(speaker))![0].length;
  const said = line.slice(speaker + manners);
  const value = /^[*_`"'“]{0,3}([^\s"'`*“”]{4,128})/.exec(said)?.[1]?.replace(/[.,;!?]+$/, '');
  if (value === undefined || value.includes('://') || /^[<>{}[\]/\\#@]|[{};=(]$/.test(value))
    return undefined;
  const start = from + speaker + manners + said.indexOf(value);
  const behind = text.slice(start + value.length, from + line.length);
  return { value, start, isWhole: /^[\s.,;!"'`*”]*$/.test(behind), isAsked: !/[:：]\s*$/.test(asked[0]) };
}
