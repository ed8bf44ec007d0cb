import { isMessage, type Scan } from '../engine/scan.ts';
import { THING_OF_NUMBER } from '../rules/numbered-things.ts';
import { HAS_UNIT } from '../rules/place-codes.ts';
import { TOPIC } from '../rules/talk-vocabulary.ts';
import { isOfDigits } from '../text/access-shape.ts';
import { isOtherThing } from '../text/other-thing.ts';
import { isTechnical } from '../text/talk-units.ts';
import type { AccessCandidate } from './access-candidates.ts';
import { isNameOfThing } from './label-match.ts';
import { CODE_LINE } from './login-talk.ts';
import type { Talk } from './talk-scoring.ts';

/** Words of the same sentence that are about a token: so many before it, and so many behind it. */
const WORDS_BEFORE = 9;
const WORDS_BEHIND = 5;
const FEW = 3;
/** The points from which a token is masked; a document needs more than a message. */
const ENOUGH = 4.5;
const ENOUGH_IN_DOCUMENT = 6;

/** What the words around a token say, in points. `near` is the clause, `said` the sentence, `text` all of it. */
const POINTS = {
  enter: { near: 2, said: 1.25, text: 0.5 },
  device: { near: 1.5, said: 1.25, text: 0.5 },
  byBefore: 1.5,
  byBehind: 1,
  tied: 0.5,
  typed: 1.5,
  typedBehind: 1,
  becomes: 1,
  giveLast: 0.5,
  giveBefore: 1.25,
  giveNear: 0.75,
  nounBefore: 1.5,
  nounNear: 0.75,
  otherScript: 1,
  foreign: 0.5,
  marked: 0.5,
  technical: -0.5,
  mostTechnical: -2,
  thing: -4,
  thingNear: -1.5,
  policy: -3,
  year: -0.75,
  /** Thousands, permissions of files and dates. */
  roundNumber: -1.5,
  besidePassword: -2,
  nounBehind: 1.25,
  giveSaid: 0.5,
  nounSaid: 0.5,
  thingOfNumber: -3.5,
} as const;

const ENTER = TOPIC.enter | TOPIC.open | TOPIC.login;
const DEVICE = TOPIC.device | TOPIC.place | TOPIC.access | TOPIC.password | TOPIC.pin;
const NOUN = TOPIC.noun | TOPIC.code | TOPIC.password | TOPIC.pin;

/** Topics without one of which no token is looked for. */
export const ACCESS_SAID =
  TOPIC.enter | TOPIC.device | TOPIC.give | TOPIC.noun | TOPIC.open | TOPIC.login | TOPIC.place | TOPIC.code;

const REACH = 24;
const NEIGHBOUR = 90;
const MONEY_BEFORE = /(?:[€$£¥₹#№+/.,:\d]|(?:eur|usd|chf|rs|nr|no|n°)\.?)[ ]?$/i;
const AMOUNT_BEHIND =
  /^(?:[.,:/][\p{L}\d]|[-–](?:\d|\p{L}(?!\p{Ll}{0,3}(?!\p{L})))|[A-Za-zА-Яа-я]| ?(?:€|\$|%|°|[kmg]?b\b|ms\b|px\b|km\b|kg\b|eur\b|usd\b|tl\b|kr\b|zł|kč|руб|грн|rows|items|times|years|円|元|원|年|号室|번지))/iu;
const YEAR = /^(?:19\d\d|20[0-3]\d)$/;
const ROUND = /000$|^0[0-7]{3}$|^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/;
const ANNOUNCES = /[:=→"“„«'`「『(（][ \t]*$/;
const LETTER_OF_OTHER_SCRIPT =
  /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const BEYOND_ASCII = /[^\0-\x7f“”„’‘–—…•→✓]/;
/** Particles right behind a token that say by what means. */
const PARTICLE = /^["'”」』)）]{0,2} ?(?:で|로|으로|을|를|と|に|이야|입니다|ile\b|-[lv]?[ae]l\b)/;

const ENDS_CLAUSE = /[,;،؛、，；]/;

function pointsIn(
  levels: { near: number; said: number; text: number },
  near: number,
  said: number,
  all: number,
  wanted: number,
): number {
  if ((near & wanted) !== 0) return levels.near;
  if ((said & wanted) !== 0) return levels.said;
  return (all & wanted) !== 0 ? levels.text : 0;
}

/** The topics of the words around a unit: of the whole clause, of the last few before it, of the one before and behind. */
function around(talk: Talk, index: number) {
  const { units } = talk;
  const { sentence } = units[index]!;
  let near = 0;
  let few = 0;
  let technical = 0;
  let clause = -1;
  for (let at = index - 1; at >= Math.max(0, index - WORDS_BEFORE); at -= 1) {
    const unit = units[at]!;
    if (unit.sentence !== sentence) break;
    if (clause === -1 && ENDS_CLAUSE.test(talk.text.slice(unit.end, units[at + 1]!.start))) clause = at;
    if (clause === -1) near |= unit.topics;
    if (at >= index - FEW) few |= unit.topics;
    if (isTechnical(talk.text, unit)) technical += 1;
  }
  for (let at = index + 1; at <= Math.min(units.length - 1, index + WORDS_BEHIND); at += 1) {
    const unit = units[at]!;
    if (unit.sentence !== sentence || ENDS_CLAUSE.test(talk.text.slice(units[at - 1]!.end, unit.start)))
      break;
    near |= unit.topics;
    if (isTechnical(talk.text, unit)) technical += 1;
  }
  const before = units[index - 1];
  const behind = units[index + 1];
  const second = units[index + 2];
  return {
    near,
    few,
    technical,
    last: before?.sentence === sentence ? before.topics : 0,
    following: behind?.sentence === sentence ? behind.topics : 0,
    next:
      (behind?.sentence === sentence ? behind.topics : 0) |
      (second?.sentence === sentence ? second.topics : 0),
  };
}

/** A token stands by itself: no part of an address, of a setting or of a call. */
const BESIDE_BEFORE = /[\w:=/@\\$<{.&|+~[\]]["'`]?$/;
const BESIDE_BEHIND = /^["'`*_]{0,3}(?:[=({@/\\<|[]|:\S)/;
/** The name of a field: `user: X`. */
const IS_FIELD = /[:：][ \t]*["'`“]?$/;
const TELLS =
  TOPIC.enter | TOPIC.open | TOPIC.noun | TOPIC.type | TOPIC.give | TOPIC.code | TOPIC.pin | TOPIC.by;

/** A password that another rule has found: what stands beside it in the same sentence is more often the user. */
function isBesidePassword(scan: Scan, start: number): boolean {
  return scan.matches.some(
    ({ replacement, start: at, rule }) =>
      replacement === '[password]' && rule !== 'talk-access' && Math.abs(at - start) < NEIGHBOUR,
  );
}

/** Returns the points that the words around a token give. */
function pointsOfAccess(talk: Talk, candidate: AccessCandidate): number {
  const { text, sentences, units, all } = talk;
  const { index, start, value } = candidate;
  const end = start + value.length;
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  const isNumber = isOfDigits(value);
  if (isNumber && (MONEY_BEFORE.test(before) || AMOUNT_BEHIND.test(behind) || HAS_UNIT.test(behind)))
    return 0;
  if (BESIDE_BEHIND.test(behind) || BESIDE_BEFORE.test(before) || isOtherThing(text, before, value)) return 0;
  const said = sentences[units[index]!.sentence]!;
  const { near, few, last, next, following, technical } = around(talk, index);
  if (
    IS_FIELD.test(before) &&
    ((last & (TOPIC.access | TOPIC.login | TOPIC.thing)) !== 0 || (few & TELLS) === 0)
  )
    return 0;
  const enter = pointsIn(POINTS.enter, near, said, all, ENTER);
  const device = pointsIn(POINTS.device, near, said, all, DEVICE);
  let points = enter + device;
  let isTied = true;
  if ((last & TOPIC.by) !== 0) points += POINTS.byBefore;
  else if ((next & TOPIC.by) !== 0 || PARTICLE.test(behind)) points += POINTS.byBehind;
  else isTied = (last & TOPIC.join) !== 0 && (few & (TOPIC.access | TOPIC.login)) !== 0;
  if (isTied && (near & (ENTER | DEVICE)) !== 0) points += POINTS.tied;
  if ((few & TOPIC.type) !== 0) points += POINTS.typed;
  else if ((last & TOPIC.equals) !== 0) points += POINTS.becomes;
  // In many languages the verb stands behind it.
  else if ((next & TOPIC.type) !== 0) points += POINTS.typedBehind;
  if ((last & TOPIC.give) !== 0) points += POINTS.giveLast;
  if ((few & TOPIC.give) !== 0) points += POINTS.giveBefore;
  else if ((near & TOPIC.give) !== 0) points += POINTS.giveNear;
  else if ((said & TOPIC.give) !== 0) points += POINTS.giveSaid;
  if ((last & NOUN) !== 0) points += POINTS.nounBefore;
  else if ((next & NOUN) !== 0) points += POINTS.nounBehind;
  else if ((near & NOUN) !== 0) points += POINTS.nounNear;
  else if ((said & NOUN) !== 0) points += POINTS.nounSaid;
  if (isNumber && THING_OF_NUMBER.test(text.slice(Math.max(0, start - 2 * REACH), start)))
    points += POINTS.thingOfNumber;
  if (
    isNumber &&
    !isTied &&
    ((few & (TOPIC.type | TOPIC.give)) |
      ((last | following) & (NOUN | TOPIC.equals | TOPIC.enter | TOPIC.give))) ===
      0
  )
    return 0;
  if (!isNumber && LETTER_OF_OTHER_SCRIPT.test(text) && !LETTER_OF_OTHER_SCRIPT.test(value))
    points += POINTS.otherScript;
  else if (BEYOND_ASCII.test(text) || (all & TOPIC.foreign) !== 0) points += POINTS.foreign;
  if (ANNOUNCES.test(before)) points += POINTS.marked;
  if ((last & TOPIC.thing) !== 0 && (last & NOUN) === 0) points += POINTS.thing;
  else if ((few & TOPIC.thing) !== 0) points += POINTS.thingNear;
  if ((said & TOPIC.policy) !== 0) points += POINTS.policy;
  if (isNumber && ROUND.test(value)) points += POINTS.roundNumber;
  if (YEAR.test(value) && (last & (TOPIC.pin | TOPIC.code)) === 0) points += POINTS.year;
  return points + Math.max(POINTS.mostTechnical, technical * POINTS.technical);
}

const REACH_OF_LINE = 160;
const WORD = /(?:^|[\s(“"'])[\p{L}\p{M}]{2,}(?=[\s,.!?:;)”"']|$)/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2}/u;
const FEWEST_WORDS = 4;
/** The mark of a comment in front of a sentence, and an arrow between two. */
const COMMENT = /^\s*(?:\/\/|\/\*|#|--|;|\*)\s|(?<=["'\p{L}?!.]) ?->(?= )/gu;

/** True where the line around a token is a sentence, or the comment of a program that is one. */
function isProse(scan: Scan, start: number, end: number): boolean {
  const { text } = scan;
  const before = text.slice(Math.max(0, start - REACH_OF_LINE), start);
  const behind = text.slice(end, end + REACH_OF_LINE);
  scan.work += before.length + behind.length;
  const line = `${before.slice(before.lastIndexOf('\n') + 1)} ${behind.split('\n', 1)[0]!}`.replace(
    COMMENT,
    ' ',
  );
  return !CODE_LINE.test(line) && (UNSPACED.test(line) || (line.match(WORD)?.length ?? 0) >= FEWEST_WORDS);
}

/** Finds what people type to get in, where no word names a password. */
export function findAccess(scan: Scan, talk: Talk, candidates: readonly AccessCandidate[]): void {
  const enough = isMessage(scan) ? ENOUGH : ENOUGH_IN_DOCUMENT;
  for (const candidate of candidates) {
    const { start, value, shape } = candidate;
    const end = start + value.length;
    scan.work += REACH;
    if (!isOfDigits(value) && isNameOfThing(talk.text, start, value)) continue;
    let points = shape + pointsOfAccess(talk, candidate);
    if (points >= enough && isBesidePassword(scan, start)) points += POINTS.besidePassword;
    if (points < enough || !isProse(scan, start, end)) continue;
    scan.matches.push({
      rule: 'talk-access',
      tier: 'candidate',
      start,
      end,
      replacement: isOfDigits(value) ? '[secret]' : '[password]',
      secret: value,
    });
  }
}
