const partsOf = (path: string): string[] => path.split(/[\\/]/).filter(Boolean);

/**
 * Gives the shortest end of a folder's path that no other folder of the list has: "infra", or "work/infra" beside
 * "oss/infra". A path that is the end of another one stays whole.
 */
export function shortestTail(path: string, others: Iterable<string>): string {
  const parts = partsOf(path);
  let needed = 1;
  for (const other of others) {
    if (other === path) continue;
    const otherParts = partsOf(other);
    let equal = 0;
    while (equal < parts.length && parts.at(-1 - equal) === otherParts.at(-1 - equal)) equal += 1;
    needed = Math.max(needed, equal + 1);
  }
  return needed >= parts.length && (needed > 1 || parts.length === 0) ? path : parts.slice(-needed).join('/');
}
