import { expect, test } from 'vitest';
import { RecentValues } from './recent-values.ts';

function recentFiles() {
  const state = { now: 1_000_000, reads: [] as string[] };
  const recent = new RecentValues<number>(1000, () => state.now);
  return { state, of: (key: string) => recent.of(key, () => state.reads.push(key)), recent };
}

test('many queries within a second read the files of a harness once', () => {
  const { state, of } = recentFiles();
  for (let query = 0; query < 10; query += 1) {
    of('codex');
    of('cursor');
    state.now += 90;
  }
  expect(state.reads).toEqual(['codex', 'cursor']);
  state.now += 200;
  expect(of('codex')).toBe(3);
});

test('the files are read again after a change of a bridge and after the clock is set back', () => {
  const { state, of, recent } = recentFiles();
  of('codex');
  recent.forget();
  expect(of('codex')).toBe(2);
  state.now -= 60_000;
  expect(of('codex')).toBe(3);
});
