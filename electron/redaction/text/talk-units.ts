import { backOf, frontOf, GAP, readGap, SPAN_SIZE, type Spans } from './talk-spans.ts';
import type { Topics } from './talk-topics.ts';

/** A word of a sentence, or a run of characters in a script that is written without blanks. */
export interface Unit {
  start: number;
  end: number;
  /** The kinds of its characters. */
  kinds: number;
  /** The topics of the word, one bit each. */
  topics: number;
  /** A mark that ends a sentence, or the end of a line, stands between the unit before and this one. */
  sentence: number;
  line: number;
}

/** Counts the sentences and the lines of the spans of a text. */
export function readUnits(text: string, spans: Spans, { each }: Topics): Unit[] {
  const units: Unit[] = [];
  let sentence = 0;
  let line = 0;
  let last = 0;
  for (let index = 0; SPAN_SIZE * index < spans.length; index += 1) {
    const start = spans[SPAN_SIZE * index]!;
    const end = spans[SPAN_SIZE * index + 1]!;
    const gap = readGap(text, Math.max(0, last - 1), start);
    if (last > 0 && (gap & GAP.endsSentence) !== 0) sentence += 1;
    if ((gap & GAP.endsLine) !== 0) line += 1;
    units.push({ start, end, kinds: spans[SPAN_SIZE * index + 2]!, topics: each[index]!, sentence, line });
    last = end;
  }
  return units;
}

/** Names of files, variables, functions and options, and numbers of issues. */
const TECHNICAL =
  /[a-z\d)]\/[\w*]|\w_\w|[a-z][A-Z][a-z]|^--?[a-z]|\w\.[a-z]{1,4}$|^#\d{2,}|^[A-Z]{2,}_|^0x|\d\.\d+\.|^v\d|:\w|[a-z]\d+[a-z]|^[A-Z]{2,}-\d|^\w+-\w+-\w/;

/** True for the name of a program, a file or a variable, and for the number of an issue. */
export function isTechnical(text: string, unit: Unit): boolean {
  const start = frontOf(text, unit.start, unit.end);
  return TECHNICAL.test(text.slice(start, backOf(text, start, unit.end)));
}
