import { HAS } from '../text/talk-spans.ts';
import { Around } from './around.ts';
import { type Candidate, type Gate, readCandidates, SPOKEN } from './candidates.ts';
import type { Conversation } from './conversation.ts';
import { CLASS, CLASSES, FIXED_FEATURES, FORM, type Form, LEXICAL } from './feature-names.ts';
import {
  addBehind,
  addBoth,
  addLast,
  addMarks,
  addSentence,
  addTopicsBefore,
  addWordsBefore,
  featuresOf,
  NUMBER_FORMS,
  SIMILAR_FEATURES,
} from './features.ts';
import { Lexicon } from './lexicon.ts';
import {
  type Before,
  type Behind,
  readBefore,
  readBehind,
  readTopicsBefore,
  type TopicsBefore,
} from './sides.ts';
import { Sum, type WeightTables } from './sink.ts';
import { addForm, addJudgement, formOf, JUDGED_TOKEN, JUDGED_WORD } from './value-features.ts';

/**
 * By the class of a candidate, the least that the topics before it make, and those with the marks before it. Those with less are
 * not judged.
 */
interface Lowest {
  topics: readonly number[];
  before: readonly number[];
}

/** The weights as `npm run train` writes them: hundredths of a point. Features without one have the weight 0. */
export interface Weights {
  /** What a candidate needs more than. */
  threshold: number;
  lowest?: Lowest | undefined;
  /** By the name of the feature. */
  features: Readonly<Record<string, number>>;
  /** By the role of the word, and the word. */
  words: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The weights in the form in which they are added up. */
export interface Model extends WeightTables {
  threshold: number;
  lowest: Lowest | undefined;
  /** The most that the features can add that are found last, for a word, another token, and a phrase. */
  most: { word: number; token: number; number: number };
}

export function createModel({ threshold, lowest, features, words }: Weights): Model {
  const fixed = Int32Array.from(FIXED_FEATURES, (name) => features[name] ?? 0);
  const lexicon = new Lexicon(words);
  const gain = (ids: readonly number[]) => ids.reduce((sum, id) => sum + Math.max(0, fixed[id]!), 0);
  const gainOf = (forms: readonly Form[]) => gain(forms.map((form) => FORM[form]));
  const found = gain(SIMILAR_FEATURES) + gainOf(['same value again']) + lexicon.most(0);
  const most = {
    word: gainOf(JUDGED_WORD) + found,
    token: gainOf(JUDGED_TOKEN) + found,
    number: gainOf(NUMBER_FORMS),
  };
  return { threshold, lowest, fixed, lexicon, most };
}

/** A sum that is not known. */
const NO_SUM = -0x8000_0000;
const sumsFor = (count: number) => new Int32Array(CLASSES.length * count).fill(NO_SUM);

/**
 * Judges the candidates of one conversation. What the words before are about is found once for each word and class, what
 * else stands before or behind once for all candidates that begin or end there.
 */
class Judge implements Gate {
  readonly around: Around;
  readonly #model: Model;
  readonly #sum: Sum;
  readonly #sentences: Int32Array;
  readonly #topics: (TopicsBefore | undefined)[] = [];
  readonly #sums: Int32Array;
  readonly #words: (number | undefined)[] = [];
  readonly #behind = new Map<number, Behind>();
  #before: Before | undefined;

  constructor(model: Model, talk: Conversation) {
    this.around = new Around(talk);
    this.#model = model;
    this.#sum = new Sum(model, this.around);
    this.#sentences = sumsFor(talk.sentences.length);
    this.#sums = sumsFor(talk.units.length);
  }

  #topicsBefore(first: number): TopicsBefore {
    this.#topics[first] ??= readTopicsBefore(this.around.talk, first);
    return this.#topics[first];
  }

  #mayBe(first: number, kind: number): boolean {
    const { lowest } = this.#model;
    return lowest === undefined || this.#sumOfTopics(first, kind) >= lowest.topics[kind]!;
  }

  mayBeWord(index: number): boolean {
    return this.#mayBe(index, CLASS.word);
  }

  mayBePhrase(index: number): boolean {
    const { kinds, start, line } = this.around.talk.units[index]!;
    // Digits in groups are another class.
    if ((kinds & HAS.digit) !== 0 || this.#mayBeBehind(index, start, CLASS.phrase)) return true;
    const isSpoken = (this.around.talk.lines[line]!.topics & SPOKEN) !== 0;
    return isSpoken && this.#mayBeBehind(index, start, CLASS.spoken);
  }

  /** The same with all that stands before. */
  #mayBeBehind(first: number, start: number, kind: number): boolean {
    const { lowest } = this.#model;
    if (lowest === undefined) return true;
    const topics = this.#sumOfTopics(first, kind);
    if (topics < lowest.topics[kind]!) return false;
    return topics + this.#sumOfBefore(this.#beforeOf(first, start), kind) >= lowest.before[kind]!;
  }

  /** Returns what the sentences, the lines and the words before a unit add to the score of a candidate of a class. */
  #sumOfTopics(first: number, kind: number): number {
    const at = CLASSES.length * first + kind;
    const known = this.#sums[at]!;
    if (known !== NO_SUM) return known;
    const { sentence, line } = this.around.talk.units[first]!;
    const ofSentence = CLASSES.length * sentence + kind;
    let sum = this.#sentences[ofSentence]!;
    if (sum === NO_SUM) {
      addSentence(this.#sum, this.around, sentence, line, kind);
      sum = this.#sum.take();
      this.#sentences[ofSentence] = sum;
    }
    addTopicsBefore(this.#sum, this.around, this.#topicsBefore(first), kind);
    sum += this.#sum.take();
    this.#sums[at] = sum;
    return sum;
  }

  #beforeOf(first: number, start: number): Before {
    const known = this.#before;
    if (known?.start === start && known.topics.first === first) return known;
    this.#before = readBefore(this.around, start, this.#topicsBefore(first));
    return this.#before;
  }

  #behindOf(candidate: Candidate): Behind {
    const known = this.#behind.get(candidate.end);
    if (known?.last === candidate.last) return known;
    const behind = readBehind(this.around, candidate);
    this.#behind.set(candidate.end, behind);
    return behind;
  }

  #sumOfBefore(before: Before, kind: number): number {
    const known = before.sums[kind];
    if (known !== undefined) return known;
    addMarks(this.#sum, before.marks, kind, before.topics.isTold);
    const sum = this.#sum.take();
    before.sums[kind] = sum;
    return sum;
  }

  #sumOfBehind(behind: Behind, kind: number, isTold: boolean): number {
    const told = 2 * kind + (isTold ? 1 : 0);
    const known = behind.sums[told];
    if (known !== undefined) return known;
    addBehind(this.#sum, this.around, behind, kind, isTold);
    const sum = this.#sum.take();
    behind.sums[told] = sum;
    return sum;
  }

  #sumOfWords(first: number): number {
    const known = this.#words[first];
    if (known !== undefined) return known;
    addWordsBefore(this.#sum, this.around, first);
    const sum = this.#sum.take();
    this.#words[first] = sum;
    return sum;
  }

  /** Returns a candidate with its score, if that exceeds `least`. */
  judge(candidate: Candidate, least: number): Scored | undefined {
    const { around } = this;
    const sum = this.#sum;
    const form = formOf(around.talk, candidate);
    const kind = form.class;
    if (!this.#mayBeBehind(candidate.first, candidate.start, kind)) return undefined;
    const before = this.#beforeOf(candidate.first, candidate.start);
    const topics = this.#sumOfTopics(candidate.first, kind);
    const sumOfBefore = topics + this.#sumOfBefore(before, kind);
    const behind = this.#behindOf(candidate);
    const sumOfBehind = this.#sumOfBehind(behind, kind, before.topics.isTold);
    const sums = sumOfBefore + sumOfBehind + this.#sumOfWords(candidate.first);
    addBoth(sum, around, before, behind, kind);
    addForm(sum, around.talk, candidate, form);
    const early = sums + sum.take();
    const { most } = this.#model;
    const gain =
      (form.words > 1 ? 0 : form.isPlain ? most.word : most.token) + (form.digits > 0 ? most.number : 0);
    if (early + gain <= least) return undefined;
    addJudgement(sum, candidate.value, form);
    addLast(sum, around, candidate, before, behind, kind);
    const score = early + sum.take();
    return score > least ? { ...candidate, score, class: kind, topics, before: sumOfBefore } : undefined;
  }
}

export interface Scored extends Candidate {
  score: number;
  /** The class of its kind, and the parts of the score of what {@link Lowest} has. */
  class: number;
  topics: number;
  before: number;
}

/** Which candidates of a conversation are judged: those that begin in a stretch of it, and no more than `most`. */
interface Judged {
  from: number;
  to: number;
  most?: number;
  /** Called with the number of candidates that were judged. */
  onJudged?: (count: number) => void;
}

/** Returns the candidates of a conversation whose score exceeds `least`; of those that overlap, the best. */
export function findSecrets(
  model: Model,
  talk: Conversation,
  least: number,
  { from, to, most = Number.MAX_SAFE_INTEGER, onJudged }: Judged,
): Scored[] {
  const lowest = least < model.threshold ? undefined : model.lowest;
  const judge = new Judge({ ...model, lowest }, talk);
  const candidates = readCandidates(talk, judge)
    .filter(({ start }) => start >= from && start < to)
    .slice(0, most);
  onJudged?.(candidates.length);
  const scored = candidates.flatMap((candidate) => judge.judge(candidate, least) ?? []);
  scored.sort((one, other) => other.score - one.score || one.start - other.start || other.end - one.end);
  const best: Scored[] = [];
  for (const one of scored)
    if (!best.some(({ start, end }) => one.start < end && start < one.end)) best.push(one);
  return best.sort((one, other) => one.start - other.start);
}

/** Returns the features with the largest weights of a candidate, the strongest first. */
export function reasonsOf(
  model: Model,
  talk: Conversation,
  candidate: Candidate,
  count: number,
): { name: string; weight: number }[] {
  const { ids, words } = featuresOf(new Around(talk), candidate);
  return [
    ...ids.map((id) => ({ name: FIXED_FEATURES[id]!, weight: model.fixed[id]! })),
    // The value itself is not named.
    ...words.map(([role, word]) => ({
      name: role === 0 ? 'the value is a known word' : `${LEXICAL[role]!} “${word}”`,
      weight: model.lexicon.weightOfWord(role, word),
    })),
  ]
    .filter(({ weight }) => weight !== 0)
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight) || (one.name < other.name ? -1 : 1))
    .slice(0, count);
}
