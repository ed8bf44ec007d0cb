import { vi } from 'vitest';

/** A wait ends with its event. Only a hang takes a minute, on a machine that does much else; Vitest's own limit is a second. */
const HANGS_MS = 60_000;

const { waitFor } = vi;
vi.waitFor = (event, options = {}) => {
  const { timeout = 0, ...more } = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(event, { ...more, timeout: Math.max(timeout, HANGS_MS) });
};
