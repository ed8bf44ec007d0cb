import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

describe('FairQueue', () => {
  test('serves each key in turn and keeps the order of each key', () => {
    const queue = new FairQueue<string>();
    for (let index = 0; index < 100; index += 1) queue.push('busy', 1024, `busy ${index}`);
    queue.push('quiet', 1024, 'quiet 0');
    queue.push('quiet', 1024, 'quiet 1');
    const taken = queue.take(8 * 1024);
    expect(taken).toHaveLength(8);
    expect(taken).toEqual(expect.arrayContaining(['quiet 0', 'quiet 1']));
    const busy = [...taken, ...queue.drain()].filter((item) => item.startsWith('busy'));
    expect(busy).toEqual(Array.from({ length: 100 }, (_, index) => `busy ${index}`));
  });

  test('does not delay cheap items of one key behind expensive items of another', () => {
    const queue = new FairQueue<string>();
    for (let index = 0; index < 10; index += 1) queue.push('large', 16_384, `large ${index}`);
    for (let index = 0; index < 10; index += 1) queue.push(`small ${index}`, 1024, `small ${index}`);
    expect(queue.take(10 * 1024).every((item) => item.startsWith('small'))).toBe(true);
  });

  test('takes a single item that costs more than the budget', () => {
    const queue = new FairQueue<string>();
    queue.push('a', 1_000_000, 'large');
    queue.push('a', 1, 'small');
    expect(queue.take(1000)).toEqual(['large']);
    expect(queue.take(1000)).toEqual(['small']);
    expect(queue.take(1000)).toEqual([]);
  });

  test('takes one at a time of items that cost nothing, if the budget is of one', () => {
    const queue = new FairQueue<number>();
    for (let index = 0; index < 3; index += 1) queue.push('a', 0, index);
    expect([queue.take(1), queue.take(1), queue.take(1)]).toEqual([[0], [1], [2]]);
  });

  test('takes less of a key that is alone, because another key may come meanwhile', () => {
    const queue = new FairQueue<string>();
    for (let index = 0; index < 100; index += 1) queue.push('busy', 1024, `busy ${index}`);
    expect(queue.take(64 * 1024, 16 * 1024)).toHaveLength(16);
    queue.push('quiet', 1024, 'quiet 0');
    const taken = queue.take(64 * 1024, 16 * 1024);
    expect(taken).toHaveLength(64);
    expect(taken.indexOf('quiet 0')).toBeLessThan(3);
  });

  test('serves all items, whatever their cost', () => {
    const queue = new FairQueue<number>();
    for (let index = 0; index < 500; index += 1)
      queue.push(`key ${index % 7}`, 1 + ((index * 7919) % 50_000), index);
    const seen: number[] = [];
    while (queue.size > 0) seen.push(...queue.take(10_000));
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, index) => index));
  });
});
