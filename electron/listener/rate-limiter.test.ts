import { expect, test } from 'vitest';
import { BURST, EVENT_BURST, REQUESTS_PER_SECOND } from '../../shared/limits.ts';
import { RateLimiter } from './rate-limiter.ts';

/** Takes `count` times at one instant and returns the number of accepted requests. */
function letThrough(limiter: RateLimiter<object>, key: object, now: number, requests: number): number {
  let passed = 0;
  for (let index = 0; index < requests; index += 1) if (limiter.take(key, now) === 0) passed += 1;
  return passed;
}

test('accepts a burst, then the steady rate', () => {
  const limiter = new RateLimiter();
  const key = {};
  expect(letThrough(limiter, key, 1000, BURST + 100)).toBe(BURST);
  expect(letThrough(limiter, key, 2000, BURST)).toBe(REQUESTS_PER_SECOND);
  expect(letThrough(limiter, key, 2500, BURST)).toBe(REQUESTS_PER_SECOND / 2);
});

test('refills to at most the burst, however long it rests', () => {
  const limiter = new RateLimiter();
  const key = {};
  letThrough(limiter, key, 0, 10);
  expect(letThrough(limiter, key, 1e12, BURST + 100)).toBe(BURST);
});

test('refused requests cost nothing', () => {
  const limiter = new RateLimiter(10, 5);
  const key = {};
  letThrough(limiter, key, 0, 1000);
  expect(letThrough(limiter, key, 1000, 1000)).toBe(5);
});

test('returns the whole seconds until a request passes', () => {
  const limiter = new RateLimiter(0.25, 1);
  const key = {};
  expect(limiter.take(key, 0)).toBe(0);
  expect(limiter.take(key, 0)).toBe(4);
  expect(limiter.take(key, 3000)).toBe(1);
  expect(limiter.take(key, 3999)).toBe(1);
  expect(limiter.take(key, 4000)).toBe(0);
});

test('keeps a bucket for each key', () => {
  const limiter = new RateLimiter(1, 3);
  const [one, other] = [{}, {}];
  expect(letThrough(limiter, one, 0, 10)).toBe(3);
  expect(letThrough(limiter, other, 0, 10)).toBe(3);
});

test('the events of a request count for the next request', () => {
  const limiter = new RateLimiter(10, 5);
  const key = {};
  expect(limiter.take(key, 0)).toBe(0);
  limiter.charge(key, EVENT_BURST - 1);
  expect(limiter.take(key, 0)).toBe(0);
  limiter.charge(key, 21);
  // 20 below nothing: 21 are needed, and ten a second come back.
  expect(limiter.take(key, 0)).toBe(3);
  expect(limiter.take(key, 2100)).toBe(0);
});
