import { afterEach, expect, test, vi } from 'vitest';
import { startOfDay } from '../../shared/local-instant.ts';
import { localTime } from './terminal-time.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'])('times in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  const now = new Date(2026, 10, 22, 9, 30).getTime();
  const shown = (...parts: [number, number, number, number, number]) =>
    localTime(new Date(...parts).toISOString(), now);
  expect(shown(2026, 10, 22, 0, 0)).toBe('00:00');
  expect(shown(2026, 10, 22, 9, 31)).toBe('09:31');
  expect(shown(2026, 10, 21, 23, 59)).toBe('yesterday 23:59');
  expect(shown(2026, 10, 21, 0, 0)).toBe('yesterday 00:00');
  expect(shown(2026, 10, 20, 23, 59)).toBe('2026-11-20 23:59');
  expect(shown(2027, 0, 2, 3, 4)).toBe('2027-01-02 03:04');
  expect(startOfDay(now).getTime()).toBe(new Date(2026, 10, 22).getTime());
});
