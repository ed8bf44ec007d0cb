import { afterEach, describe, expect, it } from 'vitest';
import { formatIn } from '../../shared/locale.ts';
import { formatBytes, formatCount } from './quantity.ts';
import { clockTime, lengthOfTime, rangeText, relativeTime, timeOfDay } from './time.ts';

describe('times and sizes', () => {
  it('tells times as a person would', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(relativeTime('2026-11-21T09:59:30Z', now)).toBe('now');
    expect(relativeTime('2026-11-21T09:57:00Z', now)).toBe('3 min. ago');
    expect(relativeTime('2026-11-20T09:00:00Z', now)).toBe('yesterday');
    expect(relativeTime('2026-11-21T10:05:00Z', now)).toBe('in 5 min.');
    expect(relativeTime('nonsense', now)).toBe('');
    expect([lengthOfTime(90_000), lengthOfTime(-400), lengthOfTime(-20_000)]).toEqual([
      '2 min',
      '0 sec',
      '0 sec',
    ]);
  });

  it('writes a span as one text, with the date of a day that is long ago', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
    const now = new Date(2026, 10, 26, 9).getTime();
    expect([
      rangeText(at(24, 19), at(24, 23), now),
      rangeText(at(24, 19), at(25, 0), now),
      rangeText(at(24, 19), at(25, 1), now),
      rangeText(at(1, 19), at(1, 23), now),
    ]).toEqual(['Tue 19:00 – 23:00', 'Tue 19:00 – 00:00', 'Tue 19:00 – Wed 01:00', 'Nov 1 19:00 – 23:00']);
  });

  it('tells sizes in the largest fitting unit', () => {
    expect([0, 1023, 1024, 1536, 1_048_575, 1_048_576, 5 * 1024 ** 3].map(formatBytes)).toEqual([
      '0 bytes',
      '1,023 bytes',
      '1 KB',
      '1.5 KB',
      '1 MB',
      '1 MB',
      '5 GB',
    ]);
  });

  describe('in another language', () => {
    afterEach(() => formatIn(['en']));

    it('follow it, with hours from 0 to 23', () => {
      const at = new Date(2026, 10, 21, 0, 5, 7).toISOString();
      const later = Date.parse(at) + 40 * 3_600_000;
      expect([timeOfDay(at), clockTime(at, later)]).toEqual(['00:05:07', 'Nov 21 00:05']);
      formatIn(['de-DE', 'en']);
      expect([formatCount(1234567), formatBytes(1536)]).toEqual(['1.234.567', '1,5 KB']);
      expect([timeOfDay(at), clockTime(at, later)]).toEqual(['00:05:07', '21. Nov. 00:05']);
      expect(relativeTime(at, later)).toBe('vorgestern');
      expect(lengthOfTime(3 * 60_000)).toBe('3 Min.');
    });

    it('stay readable if the browser names no language', () => {
      formatIn(['not a language']);
      expect(formatCount(12)).not.toBe('');
    });
  });
});
