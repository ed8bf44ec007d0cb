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
  const installed = measurePrecision(redactor, installedFiles(3_000_000));
  const texts = madeUp(createRandom(7), 20_000);
  const made = measurePrecision(redactor, texts);

  it('has enough text of every kind to measure', () => {
    expect(installed.bytes).toBeGreaterThan(1_500_000);
    expect(new Set(texts.map(({ kind }) => kind)).size).toBeGreaterThan(10);
  });

  it('has no false mask from a definite rule', () => {
    expect([...installed.wrong, ...made.wrong].filter(({ tier }) => tier === 'definite')).toEqual([]);
  });

  it('has at most one false mask in 100 KB of files', () => {
    expect(perHundredKilobytes(installed.wrong.length, installed.bytes)).toBeLessThan(1);
  });

  it('has false masks in two kinds of texts that are made for this test', () => {
    // Each repeats a sentence. One number of 16 digits in ten has the check digit of a card.
    expect([...new Set(made.wrong.map(({ kind }) => kind))]).toEqual(['numbers', 'prose, Russian']);
  });
});
