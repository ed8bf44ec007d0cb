import type { FindingTier } from '../redaction/redactor.ts';

export interface RedactOptions {
  check?: boolean;
  explain?: boolean;
  data?: boolean;
  json?: boolean;
  tier?: FindingTier[];
}

/** Further findings of a file are counted but not listed, so that memory stays bounded. */
export const MOST_LISTED = 10_000;

/** Writes an integer with commas. `Intl` would load its tables, which a Git hook waits for. */
export const formatInteger = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
