const MB = 1_048_576;

/** Ages in days and sizes in bytes that a select offers. */
export const AGES: readonly number[] = [7, 30, 90, 180, 365];
export const SIZES: readonly number[] = [100 * MB, 512 * MB, 1024 * MB, 5 * 1024 * MB, 10 * 1024 * MB];
/** Value of the option without a limit. */
export const NO_LIMIT = 'none';

/** Adds a limit that the file or the command line has set, so that a select shows the current value. */
export const withCurrent = (choices: readonly number[], current: number | null): number[] =>
  current === null || choices.includes(current) ? [...choices] : [...choices, current].sort((a, b) => a - b);

export const limitOf = (value: string): number | null => (value === NO_LIMIT ? null : Number(value));
