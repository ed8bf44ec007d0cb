/**
 * Bytes of the bodies whose receipts are read at once. Others wait for them, and a receipt can have a megabyte. Pages of
 * short receipts end by their number.
 */
const MOST_BYTES = 1_048_576;

/** Takes rows, one at least, until there are `limit` or their bodies are long. `isFull` says that there can be more. */
export function pageOf<T>(
  rows: Iterable<T>,
  limit: number,
  bytesOf: (row: T) => number,
): { rows: T[]; isFull: boolean } {
  const page: T[] = [];
  let bytes = 0;
  for (const row of rows) {
    page.push(row);
    bytes += bytesOf(row);
    if (page.length >= limit || bytes >= MOST_BYTES) return { rows: page, isFull: true };
  }
  return { rows: page, isFull: false };
}
