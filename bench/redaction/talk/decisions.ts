import { createHash } from 'node:crypto';
import type { JsonValue } from '../../../electron/redaction/redactor.ts';
import { CLASSES } from '../../../electron/redaction/talk/feature-names.ts';
import { findSaid } from '../../../electron/redaction/talk/find-in-talk.ts';
import { type Model, STEPS } from '../../../electron/redaction/talk/judge.ts';
import { createModel, type Weights } from '../../../electron/redaction/talk/scorer.ts';
import type { CorpusText } from './corpus.ts';

export function stringsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

/** Returns what the scorer finds in a text. */
export function decisionsOf(model: Model, { data }: CorpusText): string[] {
  const found: string[] = [];
  for (const text of stringsOf(data)) findSaid(text, model, ({ value }) => found.push(value));
  return found;
}

/** What stands before a secret that nobody has seen adds at most so much less than in the corpus. */
const MARGIN = 100;

/** Returns the least that stands before a secret of the corpus, by its class. */
export function lowestOf(weights: Weights, corpus: readonly CorpusText[]): Weights['lowest'] {
  const model = createModel({ ...weights, lowest: undefined });
  const least = () => CLASSES.map(() => -MARGIN);
  const lowest = { sentence: least(), topics: least(), before: least(), words: least(), behind: least() };
  for (const { data } of corpus)
    for (const text of stringsOf(data))
      findSaid(text, model, (found) => {
        for (const step of STEPS) {
          const ofStep = lowest[step];
          ofStep[found.class] = Math.min(ofStep[found.class]!, found.steps[step] - MARGIN);
        }
      });
  return lowest;
}

/** SHA-256 over what the scorer finds in the texts that people wrote. */
export function decisionsDigest(model: Model, corpus: readonly CorpusText[]): string {
  const hash = createHash('sha256');
  for (const text of corpus)
    if (text.sort !== 'ordinary') hash.update(`${text.name}\0${decisionsOf(model, text).join('\0')}\0`);
  return hash.digest('hex').slice(0, 16);
}
