const LONGEST_TIMEOUT_MS = 600_000;
const MOST_RETRIES = 10;

/** Says why the time or the tries of a call cannot be used; undefined when they can. */
export function optionFault(timeoutMs: unknown, retries: unknown): string | undefined {
  const within = (value: unknown, least: number, most: number) =>
    typeof value === 'number' && value >= least && value <= most;
  return within(timeoutMs, Number.MIN_VALUE, LONGEST_TIMEOUT_MS) && within(retries, 0, MOST_RETRIES)
    ? undefined
    : '`timeoutMs` must be from 1 to 600000, and `retries` from 0 to 10.';
}
