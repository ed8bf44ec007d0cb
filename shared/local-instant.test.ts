import { afterEach, expect, test, vi } from 'vitest';
import { parseLocalInstant } from './local-instant.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(['UTC', 'America/New_York', 'Asia/Kathmandu'])('times as a person writes them, in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  const now = new Date(2026, 10, 22, 9, 30).getTime();
  const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();
  expect(parseLocalInstant('now', now)).toBe(now);
  expect(parseLocalInstant('today', now)).toBe(local(2026, 10, 22));
  expect(parseLocalInstant(' Yesterday ', now)).toBe(local(2026, 10, 21));
  expect(parseLocalInstant('2 hours ago', now)).toBe(local(2026, 10, 22, 7, 30));
  expect(parseLocalInstant('1 minute ago', now)).toBe(local(2026, 10, 22, 9, 29));
  // Three weeks earlier, New York had another time.
  expect(parseLocalInstant('4 weeks ago', now)).toBe(local(2026, 9, 25, 9, 30));
  expect(parseLocalInstant('14:05', now)).toBe(local(2026, 10, 22, 14, 5));
  // As the tables show times.
  expect(parseLocalInstant('yesterday 23:59', now)).toBe(local(2026, 10, 21, 23, 59));
  expect(parseLocalInstant('today 08:00', now)).toBe(local(2026, 10, 22, 8));
  expect(parseLocalInstant('2026-11-20 23:59', now)).toBe(local(2026, 10, 20, 23, 59));
  expect(parseLocalInstant('999999 weeks ago', now)).toBe(0);
  expect(parseLocalInstant('2026-11-21', now)).toBe(local(2026, 10, 21));
  expect(parseLocalInstant('2026-11-21T10:00', now)).toBe(local(2026, 10, 21, 10, 0));
  expect(parseLocalInstant('2026-11-21T10:00:00Z', now)).toBe(Date.UTC(2026, 10, 21, 10));
});

// Both changes of the clock, midnights beside them, and the midnight that Santiago does not have.
test.each([
  ['America/New_York', '2026-03-09T00:10-04:00', '2026-03-08T00:00-05:00', '2026-03-08T00:10-05:00'],
  ['America/New_York', '2026-03-08T03:30-04:00', '2026-03-07T00:00-05:00', '2026-03-07T03:30-05:00'],
  ['America/New_York', '2026-11-02T00:00-05:00', '2026-11-01T00:00-04:00', '2026-11-01T00:00-04:00'],
  ['America/New_York', '2026-11-01T23:59-05:00', '2026-10-31T00:00-04:00', '2026-10-31T23:59-04:00'],
  ['Asia/Kolkata', '2026-11-22T00:00+05:30', '2026-11-21T00:00+05:30', '2026-11-21T00:00+05:30'],
  ['Pacific/Apia', '2026-11-22T23:59+13:00', '2026-11-21T00:00+13:00', '2026-11-21T23:59+13:00'],
  ['America/Santiago', '2026-09-07T00:30-03:00', '2026-09-06T01:00-03:00', '2026-09-06T01:30-03:00'],
])('in %s at %s', (zone, now, yesterday, dayAgo) => {
  vi.stubEnv('TZ', zone);
  expect(parseLocalInstant('yesterday', Date.parse(now))).toBe(Date.parse(yesterday));
  expect(parseLocalInstant('1 day ago', Date.parse(now))).toBe(Date.parse(dayAgo));
  expect(parseLocalInstant('24 hours ago', Date.parse(now))).toBe(Date.parse(now) - 86_400_000);
});

test.each([
  '',
  'tomorrow',
  'tomorrow 10:00',
  '2026-11-20 25:00',
  '24:00',
  '2 fortnights ago',
  '2026-02-30',
  '-1 hours ago',
  'hours ago',
])('%o is no time', (text) => expect(parseLocalInstant(text, Date.now())).toBeUndefined());
