import { afterEach, expect, test } from 'vitest';
import { ClockWatch } from './clock-watch.ts';

const HOUR = 3_600_000;

let now = 1_780_000_000_000;
let sinceStart = 5 * HOUR;
const passes = (ms: number) => {
  now += ms;
  sinceStart += ms;
};
const watch = new ClockWatch(
  () => now,
  () => sinceStart,
);
afterEach(() => watch.stop());

test('notices steps in both directions, and measures the time since the last', () => {
  passes(48 * HOUR);
  expect(watch.steps()).toEqual([]);
  expect(watch.steadyForMs()).toBe(48 * HOUR);

  now += 1000 * 24 * HOUR;
  expect(watch.steadyForMs()).toBe(0);
  passes(HOUR);
  now -= 2 * HOUR;
  expect(watch.steps().map(({ byMs }) => byMs)).toEqual([1000 * 24 * HOUR, -2 * HOUR]);
  expect(watch.steps()[1]?.at).toBe(now);
  passes(25 * HOUR);
  expect(watch.steadyForMs()).toBe(25 * HOUR);
});

test('does not report a gradual correction as a step', () => {
  const before = watch.steps().length;
  for (let minute = 0; minute < 600; minute += 1) {
    passes(60_000);
    now += 500;
    expect(watch.steps()).toHaveLength(before);
  }
});
