import { type Candidate, readCandidates } from './candidates.ts';
import type { Conversation } from './conversation.ts';
import { FIXED_FEATURES, LEXICAL } from './feature-names.ts';
import { type Features, featuresOf, readAround } from './features.ts';

/** The weights as `npm run train` writes them: hundredths of a point. Features without one have the weight 0. */
export interface Weights {
  /** What a candidate needs more than. */
  threshold: number;
  /** By the name of the feature. */
  features: Readonly<Record<string, number>>;
  /** By the role of the word, and the word. */
  words: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The weights in the form in which they are added up. */
export interface Model {
  threshold: number;
  fixed: Int32Array;
  words: readonly ReadonlyMap<string, number>[];
}

export function createModel({ threshold, features, words }: Weights): Model {
  return {
    threshold,
    fixed: Int32Array.from(FIXED_FEATURES, (name) => features[name] ?? 0),
    words: LEXICAL.map((role) => new Map(Object.entries(words[role] ?? {}))),
  };
}

/** Adds up the weights of the features of a candidate. Sums of integers are the same on every machine. */
function scoreOf(model: Model, { ids, words }: Features): number {
  let score = 0;
  for (const id of ids) score += model.fixed[id]!;
  for (const [role, word] of words) score += model.words[role]!.get(word) ?? 0;
  return score;
}

export interface Scored extends Candidate {
  score: number;
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
  const all = readCandidates(talk);
  const candidates = all.filter(({ start }) => start >= from && start < to).slice(0, most);
  onJudged?.(candidates.length);
  if (candidates.length === 0) return [];
  const around = readAround(talk, all);
  const scored: Scored[] = [];
  for (const candidate of candidates) {
    const score = scoreOf(model, featuresOf(around, candidate));
    if (score > least) scored.push({ ...candidate, score });
  }
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
  const { ids, words } = featuresOf(readAround(talk, readCandidates(talk)), candidate);
  return [
    ...ids.map((id) => ({ name: FIXED_FEATURES[id]!, weight: model.fixed[id]! })),
    // The value itself is not named.
    ...words.map(([role, word]) => ({
      name: role === 0 ? 'the value is a known word' : `${LEXICAL[role]!} “${word}”`,
      weight: model.words[role]!.get(word) ?? 0,
    })),
  ]
    .filter(({ weight }) => weight !== 0)
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight) || (one.name < other.name ? -1 : 1))
    .slice(0, count);
}
