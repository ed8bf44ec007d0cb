import { expect, test } from 'vitest';
import { gapsOfSession, type RecordingGap } from './recording-gap.ts';
import { gapCells, gapSentence } from './words/recording-gaps.ts';

const T = Date.UTC(2026, 10, 22, 10);
const at = (minute: number) => new Date(T + minute * 60_000).toISOString();
const clock = (instant: string) => instant.slice(11, 16);
const gap = (from: number, until: number | null, others: Partial<RecordingGap> = {}): RecordingGap => ({
  from: at(from),
  until: until === null ? null : at(until),
  ...{ cause: 'not_running', precision: 'exact', notRecorded: null, scope: null },
  ...others,
});

test.each([
  [
    gap(2, 40),
    'Plinth was not running from 10:02 to 10:40 (38 minutes). What agents did then is not in the record.',
    ['10:02', '10:40', 'Plinth was not running', 'not known'],
  ],
  [
    gap(2, 40, { precision: 'minute' }),
    'Plinth was not running from 10:02, or up to a minute later, to 10:40 (up to 38 minutes). What agents did then is not in the record.',
    ['about 10:02', '10:40', 'Plinth was not running', 'not known'],
  ],
  [
    gap(2, 40, { precision: 'unknown' }),
    'Plinth was not running before 10:40. It is not known for how long. What agents did then is not in the record.',
    ['not known', '10:40', 'Plinth was not running', 'not known'],
  ],
  [
    gap(2, null),
    'Plinth has not been running since 10:02. What agents do is not in the record.',
    ['10:02', 'now', 'Plinth was not running', 'not known'],
  ],
  [
    gap(2, 12, { cause: 'not_answering', precision: 'minute' }),
    'Plinth did not answer from 10:02, or up to a minute later, to 10:12 (up to 10 minutes). Reports of this time can be missing.',
    ['about 10:02', '10:12', 'Plinth did not answer', 'not known'],
  ],
  [
    gap(2, 182, { cause: 'computer_off', precision: 'minute' }),
    'The computer was off or asleep from 10:02 to 13:02 (3 hours).',
    ['about 10:02', '13:02', 'computer off or asleep', '–'],
  ],
  [
    gap(2, 40, { cause: 'paused', notRecorded: 2 }),
    'Recording of Codex was paused from 10:02 to 10:40; 2 events not recorded',
    ['10:02', '10:40', 'paused', '2'],
  ],
  [
    gap(2, null, { cause: 'paused', notRecorded: 0 }),
    'Recording of Codex has been paused since 10:02',
    ['10:02', 'now', 'paused', '0'],
  ],
])('%o', (each, sentence, cells) => {
  expect(gapSentence(each, clock, 'Codex')).toBe(sentence);
  expect(gapCells(each, clock)).toEqual(cells);
});

test('a session has the gaps in which it was open', () => {
  const session = {
    integration: { id: 'int_1' },
    project: '~/app',
    ...{ firstEventAt: at(0), lastEventAt: at(30), endedAt: at(40) as string | null, endedBySilence: false },
  };
  const [before, inside, after, much] = [gap(-9, -1), gap(10, 20), gap(45, 50), gap(95, 99)];
  const other = gap(11, 12, { cause: 'paused', scope: { integrationId: 'int_2' } });
  const own = gap(12, 13, { cause: 'paused', scope: { project: '~/app' } });
  const all = [much, after, own, other, inside, before];
  expect(gapsOfSession(session, all)).toEqual([inside, own]);
  // Without an end, it may have gone on for a time.
  expect(gapsOfSession({ ...session, endedAt: null }, all)).toEqual([inside, own, after]);
  expect(gapsOfSession({ ...session, endedAt: at(30), endedBySilence: true }, all)).toEqual([
    inside,
    own,
    after,
  ]);
  expect(gapsOfSession(session, [gap(35, null)])).toHaveLength(1);
});
