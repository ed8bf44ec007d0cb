/**
 * Exceeds the time in which the host finishes its requests. Work that hangs longer must not delay the system's
 * shutdown.
 */
export const STOP_LIMIT_MS = 10_000;

/** Resolves when `work` has settled or the limit has passed. The result says whether it settled. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
