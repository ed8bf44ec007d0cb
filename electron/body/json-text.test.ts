import { describe, expect, test } from 'vitest';
import { parseJsonText } from './json-text.ts';

const NUMBERS_BOTH: [string, unknown][] = [
  ['1290123456789012345', '1290123456789012345'],
  ['-9007199254740993', '-9007199254740993'],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  ['1e400', '1e400'],
  ['-1E+400', '-1E+400'],
  ['1e-400', '1e-400'],
  ['0.10000000000000001', '0.10000000000000001'],
  ['4.9406564584124654e-324', '4.9406564584124654e-324'],
  ['9007199254740992', 9_007_199_254_740_992],
  ['100000000000000000000', 1e20],
  ['1.0', 1],
  ['1e3', 1000],
  ['1E+003', 1000],
  ['1000000000000000000e-018', 1],
  ['0.30000000000000004', 0.1 + 0.2],
  ['0.000000000000000000000000000001', 1e-30],
  ['5e-324', 5e-324],
  ['1.7976931348623157e308', Number.MAX_VALUE],
  ['0e999999999999999999999', 0],
  ['-0', -0],
  ['-0.00000000000000000', -0],
];

describe('a number', () => {
  test.each(NUMBERS_BOTH)('%s', (source, expected) => {
    const numbersAsText = typeof expected === 'string';
    expect(parseJsonText(source)).toEqual({ value: expected, numbersAsText });
    const inside = `{"a":[{"b":${source} },\n${source}],"c":${source}}`;
    expect(parseJsonText(inside)).toEqual({
      value: { a: [{ b: expected }, expected], c: expected },
      numbersAsText,
    });
  });

  test('in a text or in a name stays as it is', () => {
    const text = '{"at [1290123456789012345]":"n,1e400 \\"1e400","x":"\\\\"}';
    expect(parseJsonText(text)).toEqual({ value: JSON.parse(text), numbersAsText: false });
    const mixed = '{"\\\\":1290123456789012345,"a\\"":"[1e400","b":[1e400]}';
    expect(parseJsonText(mixed)).toEqual({
      value: { '\\': '1290123456789012345', 'a"': '[1e400', b: ['1e400'] },
      numbersAsText: true,
    });
  });

  test('among thousands, with texts between them, is kept as text', () => {
    const numbers = Array.from({ length: 5000 }, (_, at) => `${1_290_123_456_789_012 + at}999`);
    const text = `[${numbers.map((number) => `${number},"\ud83d\ude00 é"`).join(',')}]`;
    expect(parseJsonText(text).value).toEqual(numbers.flatMap((number) => [number, '😀 é']));
  });

  test('deeper than any function can recurse is kept as text', () => {
    const levels = 200_000;
    let { value } = parseJsonText(`${'['.repeat(levels)}1e400,"\\ud800"${']'.repeat(levels)}`);
    for (let level = 1; level < levels; level += 1) [value] = value as unknown[];
    expect(value).toEqual(['1e400', '\ufffd']);
  });
});

describe('half a character', () => {
  test('becomes U+FFFD in each text and name', () => {
    const text = String.raw`{"a\ud83d":["\ude00x","\ud83d\ude00","\ude00\ud83d","\\ud83d"],"b":{"c":"\uDBFF"}}`;
    expect(parseJsonText(text).value).toEqual({
      'a\ufffd': ['\ufffdx', '😀', '\ufffd\ufffd', '\\ud83d'],
      b: { c: '\ufffd' },
    });
  });

  test('in names that become equal keeps each value, in order', () => {
    const text = String.raw`{"\ud800":1,"\ufffd 2":2,"\ud801":3,"\ufffd":4,"\udfff":[{"\ud800":"\ud800"}]}`;
    expect(JSON.stringify(parseJsonText(text).value)).toBe(
      '{"\ufffd 3":1,"\ufffd 2":2,"\ufffd 4":3,"\ufffd":4,"\ufffd 5":[{"\ufffd":"\ufffd"}]}',
    );
  });
});

test('names are those of JSON.parse', () => {
  const text = '{"__proto__":{"x":1e400},"a":1,"a":2,"constructor":"\\ud800","1":0}';
  const { value } = parseJsonText(text) as { value: Record<string, unknown> };
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.entries(value)).toEqual([
    ['1', 0],
    ['__proto__', { x: '1e400' }],
    ['a', 2],
    ['constructor', '\ufffd'],
  ]);
});

test.each(['', '{', '01', '1e', '"\n"', '[1290123456789012345'])('%j is refused', (text) => {
  expect(() => parseJsonText(text)).toThrow(SyntaxError);
});
