import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../shared/event.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../../test/support/running-host.ts';

const dataDir = temporaryFolder();
let host: RunningHost;

beforeAll(async () => {
  host = await startTestHost({ dataDir });
});
afterAll(async () => {
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const problems = () => host.control('problems.list', {});

test('refused requests are counted by their shape, and known after a restart', async () => {
  const { token, id } = await host.generateToken('acme');
  for (let time = 0; time < 3; time += 1) await host.post(token, sampleEvent('acme', { event: 'typed' }));
  await host.post(token, sampleEvent('a secret in a name'));
  const expected = [
    { integrationId: id, code: 'integration_mismatch', errors: [], count: 1 },
    {
      integrationId: id,
      code: 'invalid_event',
      errors: [{ pointer: '/event', code: 'wrong_value', expected: { enum: EVENT_TYPES } }],
      count: 3,
    },
  ];
  expect((await problems()).refusals).toMatchObject(expected);
  await host.post(token, sampleEvent('acme', { event: 'typed' }));
  await host.stop();
  host = await startTestHost({ dataDir });
  const [newest, other] = (await problems()).refusals;
  expect([newest, other]).toMatchObject([{ ...expected[1], count: 4 }, expected[0]]);
  expect(JSON.stringify(await problems())).not.toContain('a secret');
});

test('a dismissed problem keeps its dismissal, until the user takes it back', async () => {
  const { problem, lastAt } = (await problems()).refusals[0]!;
  await host.control('problems.dismiss', { problem, dismissed: true });
  const { dismissed } = await problems();
  expect(dismissed[problem]! >= lastAt).toBe(true);
  await host.control('problems.dismiss', { problem, dismissed: false });
  expect((await problems()).dismissed).toEqual({});
});

test('deleting everything also deletes refused requests and dismissals', async () => {
  await host.control('problems.dismiss', { problem: 'late', dismissed: true });
  await host.control('receipts.delete', { scope: { everything: true } });
  expect(await problems()).toMatchObject({ refusals: [], dismissed: {} });
});
