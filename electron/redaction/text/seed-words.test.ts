import { expect, test } from 'vitest';
import { findSeedWords } from './seed-words.ts';

const PHRASE = 'exact pole mule duck donkey hard enlist aspect cause easy weird party';

test('a dozen different words of one list are a recovery phrase', () => {
  expect(findSeedWords(`words: ${PHRASE}`)).toEqual([{ start: 7, end: 7 + PHRASE.length }]);
});

test('a word that is repeated is none', () => {
  expect(findSeedWords('word '.repeat(39))).toEqual([]);
});
