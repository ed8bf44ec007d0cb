import { Around } from './around.ts';
import type { Candidate } from './candidate.ts';
import { readCandidates } from './candidates.ts';
import type { Conversation } from './conversation.ts';
import { FIXED_FEATURES, FORM, type Form, LEXICAL } from './feature-names.ts';
import { featuresOf, NUMBER_FORMS, SIMILAR_FEATURES } from './features.ts';
import { Judge, type Lowest, type Model, type Scored } from './judge.ts';
import { Lexicon } from './lexicon.ts';
import { JUDGED_TOKEN, JUDGED_WORD } from './value-features.ts';

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

/** Returns the sum of the weights of a candidate. */
export function scoreOf(model: Model, around: Around, candidate: Candidate): number {
  const { ids, words } = featuresOf(around, candidate);
  let sum = 0;
  for (const id of ids) sum += model.fixed[id]!;
  for (const [role, word] of words) sum += model.lexicon.weightOfWord(role, word);
  return sum;
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
      name:
        role === 0 || role >= LEXICAL.indexOf('form') ? 'the value itself' : `${LEXICAL[role]!} “${word}”`,
      weight: model.lexicon.weightOfWord(role, word),
    })),
  ]
    .filter(({ weight }) => weight !== 0)
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight) || (one.name < other.name ? -1 : 1))
    .slice(0, count);
}
