const KIBIBYTE = 1024;
/** The short ones find work with a steep growth before it takes minutes. */
const LENGTHS = [1, 4, 16, 64, 128, 256].map((length) => length * KIBIBYTE);
/** Work is compared with that on a quarter of the length: linear work is four times that, quadratic work sixteen times. */
const QUARTER = 4;
export const MOST_GROWTH = 10;
/** Shorter times say more about the machine than about the work. */
const NOISE_MS = 50;
/** The best of several runs is compared, because each of them can collect garbage of others. */
const RUNS = 8;

/** Returns the processor time of this thread, in milliseconds, so that other programs do not count. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Describes the growth of work up to 256 KiB where it is faster than that of its text, and returns undefined otherwise.
 * `prepare` makes the work on a text of about so many characters. Its own time does not count.
 */
export function excessOf(prepare: (length: number) => () => unknown): string | undefined {
  for (const length of LENGTHS) {
    const whole = prepare(length);
    let most = timeOf(whole);
    if (most < NOISE_MS) continue;
    const part = prepare(length / QUARTER);
    let least = timeOf(part);
    for (let run = 1; run < RUNS && most > Math.max(least * MOST_GROWTH, NOISE_MS); run += 1) {
      most = Math.min(most, timeOf(whole));
      least = Math.min(least, timeOf(part));
    }
    if (most > Math.max(least * MOST_GROWTH, NOISE_MS)) {
      return `${length} characters: ${(most / least).toFixed(1)} times the work on a quarter`;
    }
  }
  return undefined;
}
