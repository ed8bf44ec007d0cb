import { backOf, frontOf } from './talk-spans.ts';

/** Names of files, variables, functions and options, and numbers of issues. */
const TECHNICAL =
  /[a-z\d)]\/[\w*]|\w_\w|[a-z][A-Z][a-z]|^--?[a-z]|\w\.[a-z]{1,4}$|^#\d{2,}|^[A-Z]{2,}_|^0x|\d\.\d+\.|^v\d|:\w|[a-z]\d+[a-z]|^[A-Z]{2,}-\d|^\w+-\w+-\w/;

/** True for the name of a program, a file or a variable, and for the number of an issue. */
export function isTechnical(text: string, unit: { start: number; end: number }): boolean {
  const start = frontOf(text, unit.start, unit.end);
  return TECHNICAL.test(text.slice(start, backOf(text, start, unit.end)));
}
