import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusalPace } from './refusal-pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const PER_SECOND = 100;
const BURST = 10;

function ask(pace: RefusalPace, source: object, count: number): number[] {
  const answered: number[] = [];
  for (let index = 0; index < count; index += 1) pace.answer(source, () => answered.push(index));
  return answered;
}

test('answers a burst at once and the rest at the steady rate, in order', () => {
  const pace = new RefusalPace(PER_SECOND, BURST);
  const answered = ask(pace, {}, 50);
  expect(answered).toHaveLength(BURST);
  vi.advanceTimersByTime(200);
  expect(answered.length).toBeGreaterThanOrEqual(BURST + 18);
  expect(answered.length).toBeLessThanOrEqual(BURST + 20);
  vi.advanceTimersByTime(1000);
  expect(answered).toEqual(Array.from({ length: 50 }, (_, index) => index));
});

test('a flood of one source delays no other source', () => {
  const pace = new RefusalPace(PER_SECOND, BURST);
  ask(pace, {}, 10_000);
  expect(ask(pace, {}, BURST)).toHaveLength(BURST);
});

test('a new refusal does not overtake those that wait', () => {
  const pace = new RefusalPace(PER_SECOND, BURST);
  const source = {};
  const answered = ask(pace, source, BURST + 5);
  vi.setSystemTime(Date.now() + 1000);
  const late = ask(pace, source, 1);
  expect(late).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(answered).toHaveLength(BURST + 5);
  expect(late).toEqual([0]);
});

test('stops its timer when nobody waits', () => {
  const pace = new RefusalPace(PER_SECOND, BURST);
  ask(pace, {}, BURST + 5);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});
