import type { FindingTier } from '../redaction/redactor.ts';

export interface RedactOptions {
  check?: boolean;
  data?: boolean;
  json?: boolean;
  tier?: FindingTier[];
}

/** More findings of one file are counted and not listed, so that memory does not grow with a file. */
export const MOST_LISTED = 10_000;

const integer = new Intl.NumberFormat('en');

export const formatInteger = (number: number): string => integer.format(number);
