import { accessShape } from '../text/access-shape.ts';
import { isChosenWord } from '../text/message-word.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isPersonalToken } from '../text/personal-token.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isNoSecretAnywhere, isSaidOfPassword, isTechnicalWord } from '../text/prose-secret.ts';
import { shapeOf } from '../text/talk-shape.ts';
import type { Features } from './around.ts';
import type { Candidate } from './candidates.ts';
import type { Conversation } from './conversation.ts';
import {
  ACCESS,
  AT,
  DIGITS,
  FLAG,
  type Flag,
  K,
  KIND,
  LENGTH_BY_KIND,
  SHAPE,
  SPOKEN,
  WORDS,
} from './feature-names.ts';
import { TOPIC } from './vocabulary.ts';

const CODE =
  /^(?:[*#]\p{Nd}{3,8}[*#]?|\p{Nd}{3,8}[*#]|\d(?:[ -]\d){3,7}|\d{1,4}(?:[- ]\d{1,4}){1,4}[#*]?|\d{2,6}[A-ZА-Я]\d{0,4}|[A-ZА-Я]\d{4,6}[#*]?)$/u;
const PLAIN = /^[\p{L}\p{M}’']+$/u;
const JOINED = /^[\p{L}\p{M}]+(?:[-_.&+’'][\p{L}\p{M}]+)+$/u;
const FILE = /\.\p{L}{1,4}\d?$/u;
const VERSION = /^v?\d+(?:\.\d+)+/;
const DATE_OR_TIME = /^\d{1,4}[-/.:]\d{1,2}(?:[-/.:]\d{1,4})?$/;

function kindOf(value: string, words: number, spoken: number, shape: number): number {
  if (words > 1) {
    if (CODE.test(value)) return K.code;
    return 2 * spoken >= words ? K.spoken : K.phrase;
  }
  if (/^\p{Nd}+$/u.test(value)) return value.length >= 4 && value.length <= 10 ? K.digits : K['short number'];
  if (CODE.test(value)) return K.code;
  if (PLAIN.test(value)) {
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
  features: Features,
  { units, text }: Conversation,
  first: number,
  last: number,
  spoken: number,
): void {
  const on = (flag: Flag, is: boolean) => {
    if (is) features.add(FLAG[flag]);
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
  features.bits(AT['first word'], units[first]!.topics);
  features.bits(AT['last word'], units[last]!.topics);
}

/** Adds what a candidate is by itself. Returns its kind. */
export function addValue(features: Features, talk: Conversation, { first, last, value }: Candidate): number {
  const count = last - first + 1;
  let spoken = 0;
  let own = 0;
  for (let at = first; at <= last; at += 1) {
    const { topics } = talk.units[at]!;
    own |= topics;
    if (isSpoken(topics)) spoken += 1;
  }
  const on = (flag: Flag, is = true) => {
    if (is) features.add(FLAG[flag]);
  };
  const isSingle = count === 1;
  const isPlain = isSingle && PLAIN.test(value);
  const shape = isSingle && !isPlain ? shapeOf(value) : 0;
  const access = isSingle && !isPlain ? accessShape(value) : 0;
  const kind = kindOf(value, count, spoken, Math.max(shape, access));
  features.add(KIND + kind);
  features.add(SHAPE + shapeIndex(shape));
  features.add(ACCESS + shapeIndex(access));
  features.add(LENGTH_BY_KIND[kind]! + lengthIndex(value.length));
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0;
  features.add(DIGITS + Math.min(7, digits));
  features.add(WORDS + Math.min(14, count));
  features.add(SPOKEN + Math.min(8, spoken));
  if (isSingle) features.bits(AT.value, own);
  else addPhrase(features, talk, first, last, spoken);
  on('own topic', own !== 0);
  if (isSingle && !isPlain) {
    const strength = passwordStrength(value);
    if (strength !== undefined) features.add(FLAG[strength]);
    on('personal', isPersonalToken(value));
    on('no secret anywhere', isNoSecretAnywhere(value));
    on('placeholder', isPlaceholder(value));
  }
  if (isPlain) {
    on('placeholder', isPlaceholder(value));
    on('said of passwords', isSaidOfPassword(value));
    on('chosen word', isChosenWord(value));
    on('technical', isTechnicalWord(value));
    on('vowels missing', /^[a-z]+$/i.test(value) && !/[aeiouy]/i.test(value));
  }
  on('year', /^(?:19|20)\d\d$/.test(value));
  on('round', /000?$/.test(value));
  on('leading zero', /^0\d/.test(value));
  on('one digit repeated', /^(\d)\1+$/.test(value));
  on('capital', /\p{Lu}/u.test(value));
  on('small', /\p{Ll}/u.test(value));
  on('first capital', /^\p{Lu}/u.test(value));
  on('password mark', /[!@#$%&*?]/.test(value));
  on('hyphen', value.includes('-'));
  on('underscore', value.includes('_'));
  on('dot', value.includes('.'));
  on('slash', value.includes('/'));
  on('beyond ascii', /[^\x20-\x7e]/.test(value));
  on('ends with a digit', /\d$/.test(value));
  on('begins with a digit', /^\d/.test(value));
  on('word and digits', /^\p{L}+\d{1,4}$/u.test(value));
  on('name and number', /^[a-z]+[-_]?\d{1,2}$/.test(value));
  on('file', FILE.test(value));
  on('version', VERSION.test(value));
  on('camel case', /^[a-z]+(?:[A-Z][a-z]+)+\d?$/.test(value));
  on('date or time', DATE_OR_TIME.test(value));
  on('ends with a mark', /[!?#*$]$/.test(value));
  return kind;
}
