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
  expect(parseLocalInstant('2026-11-21', now)).toBe(local(2026, 10, 21));
  expect(parseLocalInstant('2026-11-21T10:00', now)).toBe(local(2026, 10, 21, 10, 0));
  expect(parseLocalInstant('2026-11-21T10:00:00Z', now)).toBe(Date.UTC(2026, 10, 21, 10));
});

test.each(['', 'tomorrow', '24:00', '2 fortnights ago', '2026-02-30', '-1 hours ago', 'hours ago'])(
  '%o is no time',
  (text) => expect(parseLocalInstant(text, Date.now())).toBeUndefined(),
);
