import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SeededRandom } from '../../../test/support/seeded-random.ts';
import { groupsOf, searchText } from './search-text.ts';

const MEBIBYTE = 1_048_576;
/** The index stores at most 32,768 different groups of a receipt, and a passage may hold one group only. */
const MOST_CHARACTERS = 3 * 32_768;

const indexed = (content: string) => searchText('session', { content });

test('keeps a short text whole, with its marks', () => {
  expect(indexed('to be, or not to be '.repeat(100)).length).toBeGreaterThan(2000);
});

test('work on random characters is bounded', () => {
  const random = new SeededRandom(1);
  const content = Array.from({ length: MEBIBYTE }, () => random.below(36).toString(36)).join('');
  expect(indexed(content).length).toBeLessThanOrEqual(MOST_CHARACTERS);
  expect(indexed(`é${content}`).length).toBeLessThanOrEqual(MOST_CHARACTERS);
});

test.each(['', 'é日本 '])('a long text of repeated words needs the index once (%j)', (first) => {
  const sentence = 'The quick brown fox jumps over the lazy dog near a river. ';
  expect(indexed(first + sentence.repeat(10_000)).length).toBeLessThan(1000);
});

test('a long text is found by each of its words', () => {
  const source = readFileSync(new URL('../../../docs/threat-model.md', import.meta.url), 'utf8');
  const content = `${'padding that repeats itself. '.repeat(5000)}${source}${'and after. '.repeat(5000)} Ünïcode 漢字 end-marker-9f3`;
  const text = indexed(content);
  const words = [...new Set(content.match(/[\p{L}\p{N}-]{3,}/gu))].concat('漢');
  const missed = words.filter((word) => !groupsOf(word).every((group) => text.includes(group)));
  expect(missed).toEqual([]);
  expect(words.length).toBeGreaterThan(300);
});

test('the same receipt has the same text, so that the index can forget it', () => {
  const content = Array.from({ length: 20_000 }, (_, index) => `word${index * 7919} `).join('');
  expect(indexed(content)).toBe(indexed(content));
});
