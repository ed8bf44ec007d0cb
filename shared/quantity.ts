import { inLanguages } from './locale.ts';

const oneDigit = inLanguages((languages) => new Intl.NumberFormat(languages, { maximumFractionDigits: 1 }));

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes in binary multiples, like a file manager. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${oneDigit().format(bytes)} bytes`;
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1023.95 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${oneDigit().format(size)} ${UNITS[unit]}`;
}

const integer = inLanguages((languages) => new Intl.NumberFormat(languages));

export const formatCount = (count: number): string => integer().format(count);
