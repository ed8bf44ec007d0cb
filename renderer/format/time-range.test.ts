import { describe, expect, it } from 'vitest';
import { dayPartEdges, edgesOf, RANGES, rangeOf } from './time-range.ts';

const NOW = new Date(2026, 9, 25, 15, 30).getTime();

describe('ranges', () => {
  it('begin and end with days, and hold the present', () => {
    for (const name of RANGES) {
      const { since, until } = rangeOf(name, NOW);
      expect([since.getHours(), until.getHours()]).toEqual([0, 0]);
      expect(until.getTime() >= NOW).toBe(name !== 'yesterday');
    }
    expect(rangeOf('yesterday', NOW).until).toEqual(rangeOf('today', NOW).since);
  });

  it('are cut into hours, days or weeks without a hole', () => {
    const bins = (days: number) => {
      const edges = edgesOf({ since: new Date(2026, 9, 1), until: new Date(2026, 9, 1, days * 24) });
      expect(edges.toSorted()).toEqual(edges);
      return edges.length - 1;
    };
    expect([bins(1 / 24), bins(0.25), bins(1), bins(7), bins(90), bins(280)]).toEqual([
      12, 24, 24, 7, 90, 40,
    ]);
  });

  it('of a day have four parts by the clock, also on a day with 25 hours', () => {
    const { since, until } = rangeOf('today', NOW);
    const edges = dayPartEdges(since.toISOString());
    expect(edges.map((edge) => new Date(edge).getHours())).toEqual([0, 6, 12, 18, 0]);
    expect(edges.at(-1)).toBe(until.toISOString());
  });
});
