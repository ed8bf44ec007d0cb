import { accessShape, isOfDigits } from '../text/access-shape.ts';
import { isOfTechnology } from '../text/code-token.ts';
import { HAS, SPAN_SIZE, type Spans } from '../text/talk-spans.ts';
import { codesOf } from '../text/text-codes.ts';
import { isOfMachine } from './talk-numbers.ts';

/** A token that can be what somebody types. */
export interface AccessCandidate {
  index: number;
  start: number;
  value: string;
  shape: number;
}

/** Letters glued to a number, in front and behind: Hebrew and Arabic prepositions, endings of cases. */
const GLUED_BEFORE = /^(?:['’"*_¿¡]+|[\p{sc=Hebrew}\p{sc=Arabic}]{1,3}[־ـ-]?(?=[\dA-Za-z]))+/u;
const GLUED_BEHIND =
  /(?:['’]\p{L}{1,5}|(?<=\d)-\p{Ll}{1,4}|(?<=\d)[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Devanagari}]+)?[.'’*_?!।]*$/u;
/** What both of them begin with, and what stands before an ending. */
const MAY_BE_GLUED = HAS.edge | HAS.apostrophe | HAS.beyondAscii;
const STRONG = 3;
const REACH = 24;
const TAIL = /^=[^\s"'`,;=<>()]{1,12}(?=[\s.,;]|$)/;
const HYPHEN = /\p{L}[-_]\p{L}{3,}[-_]\p{L}/u;
/** The same in ASCII, where nothing but words in a row has a shape without a digit and a mark. */
const WORDS_IN_ROW = /[a-z]-[a-z]{3,}-[a-z]/i;

const SNAKE = /^[A-Za-z]+\d?(?:[_-][A-Za-z]+\d?){1,6}$/;
const CONSTANT = /^[A-Z]{2,}(?:_[A-Z\d]+)+$/;
const FILE_MODE = /^0[0-7]{3}$/;
const SAYS_MODE = /mode|permission|chmod|umask|zugriffsrecht|droits|permisos/i;
const REACH_OF_MODE = 48;

const [HYPHEN_CODE, UNDERSCORE] = [0x2d, 0x5f] as const;

/** A cheap test before {@link HYPHEN}: two hyphens or underscores. */
function hasTwoJoints(codes: Uint16Array, start: number, end: number): boolean {
  let count = 0;
  for (let at = start; at < end; at += 1)
    if (codes[at] === HYPHEN_CODE || codes[at] === UNDERSCORE) count += 1;
  return count >= 2;
}

/** Names of a program's own: in the marks of code, or of a constant; and the mode of a file. */
function isOfProgram(text: string, start: number, value: string): boolean {
  if (CONSTANT.test(value) || isOfTechnology(value)) return true;
  if (isOfDigits(value) && isOfMachine(text.slice(Math.max(0, start - REACH_OF_MODE), start))) return true;
  if (text.charAt(start - 1) === '`' && SNAKE.test(value)) return true;
  return (
    FILE_MODE.test(value) &&
    SAYS_MODE.test(text.slice(Math.max(0, start - REACH_OF_MODE), start + REACH_OF_MODE))
  );
}

/** Finds the tokens that people type to get in: with a digit or a mark, or words joined by hyphens. */
export function readAccessCandidates(text: string, spans: Spans): readonly AccessCandidate[] {
  const candidates: AccessCandidate[] = [];
  for (let at = 0; at < spans.length; at += SPAN_SIZE) {
    const kinds = spans[at + 2]!;
    const length = spans[at + 1]! - spans[at]!;
    if ((kinds & (HAS.digit | HAS.mark | HAS.hyphen)) === 0 || length < 4 || length > 70) continue;
    const isOfWords = (kinds & (HAS.digit | HAS.mark)) === 0;
    if (isOfWords && !hasTwoJoints(codesOf(text), spans[at]!, spans[at + 1]!)) continue;
    const written = text.slice(spans[at], spans[at + 1]);
    const joined = (kinds & HAS.beyondAscii) === 0 ? WORDS_IN_ROW : HYPHEN;
    if (isOfWords && !joined.test(written)) continue;
    let lead = 0;
    let value = written;
    if ((kinds & MAY_BE_GLUED) !== 0) {
      lead = GLUED_BEFORE.exec(written)?.[0].length ?? 0;
      value = written.slice(lead).replace(GLUED_BEHIND, '');
    }
    const shape = accessShape(value);
    if (shape === 0 || isOfProgram(text, spans[at]! + lead, value)) continue;
    // An equals sign is a mark of a password, too, and ends a word elsewhere.
    if (shape >= STRONG) value += TAIL.exec(text.slice(spans[at + 1], spans[at + 1]! + REACH))?.[0] ?? '';
    candidates.push({ index: at / SPAN_SIZE, start: spans[at]! + lead, value, shape });
  }
  return candidates;
}
