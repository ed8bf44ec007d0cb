import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonWithMasks, type MaskPlace, masksAt } from './masks.ts';

const masksOf = ({ text, masks }: ReturnType<typeof jsonWithMasks>) =>
  masks.map(({ start, end }) => text.slice(start, end));

test('JSON is written as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (json, indent) => {
      const value = JSON.parse(JSON.stringify(json));
      const written = jsonWithMasks(value, '', [], { indent }).text;
      expect(written).toBe(JSON.stringify(value, null, indent));
    }),
  );
});

test('masks are found in names and values, and nothing that only looks like one', () => {
  const value = {
    'a/[email]': ['x', '"quoted"\n[1password-secret-key] and arr[i] [email]'],
    '[email]': '[x]',
  };
  const places: MaskPlace[] = [
    { member: '/toolInput/a~1[email]', start: 2, end: 9, inKey: true },
    { member: '/toolInput/a~1[email]/1', start: 9, end: 31 },
  ];
  for (const indent of [0, 2]) {
    const written = jsonWithMasks(value, '/toolInput', places, { indent });
    expect(written.text).toBe(JSON.stringify(value, null, indent));
    expect(masksOf(written)).toEqual(['[email]', '[1password-secret-key]']);
  }
});

test('places that overlap or lie outside never change the text', () => {
  const places = [
    { member: '/a', start: 1, end: 3 },
    { member: '/a', start: 2, end: 4 },
    { member: '/a', start: 5, end: 99 },
    { member: '/a', start: 4, end: 4 },
  ];
  expect(jsonWithMasks('abcdef', '/a', places)).toMatchObject({
    text: '"abcdef"',
    masks: [{ start: 2, end: 4 }],
  });
});

test('the masks of a value are not those of its name', () => {
  const places: MaskPlace[] = [
    { member: '/a', start: 0, end: 3, inKey: true },
    { member: '/a', start: 4, end: 9 },
    { member: '/a/b', start: 1, end: 2 },
  ];
  expect(masksAt(places, '/a')).toEqual([{ start: 4, end: 9 }]);
});
