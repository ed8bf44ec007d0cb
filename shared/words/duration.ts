import { plural } from './plural.ts';

const SECOND_MS = 1000;
const CLOCK_UNITS = [
  [86_400, { one: 'day', other: 'days' }],
  [3600, { one: 'hour', other: 'hours' }],
  [60, { one: 'minute', other: 'minutes' }],
] as const;

/** Gives a duration in the largest unit of which it has at least two. */
export function duration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / SECOND_MS);
  const [size, forms] = CLOCK_UNITS.find(([each]) => seconds >= 2 * each) ?? [
    1,
    { one: 'second', other: 'seconds' },
  ];
  return plural(Math.round(seconds / size), forms);
}
