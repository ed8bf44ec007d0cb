import type { FindingTier } from '../redaction/redactor.ts';

export interface RedactOptions {
  check?: boolean;
  data?: boolean;
  json?: boolean;
  tier?: FindingTier[];
}

/** Further findings of a file are counted but not listed, so that memory stays bounded. */
export const MOST_LISTED = 10_000;

const integer = new Intl.NumberFormat('en');

export const formatInteger = (number: number): string => integer.format(number);
