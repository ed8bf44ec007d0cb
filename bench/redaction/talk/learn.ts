import { FIXED_FEATURES, LEXICAL } from '../../../electron/redaction/talk/feature-names.ts';
import type { Weights } from '../../../electron/redaction/talk/scorer.ts';

/** A candidate of a text of the corpus. */
export interface Sample {
  /** Features with fixed numbers. */
  ids: Int32Array;
  /** Words with their roles. */
  words: readonly [number, string][];
  isSecret: boolean;
  /** How much it counts. */
  weight: number;
  /** The number of its text, and of the author of the text. */
  text: number;
  author: string;
  /** The secret that this candidate has a part of, or more than: it has to exceed this one, whatever stands around. */
  better?: Sample;
}

/** A word counts from so many texts on. */
const FEWEST_TEXTS = 6;
const EPOCHS = 6;
const RATE = 0.12;
const DECAY = 1e-4;
const EPSILON = 1e-6;
/** The share of the features of a candidate that is left out in an epoch, so that none is relied on alone. */
const LEFT_OUT = 0.1;
const LEFT_OUT_BELOW = LEFT_OUT * 2 ** 32;
/** Weights are hundredths of a point. */
export const POINT = 100;
const MOST_POINTS = 8;
/** What a candidate needs more than, in hundredths of a point. */
const THRESHOLD = 0;
/** A smaller weight changes nothing. */
const LEAST_WEIGHT = 5;

/** Numbers the words that occur in enough texts. */
function numberWords(samples: readonly Sample[]): Map<string, number>[] {
  const texts = LEXICAL.map(() => new Map<string, Set<number>>());
  for (const { words, text } of samples)
    for (const [role, word] of words) {
      const seen = texts[role]!.get(word);
      if (seen === undefined) texts[role]!.set(word, new Set([text]));
      else seen.add(text);
    }
  let next = FIXED_FEATURES.length;
  return texts.map(
    (words) =>
      new Map(
        [...words]
          .filter(([, seen]) => seen.size >= FEWEST_TEXTS)
          .map(([word]) => word)
          .sort()
          .map((word) => [word, next++]),
      ),
  );
}

/** A generator of whole numbers below 2³² that is the same everywhere. */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

function shuffled(count: number, next: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, index) => index);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = next() % (at + 1);
    const held = order[at]!;
    order[at] = order[other]!;
    order[other] = held;
  }
  return order;
}

/** Trains a logistic regression by AdaGrad, in an order that is the same in every run. */
export function train(samples: readonly Sample[]): Weights {
  const numbers = numberWords(samples);
  const size = FIXED_FEATURES.length + numbers.reduce((sum, { size }) => sum + size, 0);
  const idsOf = ({ ids, words }: Sample) => {
    const all = new Set(ids);
    for (const [role, word] of words) {
      const id = numbers[role]!.get(word);
      if (id !== undefined) all.add(id);
    }
    return all;
  };
  // Of two candidates counts what only one of them has: that of the worse one as its complement.
  const rows = samples.map((sample) => {
    const own = idsOf(sample);
    if (sample.better === undefined) return Int32Array.from(own);
    const better = idsOf(sample.better);
    return Int32Array.from([
      ...[...better].filter((id) => !own.has(id)),
      ...[...own].filter((id) => !better.has(id)).map((id) => ~id),
    ]);
  });
  const weights = new Float64Array(size);
  const squares = new Float64Array(size);
  const left = new Int32Array(rows.reduce((most, { length }) => Math.max(most, length), 0));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const next = createGenerator(epoch + 1);
    const order = shuffled(samples.length, next);
    for (const at of order) {
      let count = 0;
      for (const id of rows[at]!) if (next() >= LEFT_OUT_BELOW) left[count++] = id;
      const row = left.subarray(0, count);
      const { isSecret, weight, better } = samples[at]!;
      let sum = 0;
      for (const id of row) sum += id < 0 ? -weights[~id]! : weights[id]!;
      const error = (1 / (1 + Math.exp(-sum)) - (isSecret || better !== undefined ? 1 : 0)) * weight;
      for (const each of row) {
        const id = each < 0 ? ~each : each;
        const gradient = (each < 0 ? -error : error) + DECAY * weights[id]!;
        squares[id] = squares[id]! + gradient * gradient;
        weights[id] = weights[id]! - (RATE * gradient) / (Math.sqrt(squares[id]!) + EPSILON);
      }
    }
  }
  const whole = (id: number) =>
    Math.round(Math.max(-MOST_POINTS, Math.min(MOST_POINTS, (1 - LEFT_OUT) * weights[id]!)) * POINT);
  const kept = (entries: [string, number][]) =>
    Object.fromEntries(
      entries
        .map(([name, id]): [string, number] => [name, whole(id)])
        .filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT),
    );
  return {
    threshold: THRESHOLD,
    features: kept(FIXED_FEATURES.map((name, id) => [name, id])),
    words: Object.fromEntries(LEXICAL.map((role, index) => [role, kept([...numbers[index]!])])),
  };
}
