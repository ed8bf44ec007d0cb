import { expect, test } from 'vitest';
import type { NotedSession } from '../receipts/store/session-notes.ts';
import { RouteCoverage } from './route-coverage.ts';

const MINUTE_MS = 60_000;

test('a call counts as reported by one route only when the other has had its time', async () => {
  const noted: NotedSession[] = [];
  const coverage = new RouteCoverage();
  coverage.write = async (each) => {
    noted.push(...each);
  };
  coverage.call('agent', 's', 'c1', 'hooks', 0);
  coverage.call('agent', 's', 'c2', 'hooks', 0);
  coverage.call('agent', 's', 'c1', 'telemetry', 10);
  // The same ids in a session of another integration are another call.
  coverage.call('token', 's', 'c1', 'telemetry', 10);
  coverage.call('token', 's', 'c2', 'telemetry', 10);
  await coverage.flush(20);
  expect(noted.map(({ integrationId, counts }) => [integrationId, counts])).toEqual([
    ['agent', { bothRoutes: 1 }],
  ]);
  await coverage.flush(MINUTE_MS + 20);
  expect(noted.slice(1).map(({ integrationId, counts }) => [integrationId, counts])).toEqual([
    ['agent', { hooksOnly: 1 }],
    ['token', { telemetryOnly: 2 }],
  ]);
});

test('a gap in an agent’s numbers counts, and a late record fills it', async () => {
  const noted: NotedSession[] = [];
  const coverage = new RouteCoverage();
  coverage.write = async (each) => {
    noted.push(...each);
  };
  for (const number of [5, 6, 9, 8]) coverage.number('telemetry', 's', number);
  // An exporter sends a batch again whose answer it did not get.
  for (const number of [5, 6, 9, 8]) coverage.number('telemetry', 's', number);
  await coverage.flush(0);
  expect(noted.map(({ counts }) => counts)).toEqual([{ missing: 1 }]);
  for (const number of [1e15, 7]) coverage.number('telemetry', 's', number);
  await coverage.flush(0);
  expect(noted.slice(1).map(({ counts }) => counts)).toEqual([{ missing: 1e15 - 10 }]);
});
