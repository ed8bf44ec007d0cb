import { expect, test } from 'vitest';
import { deletionOf } from './delete-filtered.tsx';

const NOW = '2026-11-26T12:00:00.000Z';
const DAY = { since: '2026-11-24T00:00:00.000Z', until: '2026-11-25T00:00:00.000Z' };

test.each([
  [DAY, { from: DAY.since, until: DAY.until }],
  [{ since: DAY.since }, { from: DAY.since, until: NOW }],
  [{ until: DAY.until }, { from: '1970-01-01T00:00:00.000Z', until: DAY.until }],
  [
    { integrationId: 'int_1', ...DAY },
    { integrationId: 'int_1', from: DAY.since, until: DAY.until },
  ],
  [{ project: '/srv' }, { project: '/srv' }],
  [{ sessionKey: 3 }, { sessionKey: 3 }],
])('a deletion follows the filter %j', (filter, scope) => {
  expect(deletionOf(filter, NOW)).toEqual(scope);
});

test.each([
  {},
  { text: 'x', ...DAY },
  { event: 'prompt.submitted' as const },
  { integrationId: 'int_1', project: '/srv' },
  { sessionKey: 3, ...DAY },
])('no deletion follows the filter %j, which would delete more', (filter) => {
  expect(deletionOf(filter, NOW)).toBeUndefined();
});
