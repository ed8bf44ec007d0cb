import { expect, test } from 'vitest';
import { markedName, nameSuspicion } from './integration-name.ts';

test.each([
  'claude-code',
  'Größe 2',
  'Агент',
  'Πράκτορας',
  '智能 agent',
  'エージェント bot',
  '에이전트 CI',
  'وكيل agent',
  'build 🚀',
  'team 👩‍💻',
  'µservice',
  '中文',
  '1234',
])('%s is ordinary', (name) => {
  expect(nameSuspicion(name)).toBeUndefined();
  expect(markedName(name)).toBe(name);
});

test.each([
  ['cl\u0430ude', 'a Cyrillic a'],
  ['Claude C\u03bfde', 'a Greek omicron'],
  ['\u0531gent', 'an Armenian letter'],
  ['\u13aaodex', 'a Cherokee letter'],
  ['\u{1d41a}gent', 'a bold letter of formulas'],
  ['\uff41gent', 'a full-width letter'],
  ['\u0430\u03bf', 'Cyrillic and Greek'],
])('%j mixes alphabets: %s', (name) => {
  expect(nameSuspicion(name)).toBe('mixed_alphabets');
  expect(markedName(name)).toBe(`${name} (mixed alphabets)`);
});

test.each(['claude\u200b', 'cla\u00adude', 'a\u202eb', 'x\ufeffy', 'a\u200db', 'a\u{e0041}b', 'a\u3164'])(
  '%j hides characters',
  (name) => {
    expect(nameSuspicion(name)).toBe('hidden_characters');
  },
);
