import type { IndexedRow } from './indexed-row.ts';
import { searchText } from './search-text.ts';

/**
 * A receipt with more characters is read in a slice of its own before the slice that adds it to the indexes. Of a megabyte
 * of random text, the first takes 20 to 50 ms and the second 40 ms, and events can be committed in between.
 */
const MOST_READ_AND_ADDED = 131_072;

export const isLong = ({ data }: IndexedRow): boolean => data.length > MOST_READ_AND_ADDED;

/** The parsed data and the text of a receipt, as the indexes take them. */
export interface ReadReceipt {
  seq: number;
  data: Record<string, unknown>;
  text: string;
}

/** Reads a receipt for the indexes. */
export function readReceipt({ seq, label, data: json }: IndexedRow): ReadReceipt {
  const data = JSON.parse(json) as Record<string, unknown>;
  return { seq, data, text: searchText(label, data) };
}
