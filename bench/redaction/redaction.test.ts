import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../electron/redaction/redactor.ts';
import { RULES } from '../../electron/redaction/rules/vendors.ts';
import { EMBEDDINGS, WRAPPINGS } from './embeddings.ts';
import { measurePrecision, measureRecall, perHundredKilobytes } from './measure.ts';
import { installedFiles, madeUp } from './ordinary-text.ts';
import { createRandom } from './random.ts';
import { contextSamples, personalSamples, shapeSamples } from './samples.ts';
import { withVendors } from './vendors.ts';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32).fill(1),
  homeDirectories: ['/home/mirabel'],
  userNames: ['mirabel'],
  maxTextLength: Number.MAX_SAFE_INTEGER,
});

it('documents the vendors of all formats (npm run bench:redaction writes them)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/redaction.md'), 'utf8');
  expect(withVendors(page)).toBe(page);
});

describe('recall on a labelled corpus', () => {
  const random = createRandom(99);
  const samples = [...shapeSamples(random, 1), ...contextSamples(random, 6), ...personalSamples(random, 16)];
  const plain = measureRecall(redactor, samples);
  const wrapped = measureRecall(
    redactor,
    samples.filter(({ tier }) => tier !== 'personal'),
    WRAPPINGS,
  );
  const missed = [...plain.missed, ...wrapped.missed];

  it('has samples of every rule', () => {
    const rules = new Set(samples.map(({ rule }) => rule));
    expect(RULES.filter(({ id }) => !rules.has(id)).map(({ id }) => id)).toEqual([]);
    expect(EMBEDDINGS.length).toBeGreaterThanOrEqual(15);
  });

  it('is complete for definite rules', () => {
    expect(missed.filter(({ tier }) => tier === 'definite')).toEqual([]);
  });

  it('is at least 99 % for all', () => {
    expect(1 - missed.length / (plain.total + wrapped.total)).toBeGreaterThanOrEqual(0.99);
  });
});

describe('precision on ordinary developer text', () => {
  const texts = [...installedFiles(3_000_000), ...madeUp(createRandom(7), 20_000)];
  const precision = measurePrecision(redactor, texts);

  it('has enough text of every kind to measure', () => {
    expect(precision.bytes).toBeGreaterThan(1_500_000);
    expect(new Set(texts.map(({ kind }) => kind)).size).toBeGreaterThan(20);
  });

  it('has no false mask from a definite rule', () => {
    expect(precision.wrong.filter(({ tier }) => tier === 'definite')).toEqual([]);
  });

  it('has at most 1.2 false masks in 100 KB', () => {
    expect(perHundredKilobytes(precision.wrong.length, precision.bytes)).toBeLessThan(1.2);
  });
});
