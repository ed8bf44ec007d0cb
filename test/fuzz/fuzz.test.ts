import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ElementBudget, MAX_ELEMENTS, MAX_REPORT_BYTES } from '../../electron/body/body-budget.ts';
import { protobufElements } from '../../electron/bridges/telemetry/otlp-protobuf.ts';
import { LOG_REQUESTS } from './base-bodies.ts';
import { editedBytes, editedJson } from './json-edits.ts';
import { written } from './pieces.ts';
import { bodyOf, type Plan, packed, plans } from './plan.ts';
import { protobufOf } from './protobuf-fields.ts';

const PLAIN: Plan = {
  ...{ target: { route: 'bridges', harness: 'pi' }, base: 0, who: 1, reach: null, edits: [], fields: [] },
  ...{ bytes: [], type: 'right', isChunked: false, atOnce: 1 },
};
const piece = { form: 'list', unit: '0', times: 3, inString: false } as const;

test('a seed makes the same inputs again, for every route', () => {
  const made = () => fc.sample(plans, { seed: 1, numRuns: 300 });
  const inputs = made();
  expect(made()).toEqual(inputs);
  const routes = new Set(inputs.map(({ target }) => target.route));
  expect([...routes].sort()).toEqual(['acp', 'bridges', 'control', 'events', 'otlp']);
});

test('an input states its whole body', () => {
  for (const plan of fc.sample(plans, { seed: 2, numRuns: 20 })) {
    const again = JSON.parse(JSON.stringify(plan)) as Plan;
    expect(bodyOf(again).equals(bodyOf(plan))).toBe(true);
  }
});

test.each([-1, 0, 1])('a body reaches a budget of elements, and of bytes, by %i', (by) => {
  const edits: Plan['edits'] = [{ at: 1, how: 'put', name: '', piece: { ...piece } }];
  const elements = bodyOf({ ...PLAIN, edits, reach: { of: 'elements', by } });
  expect(new ElementBudget(MAX_ELEMENTS).take(elements)).toBe(by <= 0);
  expect(new ElementBudget(MAX_ELEMENTS - 1).take(elements)).toBe(by < 0);
  expect(bodyOf({ ...PLAIN, edits, reach: { of: 'bytes', by } })).toHaveLength(MAX_REPORT_BYTES + by);
});

test('pieces and edits are written as they say', () => {
  expect(written({ ...piece, unit: '{"a":%n}', inString: true })).toBe(
    JSON.stringify('[{"a":0},{"a":1},{"a":2}]'),
  );
  const base = { a: { b: 1 } };
  const edit = (how: 'put' | 'add' | 'double' | 'many' | 'remove') =>
    editedJson(base, [{ at: 2, how, name: 'x', piece: { ...piece } }]);
  expect(edit('put')).toBe('{"a":{"b":[0,0,0]}}');
  expect(edit('add')).toBe('{"a":{"b":1,"x":[0,0,0]}}');
  expect(edit('double')).toBe('{"a":{"b":1,"b":[0,0,0]}}');
  expect(edit('many')).toBe('{"a":{"b":[1,1,1]}}');
  expect(edit('remove')).toBe('{"a":{}}');
  const inserted = editedBytes(Buffer.from('ab'), [{ at: 500, how: 'insert', bytes: '\xff' }]);
  expect([...inserted]).toEqual([0x61, 0xff, 0x62]);
});

test('telemetry is protobuf until a field is changed, and can be a bomb', () => {
  const [request] = LOG_REQUESTS;
  expect(protobufElements(protobufOf(request!, []), 'logs', 1000)).toMatchObject({ records: 2 });
  const edit = { at: 1, how: 'length', value: 2 ** 32, times: 1, piece: { ...piece } } as const;
  expect(protobufElements(protobufOf(request!, [edit]), 'logs', 1000)).toBeUndefined();
  const target = { route: 'otlp', signal: 'logs', encoding: 'json', isConnection: false } as const;
  const { bytes } = packed(Buffer.from('{'), { ...PLAIN, target: { ...target, packing: 'bomb' } });
  expect(gunzipSync(bytes).length).toBeGreaterThan(2 ** 26);
});
