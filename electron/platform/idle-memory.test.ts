import { expect, test, vi } from 'vitest';
import { collectWhenIdle } from './idle-memory.ts';

const BURST_BYTES = 64 * 1_048_576;
const CHECK_INTERVAL_MS = 5000;

/** Leaves memory behind that nothing refers to. */
function burst(): void {
  new Uint8Array(BURST_BYTES).fill(1);
}

test('an idle thread returns the memory of a burst', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const release = vi.fn();
  const stop = collectWhenIdle(release);
  const before = process.memoryUsage().arrayBuffers;
  burst();
  await vi.waitFor(
    async () => {
      // The processor time is measured in real time.
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(CHECK_INTERVAL_MS);
      expect(process.memoryUsage().arrayBuffers).toBeLessThan(before + BURST_BYTES / 2);
      expect(release).toHaveBeenCalled();
    },
    { timeout: 20_000, interval: 200 },
  );
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a check opens no file, so a process without free descriptors goes on', () => {
  vi.useFakeTimers();
  const usage = vi.spyOn(process, 'memoryUsage').mockImplementation(() => {
    throw new Error('EMFILE');
  });
  const stop = collectWhenIdle();
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(1);
  expect(usage).not.toHaveBeenCalled();
  stop();
  vi.useRealTimers();
});
