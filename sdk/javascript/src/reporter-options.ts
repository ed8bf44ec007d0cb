import { PlinthConfigurationError } from './errors.ts';
import type { ReporterOptions } from './reporter-contract.ts';

function checked(
  name: string,
  value: number | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  const number = value ?? fallback;
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new PlinthConfigurationError(`\`${name}\` must be a whole number from ${least} to ${most}.`);
}

/** Returns the options of a reporter, with the defaults. Throws a configuration error if one cannot be used. */
export function checkReporterOptions(options: ReporterOptions) {
  const { flushOn = [], onError } = options;
  const maxQueue = checked('maxQueue', options.maxQueue, 10_000, 1, 1_000_000);
  const maxQueueBytes = checked('maxQueueBytes', options.maxQueueBytes, 67_108_864, 1, 2 ** 30);
  const flushTimeoutMs = checked('flushTimeoutMs', options.flushTimeoutMs, 2_000, 0, 600_000);
  if (onError !== undefined && typeof onError !== 'function') {
    throw new PlinthConfigurationError('`onError` must be a function.');
  }
  if (
    !Array.isArray(flushOn) ||
    !flushOn.every((cause) => /^(SIG[A-Z]+\d?|uncaughtException)$/.test(cause))
  ) {
    throw new PlinthConfigurationError("`flushOn` must list signals or 'uncaughtException'.");
  }
  return { maxQueue, maxQueueBytes, flushTimeoutMs, flushOn, onError };
}
