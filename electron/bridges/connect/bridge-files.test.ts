import { expect, test } from 'vitest';
import type { HarnessId } from '../../../shared/bridge.ts';
import { type BridgeFiles, RecentBridgeFiles } from './bridge-files.ts';
import type { BridgePlace } from './bridge-places.ts';

const place = (harness: HarnessId) => ({ harness, home: `/${harness}` }) as BridgePlace;

function recentFiles() {
  const state = { now: 1_000_000, reads: [] as HarnessId[] };
  const recent = new RecentBridgeFiles(
    ({ harness }) => {
      state.reads.push(harness);
      const version = `0.0.${state.reads.length}`;
      return {
        installed: true,
        version,
        configuration: '/x',
        leftBy: [],
        otherPlinths: [],
        hooksOff: undefined,
        obstacle: undefined,
        notes: [],
      } as BridgeFiles;
    },
    () => state.now,
  );
  return { state, recent };
}

test('many queries within a second read the files of a harness once', () => {
  const { state, recent } = recentFiles();
  for (let query = 0; query < 10; query += 1) {
    recent.of(place('codex'));
    recent.of(place('cursor'));
    state.now += 90;
  }
  expect(state.reads).toEqual(['codex', 'cursor']);
  state.now += 200;
  expect(recent.of(place('codex')).version).toBe('0.0.3');
});

test('the files are read again after a change of a bridge and after the clock is set back', () => {
  const { state, recent } = recentFiles();
  recent.of(place('codex'));
  recent.forget();
  expect(recent.of(place('codex')).version).toBe('0.0.2');
  state.now -= 60_000;
  expect(recent.of(place('codex')).version).toBe('0.0.3');
});
