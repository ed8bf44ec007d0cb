/**
 * Length of the receipts that are read at once, by their texts or by the bodies that they came in. Others wait for them, and
 * a receipt can have a megabyte. Pages of short receipts end by their number.
 */
const MOST_LENGTH = 1_048_576;

/** Takes rows, one at least, until there are `limit` or they are long. `isFull` says that there can be more. */
export function pageOf<T>(
  rows: Iterable<T>,
  limit: number,
  lengthOf: (row: T) => number,
): { rows: T[]; isFull: boolean } {
  const page: T[] = [];
  let length = 0;
  for (const row of rows) {
    page.push(row);
    length += lengthOf(row);
    if (page.length >= limit || length >= MOST_LENGTH) return { rows: page, isFull: true };
  }
  return { rows: page, isFull: false };
}
