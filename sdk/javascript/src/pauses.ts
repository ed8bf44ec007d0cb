import type { PlinthError } from './errors.ts';

const BUSY_STATUSES: readonly (number | undefined)[] = [429, 502, 503, 504];

/** Says whether the server asks to come back later. */
export function isServerBusy({ status }: PlinthError): boolean {
  return BUSY_STATUSES.includes(status);
}

/** A pause before the next try, drawn from all of a span that doubles with every failure (full jitter). */
export function jitter(firstMs: number, failures: number, longestMs: number): number {
  return Math.random() * Math.min(longestMs, firstMs * 2 ** failures);
}
