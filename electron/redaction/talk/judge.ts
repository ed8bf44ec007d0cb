import { HAS } from '../text/talk-spans.ts';
import { Around } from './around.ts';
import type { Candidate, Gate } from './candidate.ts';
import { SPOKEN } from './candidates.ts';
import type { Conversation } from './conversation.ts';
import { CLASS, CLASSES } from './feature-names.ts';
import {
  addBehind,
  addBoth,
  addLast,
  addMarks,
  addSentence,
  addSentenceOf,
  addTopicsBefore,
  addTopicsBeforeOf,
  addWordsBefore,
} from './features.ts';
import {
  type Before,
  type Behind,
  marksBehindWord,
  readBefore,
  readBehind,
  readTopicsBefore,
  type TopicsBefore,
} from './sides.ts';
import { Sum, type WeightTables } from './sink.ts';
import { addForm, addJudgement, formOf } from './value-features.ts';
import { TOPIC } from './vocabulary.ts';

/**
 * The steps in which a candidate is judged, each with what the ones before it add: the topics of sentences and lines around,
 * those of the words before, these words, marks before, and all that stands behind.
 */
export const STEPS = ['sentence', 'topics', 'words', 'before', 'behind'] as const;
type Step = (typeof STEPS)[number];
/** By the class of a candidate, the least that it has after a step. Those with less are not judged further. */
export type Lowest = Readonly<Record<Step, readonly number[]>>;

/** The weights in the form in which they are added up. */
export interface Model extends WeightTables {
  threshold: number;
  lowest: Lowest | undefined;
  /** The most that the features can add that are found last, for a word, another token, and a phrase. */
  most: { word: number; token: number; number: number };
}

const OF_WORD =
  TOPIC.password |
  TOPIC.pin |
  TOPIC.login |
  TOPIC.place |
  TOPIC.open |
  TOPIC.enter |
  TOPIC.question |
  TOPIC.foreign;
const OF_PHRASE = OF_WORD | TOPIC.code | TOPIC.pair;
/**
 * By the class of words of letters, what the sentences and lines around a secret are about, one topic at least. Other
 * values look like secrets themselves.
 */
const NEEDED: readonly (number | undefined)[] = CLASSES.map(
  (name) =>
    ({ word: OF_WORD, phrase: OF_PHRASE, spoken: OF_PHRASE | TOPIC.type | TOPIC.spelling | TOPIC.ack })[
      name as string
    ],
);

/** A sum that is not known, and one that is less than every other. */
const NO_SUM = -0x8000_0000;
const EXCLUDED = NO_SUM + 1;
/** The sum of what all classes share stands behind those of the classes. */
const COMMON = CLASSES.length;
const SLOTS = COMMON + 1;

/** Sums by the number of a sentence or a unit, and the class. A list is used again for the next conversation. */
class Sums {
  #all = new Int32Array(1024 * SLOTS);

  /** Forgets all. */
  begin(count: number): Int32Array {
    if (this.#all.length < SLOTS * count) this.#all = new Int32Array(2 * SLOTS * count);
    return this.#all.fill(NO_SUM, 0, SLOTS * count);
  }
}
const [SENTENCES, UNITS, BEFORE] = [new Sums(), new Sums(), new Sums()];

/**
 * Judges the candidates of one conversation. What the words before are about is found once for each word and class, what
 * else stands before or behind once for all candidates that begin or end there. Only one conversation is judged at a time.
 */
export class Judge implements Gate {
  readonly around: Around;
  readonly #model: Model;
  readonly #sum: Sum;
  readonly #sentences: Int32Array;
  readonly #topics: (TopicsBefore | undefined)[] = [];
  readonly #sums: Int32Array;
  readonly #sumsOfBefore: Int32Array;
  readonly #words: (number | undefined)[] = [];
  readonly #behind = new Map<number, Behind>();
  #before: Before | undefined;

  constructor(model: Model, talk: Conversation) {
    this.around = new Around(talk);
    this.#model = model;
    this.#sum = new Sum(model, this.around);
    this.#sentences = SENTENCES.begin(talk.sentences.length);
    this.#sums = UNITS.begin(talk.units.length);
    this.#sumsOfBefore = BEFORE.begin(talk.units.length);
  }

  #topicsBefore(first: number): TopicsBefore {
    this.#topics[first] ??= readTopicsBefore(this.around.talk, first);
    return this.#topics[first];
  }

  mayBeWord(index: number, start: number): boolean {
    return this.#mayBe(index, start, CLASS.word);
  }

  mayHavePhrase(index: number): boolean {
    if (this.#model.lowest === undefined) return true;
    const { kinds, sentence, line } = this.around.talk.units[index]!;
    return (
      (kinds & HAS.digit) !== 0 ||
      this.#sumOfSentence(sentence, line, CLASS.phrase) !== EXCLUDED ||
      ((this.around.talk.lines[line]!.topics & SPOKEN) !== 0 &&
        this.#sumOfSentence(sentence, line, CLASS.spoken) !== EXCLUDED)
    );
  }

  mayBePhrase(index: number): number {
    const { kinds, start, line } = this.around.talk.units[index]!;
    let classes = (kinds & HAS.digit) === 0 ? 0 : 1 << CLASS.number;
    if (this.#mayBe(index, start, CLASS.phrase)) classes |= 1 << CLASS.phrase;
    const isSpoken = (this.around.talk.lines[line]!.topics & SPOKEN) !== 0;
    if (isSpoken && this.#mayBe(index, start, CLASS.spoken)) classes |= 1 << CLASS.spoken;
    return classes;
  }

  /** False where what stands before a candidate makes less than before every secret of a class. */
  #mayBe(first: number, start: number, kind: number): boolean {
    const { lowest } = this.#model;
    if (lowest === undefined) return true;
    if (this.#sumOfTopics(first, kind) < lowest.topics[kind]!) return false;
    if (this.#sumOfWords(first, kind) < lowest.words[kind]!) return false;
    return this.#sumOfBefore(first, start, kind) >= lowest.before[kind]!;
  }

  /** False where nothing around a sentence tells of a secret of a class. */
  #isAboutSecrets(sentence: number, line: number, kind: number): boolean {
    const needed = NEEDED[kind];
    if (needed === undefined) return true;
    const topics = this.around.topicsNear(sentence, line) | this.around.talk.code;
    return (topics & needed) !== 0 || (this.around.topicsAsked(line) & needed) !== 0;
  }

  /** Returns what the sentences and the lines around add to the score of a candidate of a class. */
  #sumOfSentence(sentence: number, line: number, kind: number): number {
    const sums = this.#sentences;
    const at = SLOTS * sentence;
    const known = sums[at + kind]!;
    if (known !== NO_SUM) return known;
    const { lowest } = this.#model;
    if (lowest !== undefined && !this.#isAboutSecrets(sentence, line, kind)) {
      sums[at + kind] = EXCLUDED;
      return EXCLUDED;
    }
    if (sums[at + COMMON] === NO_SUM) {
      addSentence(this.#sum, this.around, sentence, line);
      sums[at + COMMON] = this.#sum.take();
    }
    addSentenceOf(this.#sum, this.around, sentence, line, kind);
    const sum = sums[at + COMMON]! + this.#sum.take();
    sums[at + kind] = lowest !== undefined && sum < lowest.sentence[kind]! ? EXCLUDED : sum;
    return sums[at + kind]!;
  }

  /** The same with the words before a unit. */
  #sumOfTopics(first: number, kind: number): number {
    const sums = this.#sums;
    const at = SLOTS * first;
    const known = sums[at + kind]!;
    if (known !== NO_SUM) return known;
    const { sentence, line } = this.around.talk.units[first]!;
    let sum = this.#sumOfSentence(sentence, line, kind);
    if (sum !== EXCLUDED) {
      const before = this.#topicsBefore(first);
      if (sums[at + COMMON] === NO_SUM) {
        addTopicsBefore(this.#sum, this.around, before);
        sums[at + COMMON] = this.#sum.take();
      }
      addTopicsBeforeOf(this.#sum, this.around, before, kind);
      sum += sums[at + COMMON]! + this.#sum.take();
    }
    sums[at + kind] = sum;
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

  /** The same with the marks before a candidate. */
  #sumOfBefore(first: number, start: number, kind: number): number {
    const isWhole = start === this.around.talk.units[first]!.start;
    const at = SLOTS * first + kind;
    const known = this.#sumsOfBefore[at]!;
    if (isWhole && known !== NO_SUM) return known;
    const marks =
      (isWhole ? marksBehindWord(this.around, first) : undefined) ?? this.#beforeOf(first, start).marks;
    const words = this.#sumOfWords(first, kind);
    addMarks(this.#sum, marks, kind, this.#topicsBefore(first).isTold);
    const sum = words + this.#sum.take();
    if (isWhole) this.#sumsOfBefore[at] = sum;
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

  /** The same with the words themselves. */
  #sumOfWords(first: number, kind: number): number {
    const topics = this.#sumOfTopics(first, kind);
    let words = this.#words[first];
    if (words === undefined) {
      addWordsBefore(this.#sum, this.around, first);
      words = this.#sum.take();
      this.#words[first] = words;
    }
    return topics + words;
  }

  /** Returns a candidate with its score, if that exceeds `least`. */
  judge(candidate: Candidate, least: number): Scored | undefined {
    const { around } = this;
    const sum = this.#sum;
    const { first, start } = candidate;
    const form = formOf(around.talk, candidate);
    const kind = form.class;
    if (!this.#mayBe(first, start, kind)) return undefined;
    const { lowest, most } = this.#model;
    const { isTold } = this.#topicsBefore(first);
    const behind = this.#behindOf(candidate);
    const sums = this.#sumOfBefore(first, start, kind) + this.#sumOfBehind(behind, kind, isTold);
    if (lowest !== undefined && sums < lowest.behind[kind]!) return undefined;
    const before = this.#beforeOf(first, start);
    addBoth(sum, around, before, behind, kind);
    addForm(sum, around.talk, candidate, form);
    const early = sums + sum.take();
    const gain =
      (form.words > 1 ? 0 : form.isPlain ? most.word : most.token) + (form.digits > 0 ? most.number : 0);
    if (early + gain <= least) return undefined;
    addJudgement(sum, candidate.value, form);
    addLast(sum, around, candidate, before, behind, kind);
    const score = early + sum.take();
    if (score <= least) return undefined;
    const { sentence, line } = around.talk.units[first]!;
    const steps: Record<Step, number> = {
      sentence: this.#sumOfSentence(sentence, line, kind),
      topics: this.#sumOfTopics(first, kind),
      words: this.#sumOfWords(first, kind),
      before: this.#sumOfBefore(first, start, kind),
      behind: sums,
    };
    return { ...candidate, score, class: kind, steps };
  }
}

export interface Scored extends Candidate {
  score: number;
  /** The class of its kind, and what its score is after each step. */
  class: number;
  steps: Readonly<Record<Step, number>>;
}
