import { expect, test } from 'vitest';
import { silenceOf } from './silence.ts';

/** Monday, in local time, as the rhythm is. */
const at = (day: number, time: string) => {
  const [hour, minute] = time.split(':').map(Number);
  return new Date(2026, 9, 5 + day, hour, minute).getTime();
};
const days = (count: number, times: readonly string[], isActive: (weekday: number) => boolean = () => true) =>
  Array.from({ length: count }, (_, day) => day)
    .filter((day) => isActive((day + 1) % 7))
    .flatMap((day) => times.map((time) => at(day, time)));
const workday = (weekday: number) => weekday > 0 && weekday < 6;
const NIGHTLY = ['02:00'];
const OFFICE = ['09:00', '11:15', '14:30', '17:45'];
const missedOf = (active: number[], now: number, gaps: readonly (readonly [number, number])[] = []) =>
  silenceOf(active, (from, until) => gaps.every(([begin, end]) => end <= from || begin >= until), now)
    ?.missed ?? 0;

test.each([
  ['a nightly job that still runs', days(11, NIGHTLY), at(10, '23:00'), 0],
  ['one whose report is not due yet', days(11, NIGHTLY), at(11, '02:30'), 0],
  ['its first miss', days(11, NIGHTLY), at(11, '03:30'), 1],
  ['a first miss on a Saturday, after one weekend', days(12, NIGHTLY), at(12, '03:30'), 1],
  ['five misses', days(11, NIGHTLY), at(15, '12:00'), 5],
  ['too few runs to know a rhythm', days(2, NIGHTLY), at(4, '12:00'), 0],
  ['a job of workday nights, on Sunday', days(19, NIGHTLY, workday), at(20, '12:00'), 0],
  ['the same, on Monday', days(19, NIGHTLY, workday), at(21, '03:30'), 1],
  ['office hours, on Sunday evening', days(19, OFFICE, workday), at(20, '20:00'), 0],
  ['office hours, early on Monday', days(19, OFFICE, workday), at(21, '08:30'), 0],
  ['office hours, on Monday noon', days(19, OFFICE, workday), at(21, '12:00'), 1],
  ['the afternoon after a busy morning', days(19, OFFICE, workday), at(18, '23:00'), 0],
  ['a weekly job, midweek', days(29, NIGHTLY, (weekday) => weekday === 1), at(31, '12:00'), 0],
  ['a weekly job that missed', days(29, NIGHTLY, (weekday) => weekday === 1), at(35, '12:00'), 1],
  ['an agent of every third day', days(30, OFFICE).filter((_, n) => (n >> 2) % 3 === 0), at(33, '12:00'), 0],
  ['one event', [at(0, '12:00')], at(3, '12:00'), 0],
  ['nothing', [], at(3, '12:00'), 0],
])('%s', (_, active, now, missed) => {
  expect(missedOf(active, now)).toBe(missed);
});

test('a time that was not recorded is no miss, and hides only its own', () => {
  const night = (day: number) => [at(day, '01:00'), at(day, '05:00')] as const;
  expect(missedOf(days(11, NIGHTLY), at(11, '12:00'), [night(11)])).toBe(0);
  expect(missedOf(days(11, NIGHTLY), at(13, '12:00'), [night(12)])).toBe(2);
  // A week without a record does not make a job irregular.
  const resumed = days(20, NIGHTLY).filter((time) => time < at(6, '00:00') || time > at(13, '00:00'));
  expect(missedOf(resumed, at(20, '12:00'), [[at(6, '00:00'), at(13, '00:00')]])).toBe(1);
});

test('the rhythm names its days and its hours', () => {
  expect(silenceOf(days(11, NIGHTLY), () => true, at(11, '12:00'))).toEqual({
    days: [0, 1, 2, 3, 4, 5, 6],
    from: 120,
    until: 135,
    missed: 1,
  });
  expect(silenceOf(days(19, OFFICE, workday), () => true, at(22, '12:00'))).toEqual({
    days: [1, 2, 3, 4, 5],
    from: 540,
    until: 1080,
    missed: 2,
  });
});
