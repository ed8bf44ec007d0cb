import { fold } from '../text/talk-words.ts';
import { type Around, Features, isTechnicalAt, localTopics, wordAt } from './around.ts';
import { type Candidate, LABELS } from './candidates.ts';
import {
  AT,
  BIAS,
  type BY_KIND,
  CLASS_OF,
  DISTANCE_BY_KIND,
  KIND_AT,
  LABEL_DISTANCE,
  type Position,
  TECHNICAL_NEAR,
} from './feature-names.ts';
import { addMarks } from './mark-features.ts';
import { addValue } from './value-features.ts';

export { type Around, type Features, readAround } from './around.ts';

const WORDS_NEAR = 4;
const CLAUSE_WORDS = 9;
const STOPS_CLAUSE = /[,;،؛、，；]/;
const IS_UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Adds the topics of the words, sentences and lines around a candidate. Returns those of the clause before. */
function addTopics(
  features: Features,
  around: Around,
  { first, last }: Candidate,
  kind: number,
): { few: number; distance: number } {
  const { talk } = around;
  const { units, sentences, lines, text } = talk;
  const { sentence, line } = units[first]!;
  const at = (name: Position, topics: number) => features.bits(AT[name], topics);
  const same = (index: number) => (units[index]?.line === line ? units[index]!.topics : 0);
  let few = 0;
  let clause = 0;
  let isOpen = true;
  let distance = 13;
  let technical = 0;
  for (let index = first - 1; index >= Math.max(0, first - CLAUSE_WORDS); index -= 1) {
    const unit = units[index]!;
    if (unit.line !== line) break;
    if (isOpen && STOPS_CLAUSE.test(text.slice(unit.end, units[index + 1]!.start))) isOpen = false;
    if (unit.sentence !== sentence) isOpen = false;
    if (isOpen) clause |= unit.topics;
    if (index >= first - 4 && unit.sentence === sentence) few |= unit.topics;
    if (isTechnicalAt(around, index)) technical += 1;
    if (distance === 13 && (unit.topics & LABELS) !== 0) distance = first - index;
  }
  let behind = 0;
  for (let index = last + 1; index <= Math.min(units.length - 1, last + 5); index += 1) {
    const unit = units[index]!;
    if (
      unit.line !== line ||
      unit.sentence !== units[last]!.sentence ||
      STOPS_CLAUSE.test(text.slice(units[index - 1]!.end, unit.start))
    )
      break;
    behind |= unit.topics;
    if (isTechnicalAt(around, index)) technical += 1;
  }
  const before = same(first - 1);
  const near = localTopics(around, sentence, line);
  const above = lines[line - 1]?.topics ?? 0;
  at('word before', before);
  at('second word before', same(first - 2));
  at('third word before', same(first - 3));
  at('four words before', few);
  at('clause before', clause);
  at('word behind', same(last + 1));
  at('second word behind', same(last + 2));
  at('clause behind', behind);
  at('sentence', sentences[sentence]!);
  at('sentence before', sentences[sentence - 1] ?? 0);
  at('sentence behind', sentences[sentence + 1] ?? 0);
  at('line', lines[line]!.topics);
  at('line above', above);
  at('second line above', lines[line - 2]?.topics ?? 0);
  at('around', near);
  const byKind = (name: (typeof BY_KIND)[number], topics: number) =>
    features.bits(KIND_AT[name][CLASS_OF[kind]!]!, topics);
  byKind('word before', before);
  byKind('four words before', few);
  byKind('sentence', sentences[sentence]!);
  byKind('line above', above);
  byKind('around', near);
  byKind('clause behind', behind);
  features.add(LABEL_DISTANCE + distance);
  features.add(DISTANCE_BY_KIND[CLASS_OF[kind]!]! + distance);
  features.add(TECHNICAL_NEAR + Math.min(5, technical));
  return { few: few | clause, distance };
}

/** Adds the words themselves. */
function addWords(features: Features, around: Around, { first, last, value }: Candidate): void {
  const { text, units } = around.talk;
  const { line } = units[first]!;
  const say = (role: number, word: string) => {
    if (word !== '' && !/\d/.test(word)) features.words.push([role, word]);
  };
  if (first === last) say(0, fold(value));
  const word = (index: number) => (units[index]?.line === line ? wordAt(around, index) : '');
  const before = units[first - 1];
  if (before?.line === line) {
    const written = text.slice(before.start, before.end);
    if (IS_UNSPACED.test(written)) {
      say(1, written.slice(-1));
      say(1, written.slice(-2));
    } else {
      say(1, word(first - 1));
      say(2, `${word(first - 2)} ${word(first - 1)}`);
    }
  } else say(1, '^');
  const behind = units[last + 1];
  if (behind?.line === line) {
    const written = text.slice(behind.start, behind.end);
    say(3, IS_UNSPACED.test(written) ? written.slice(0, 2) : word(last + 1));
  } else say(3, '$');
  for (let at = Math.max(0, first - WORDS_NEAR); at <= last + WORDS_NEAR; at += 1)
    if ((at < first || at > last) && units[at] !== undefined) say(4, word(at));
}

/** Returns the features of a candidate. */
export function featuresOf(around: Around, candidate: Candidate): Features {
  const features = new Features();
  features.add(BIAS);
  const kind = addValue(features, around.talk, candidate);
  const { few } = addTopics(features, around, candidate, kind);
  addMarks(features, around, candidate, kind, few);
  addWords(features, around, candidate);
  return features;
}
