import { describe, expect, it } from 'vitest';
import { formatBytes } from './quantity.ts';
import { relativeTime } from './time.ts';

describe('times and sizes', () => {
  it('tells times as a person would', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(relativeTime('2026-11-21T09:59:30Z', now)).toBe('now');
    expect(relativeTime('2026-11-21T09:57:00Z', now)).toBe('3 min. ago');
    expect(relativeTime('2026-11-20T09:00:00Z', now)).toBe('yesterday');
    expect(relativeTime('2026-11-21T10:05:00Z', now)).toBe('in 5 min.');
    expect(relativeTime('nonsense', now)).toBe('');
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
});
