import { describe, expect, it } from 'vitest';
import { createModel } from '../../../electron/redaction/talk/scorer.ts';
import weights from '../../../electron/redaction/talk/weights.json' with { type: 'json' };
import { digests, readCorpus } from './corpus.ts';
import { decisionsDigest, decisionsOf } from './decisions.ts';

/** The share of texts in which the shortcuts of a search may change what is found. */
const MOST_OTHERS = 0.01;

describe('the weights of the scorer', () => {
  it('were made from the corpus, the features and the trainer as they are: else run npm run train', () => {
    expect(weights.madeFrom).toEqual(digests());
  });

  it('find in the corpus what they found when they were made', () => {
    expect(decisionsDigest(createModel(weights), readCorpus())).toBe(weights.decisions);
  });

  it('find as good as the same in the corpus when no candidate is left out for what stands before it', () => {
    const corpus = readCorpus().filter(({ sort }) => sort !== 'ordinary');
    const all = createModel({ ...weights, lowest: undefined });
    const used = createModel(weights);
    const others = corpus.filter((text) => decisionsOf(all, text).join() !== decisionsOf(used, text).join());
    expect(others.length).toBeLessThanOrEqual(MOST_OTHERS * corpus.length);
  });
});
