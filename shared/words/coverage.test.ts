import { expect, test } from 'vitest';
import type { RecordingGap } from '../recording-gap.ts';
import { coverageLine } from './coverage.ts';

const at = '2026-11-22T12:00:00.000Z';
const now = Date.parse(at);
const ended = { startedAt: at, endedAt: at, lastEventAt: at };
const noHooks = { hookReports: 0, hookEvents: 0, hookRuns: 0 };
const noCounts = { bothRoutes: 0, hooksOnly: 0, telemetryOnly: 0, missing: 0, subAgents: 0, interrupts: 0 };
const none = { approvals: [], outcomes: 0, ...noCounts, ...noHooks };

test.each([
  [
    'one route',
    ended,
    none,
    'Its connection reported by one route only, so there is nothing to compare with.',
  ],
  [
    'one route with calls',
    ended,
    { ...none, hooksOnly: 7 },
    'Its connection reported by one route only, so there is nothing to compare with.',
  ],
  ['two routes', ended, { ...none, bothRoutes: 41 }, 'All of 41 tool calls came by two routes.'],
  [
    'some by one',
    ended,
    { ...none, bothRoutes: 38, hooksOnly: 2, telemetryOnly: 1 },
    '3 of 41 tool calls came by one route only.',
  ],
  [
    'hooks that ran, reported and gave an event',
    ended,
    { ...none, bothRoutes: 2, hookRuns: 16, hookReports: 14, hookEvents: 12 },
    'All of 2 tool calls came by two routes. 2 of 16 hooks that ran did not report. 14 hooks reported: 12 with an event, 2 had nothing new.',
  ],
  [
    'sub-agents and an interrupted turn',
    ended,
    { ...none, bothRoutes: 1, subAgents: 2, interrupts: 1 },
    'All of 1 tool call came by two routes. 2 sub-agents started. 1 turn was interrupted.',
  ],
  [
    'gaps, no start and silence',
    { startedAt: null, endedAt: null, lastEventAt: '2026-11-22T11:42:00.000Z' },
    { ...none, bothRoutes: 1, missing: 2 },
    'All of 1 tool call came by two routes. 2 records that the agent numbered did not arrive. Its start was not reported. Nothing heard since 2026-11-22T11:42:00.000Z.',
  ],
])('%s', (_name, session, notes, line) => {
  expect(coverageLine(session, notes, [], now)).toBe(line);
});

test('a session that was open in a gap is not said to be whole', () => {
  const gap = {
    from: '2026-11-22T11:00:00.000Z',
    until: at,
    ...{ precision: 'exact' as const, notRecorded: null, scope: null },
  };
  const hooks = { ...none, hookReports: 5, hookEvents: 5 };
  const said = (cause: RecordingGap['cause']) => coverageLine(ended, hooks, [{ ...gap, cause }], now);
  expect(said('not_running')).toBe(
    'The record has 1 gap in this session, so not everything is known to be here. Its connection reported by one route only, so there is nothing to compare with. 5 hooks reported.',
  );
  expect(said('computer_off')).toContain('5 hooks reported, all with an event.');
});
