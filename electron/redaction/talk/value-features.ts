import { accessShape } from '../text/access-shape.ts';
import { isChosenWord } from '../text/message-word.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isPersonalToken } from '../text/personal-token.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isNoSecretAnywhere, isSaidOfPassword, isTechnicalWord } from '../text/prose-secret.ts';
import { shapeOf } from '../text/talk-shape.ts';
import { HAS } from '../text/talk-spans.ts';
import { fold } from '../text/talk-words.ts';
import type { Candidate } from './candidate.ts';
import type { Conversation } from './conversation.ts';
import {
  ACCESS,
  AT,
  CLASS_OF,
  DIGITS,
  FORM,
  type Form as FormName,
  K,
  KIND,
  LENGTH_BY_KIND,
  SHAPE,
  SPOKEN,
  WORDS,
} from './feature-names.ts';
import type { Sink } from './sink.ts';
import { digitsOf, LETTERS, lettersOf, sortsOf } from './value-characters.ts';
import { TOPIC } from './vocabulary.ts';

const CODE =
  /^(?:[*#]\p{Nd}{3,8}[*#]?|\p{Nd}{3,8}[*#]|\d(?:[ -]\d){3,7}|\d{1,4}(?:[- ]\d{1,4}){1,4}[#*]?|\d{2,6}[A-ZА-Я]\d{0,4}|[A-ZА-Я]\d{4,6}[#*]?)$/u;
const PLAIN = /^[\p{L}\p{M}’']+$/u;
const JOINED = /^[\p{L}\p{M}]+(?:[-_.&+’'][\p{L}\p{M}]+)+$/u;
const FILE = /\.\p{L}{1,4}\d?$/u;
const VERSION = /^v?\d+(?:\.\d+)+/;
const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z]+)+\d?$/;
const HAS_BLANK = /\s/;
const DATE_OR_TIME = /^\d{1,4}[-/.:]\d{1,2}(?:[-/.:]\d{1,4})?$/;

function kindOf(
  value: string,
  words: number,
  spoken: number,
  isOfLetters: boolean,
  shape: number,
  hasDigit: boolean,
): number {
  if (words > 1) {
    if (hasDigit && CODE.test(value)) return K.code;
    return 2 * spoken >= words ? K.spoken : K.phrase;
  }
  if (hasDigit && /^\p{Nd}+$/u.test(value))
    return value.length >= 4 && value.length <= 10 ? K.digits : K['short number'];
  if (hasDigit && CODE.test(value)) return K.code;
  if (isOfLetters) {
    if (/[^\x21-\x7e]/.test(value)) return K['word of another script'];
    if (/^[a-z'’]+$/.test(value)) return K['small word'];
    return /^[A-Z][a-z]+$/.test(value) ? K.Word : K.LETTERS;
  }
  if (JOINED.test(value)) return K['joined words'];
  return shape === 0 ? K.odd : shape < 2.75 ? K.faint : shape < 3.5 ? K.named : K.strong;
}

/** Short values by their length, longer ones in steps. */
const lengthIndex = (length: number) =>
  length <= 10 ? length : Math.min(23, 10 + Math.floor((length - 8) / 3));

const shapeIndex = (points: number) => Math.min(9, Math.round(points * 2));

const isSpoken = (topics: number) => (topics & (TOPIC.digit | TOPIC.mark | TOPIC.spelling)) !== 0;

/** Adds where several words begin and end: what is said digit by digit goes on to its last digit. */
function addPhrase(
  sink: Sink,
  { units, text }: Conversation,
  first: number,
  last: number,
  spoken: number,
): void {
  const on = (name: FormName, is: boolean) => {
    if (is) sink.add(FORM[name]);
  };
  const { line } = units[first]!;
  const before = units[first - 1]?.line === line ? units[first - 1] : undefined;
  const behind = units[last + 1]?.line === line ? units[last + 1] : undefined;
  on('spoken before', before !== undefined && isSpoken(before.topics));
  on(
    'spoken behind',
    behind !== undefined && isSpoken(behind.topics) && (behind.topics & TOPIC.spelling) === 0,
  );
  on('begins spoken', isSpoken(units[first]!.topics));
  on('ends spoken', isSpoken(units[last]!.topics));
  on('all spoken', spoken === last - first + 1);
  on('most spoken', 2 * spoken > last - first + 1);
  on(
    'goes on before',
    before !== undefined &&
      /^[ \t]*$/.test(text.slice(before.end, units[first]!.start)) &&
      (before.topics & (TOPIC.equals | TOPIC.password | TOPIC.type | TOPIC.pin | TOPIC.code | TOPIC.by)) ===
        0,
  );
  on(
    'goes on behind',
    behind !== undefined &&
      /^[ \t]*$/.test(text.slice(units[last]!.end, behind.start)) &&
      !/[.!?,]$/.test(text.slice(units[last]!.start, units[last]!.end)),
  );
  sink.bits(AT['first word'], units[first]!.topics);
  sink.bits(AT['last word'], units[last]!.topics);
}

/** The roles of the form of a value and of its words, `svc_report` or `tofu.and.rain`: indexes of `LEXICAL`. */
const [FORM_ROLE, PART_ROLE] = [5, 6];
const BETWEEN_PARTS = /[^\p{L}\p{M}]+|(?<=\p{Ll})(?=\p{Lu})/u;
/** What a candidate is made of. */
export interface Form {
  kind: number;
  /** The class of its kind. */
  class: number;
  words: number;
  /** Words that are digits, marks or spellings. */
  spoken: number;
  digits: number;
  /** Topics of its words. */
  own: number;
  isPlain: boolean;
  /** Points for looking chosen. */
  shape: number;
  access: number;
}

/** A word of letters of ASCII, which need not be looked at. */
const NOT_PLAIN = HAS.notPlain | HAS.hyphen;

/** Reads what a candidate is made of. */
export function formOf({ units }: Conversation, { first, last, value }: Candidate): Form {
  const words = first === last || HAS_BLANK.test(value) ? last - first + 1 : 1;
  let spoken = 0;
  let own = 0;
  let kinds = 0;
  for (let at = first; at <= last; at += 1) {
    const unit = units[at]!;
    own |= unit.topics;
    kinds |= unit.kinds;
    if (isSpoken(unit.topics) || (words > 1 && unit.end - unit.start === 1)) spoken += 1;
  }
  const mayHaveDigit = (kinds & (HAS.digit | HAS.beyondAscii)) !== 0;
  const digits = mayHaveDigit ? digitsOf(value) : 0;
  const hasPlainUnits = (kinds & NOT_PLAIN) === 0;
  // A value without a blank can have marks between its units and beside them.
  const isUnit = first === last && value.length === units[first]!.end - units[first]!.start;
  const isOfLetters = words === 1 && ((isUnit && hasPlainUnits) || PLAIN.test(value));
  const isPlain = words === 1 && (hasPlainUnits || isOfLetters);
  const hasShape = words === 1 && !isPlain;
  const shape = hasShape ? shapeOf(value) : 0;
  const access = hasShape ? accessShape(value) : 0;
  const kind = kindOf(value, words, spoken, isOfLetters, Math.max(shape, access), digits > 0);
  return { kind, class: CLASS_OF[kind]!, words, spoken, digits, own, isPlain, shape, access };
}

/** Adds the form of a candidate, as far as it is seen at once. */
export function addForm(sink: Sink, talk: Conversation, { first, last, value }: Candidate, form: Form): void {
  const { kind, words, spoken, digits, own, isPlain, shape, access } = form;
  const on = (name: FormName, is: boolean) => {
    if (is) sink.add(FORM[name]);
  };
  sink.add(KIND + kind);
  sink.add(SHAPE + shapeIndex(shape));
  sink.add(ACCESS + shapeIndex(access));
  sink.add(LENGTH_BY_KIND[kind]! + lengthIndex(value.length));
  sink.add(DIGITS + Math.min(7, digits));
  sink.add(WORDS + Math.min(14, words));
  sink.add(SPOKEN + Math.min(8, spoken));
  if (words === 1) sink.bits(AT.value, own);
  else {
    sink.bits(AT['words of the value'], own);
    addPhrase(sink, talk, first, last, spoken);
  }
  on('own topic', own !== 0);
  const letters = lettersOf(value);
  on('capital', (letters & LETTERS.capital) !== 0);
  on('small', (letters & LETTERS.small) !== 0);
  on('first capital', (lettersOf(value.charAt(0)) & LETTERS.capital) !== 0);
  on('beyond ascii', (letters & LETTERS.beyondAscii) !== 0);
  if (isPlain) {
    on('vowels missing', /^[a-z]+$/i.test(value) && !/[aeiouy]/i.test(value));
    on('camel case', CAMEL_CASE.test(value));
    return;
  }
  if (words === 1) {
    sink.word(FORM_ROLE, sortsOf(value));
    for (const part of value.split(BETWEEN_PARTS)) if (part.length > 1) sink.word(PART_ROLE, fold(part));
  }
  on('password mark', /[!@#$%&*?]/.test(value));
  on('hyphen', value.includes('-'));
  on('underscore', value.includes('_'));
  on('dot', value.includes('.'));
  on('slash', value.includes('/'));
  on('ends with a mark', /[!?#*$]$/.test(value));
  if (words === 1) {
    on('file', FILE.test(value));
    on('camel case', CAMEL_CASE.test(value));
  }
  if (digits === 0) return;
  on('year', /^(?:19|20)\d\d$/.test(value));
  on('round', /000?$/.test(value));
  on('leading zero', /^0\d/.test(value));
  on('one digit repeated', /^(\d)\1+$/.test(value));
  on('ends with a digit', /\d$/.test(value));
  on('begins with a digit', /^\d/.test(value));
  on('word and digits', /^\p{L}+\d{1,4}$/u.test(value));
  on('name and number', /^[a-z]+[-_]?\d{1,2}$/.test(value));
  on('version', VERSION.test(value));
  on('date or time', DATE_OR_TIME.test(value));
}

/** What {@link addJudgement} can add for a plain word, and for any other one. */
export const JUDGED_WORD: readonly FormName[] = [
  'placeholder',
  'said of passwords',
  'chosen word',
  'technical',
];
export const JUDGED_TOKEN: readonly FormName[] = [
  'chosen',
  'made',
  'marked',
  'personal',
  'no secret anywhere',
  'placeholder',
];

/** Adds what the word lists and rules of other detectors say of a single word. */
export function addJudgement(sink: Sink, value: string, { words, isPlain }: Form): void {
  if (words > 1) return;
  const on = (name: FormName, is: boolean) => {
    if (is) sink.add(FORM[name]);
  };
  on('placeholder', isPlaceholder(value));
  if (isPlain) {
    on('said of passwords', isSaidOfPassword(value));
    on('chosen word', isChosenWord(value));
    on('technical', isTechnicalWord(value));
    return;
  }
  const strength = passwordStrength(value);
  if (strength !== undefined) sink.add(FORM[strength]);
  on('personal', isPersonalToken(value));
  on('no secret anywhere', isNoSecretAnywhere(value));
}
