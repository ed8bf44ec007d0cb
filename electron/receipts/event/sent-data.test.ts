import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../proof/canonical-json.ts';
import { SentData } from './sent-data.ts';

const RUNS = { numRuns: 300 };
const parsed = fc
  .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })
  .map((data) => JSON.parse(JSON.stringify(data)) as Record<string, unknown>);

test('the texts of sent data are those of the platform and of the canonical form', () => {
  const property = fc.property(parsed, (data) => {
    fc.pre(!Object.hasOwn(data, '__proto__'));
    const sent = new SentData(data);
    expect(sent.toJson()).toBe(JSON.stringify(data));
    expect(sent.canonical).toBe(canonicalJson(data));
    const sizes = Object.entries(data).map(([name, value]) => [
      name,
      { bytes: Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) },
    ]);
    expect(sent.sizes()).toEqual(Object.fromEntries(sizes));
  });
  fc.assert(property, RUNS);
});

test('sent data equals a value only if both become the same JSON', () => {
  const property = fc.property(parsed, parsed, (data, other) => {
    const sent = new SentData(data);
    expect(sent.equals(structuredClone(data))).toBe(true);
    expect(sent.equals(other)).toBe(JSON.stringify(data) === JSON.stringify(other));
  });
  fc.assert(property, RUNS);
});

test.each<[unknown, unknown]>([
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: [1, 2] }, { a: [1] }],
  [{ a: [] }, { a: {} }],
  [{ a: 'x' }, { a: 'y' }],
  [{ a: null }, { a: {} }],
  [{ a: { b: 'c' } }, { a: { b: 'c', d: 'e' } }],
])('%j is not %j', (data, other) => {
  const sent = new SentData({ toolInput: data });
  expect(sent.equals({ toolInput: other })).toBe(false);
});

test('a member that JSON does not have counts no bytes', () => {
  const sent = new SentData({ cwd: undefined, content: 'ü' });
  expect(sent.sizes()).toEqual({ cwd: { bytes: 0 }, content: { bytes: 2 } });
  expect(sent.toJson()).toBe('{"content":"ü"}');
  expect(sent.canonical).toBe('{"content":"ü"}');
});
