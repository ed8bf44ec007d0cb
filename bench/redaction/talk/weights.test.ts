import { describe, expect, it } from 'vitest';
import { createModel } from '../../../electron/redaction/talk/scorer.ts';
import weights from '../../../electron/redaction/talk/weights.json' with { type: 'json' };
import { digests, readCorpus } from './corpus.ts';
import { decisionsDigest } from './decisions.ts';

describe('the weights of the scorer', () => {
  it('were made from the corpus, the features and the trainer as they are: else run npm run train', () => {
    expect(weights.madeFrom).toEqual(digests());
  });

  it('find in the corpus what they found when they were made', () => {
    expect(decisionsDigest(createModel(weights), readCorpus())).toBe(weights.decisions);
  });

  it('find the same in the corpus when no candidate is left out for what stands before it', () => {
    expect(decisionsDigest(createModel({ ...weights, lowest: undefined }), readCorpus())).toBe(
      weights.decisions,
    );
  });
});
