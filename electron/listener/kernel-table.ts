/**
 * Looks up rows in one of the kernel's connection tables. `wanted` are keys of the form `local remote`, as the kernel
 * prints them. Returns the row of each key from its local address, or undefined where the table has none. Reads at most
 * `maxPages` pages and returns undefined if that is not enough to answer.
 *
 * This function also runs in a thread of its own, from its source text. It uses nothing outside itself.
 */
export function searchTable(
  path: string,
  wanted: readonly string[],
  maxPages: number,
): (string | undefined)[] | undefined {
  const { openSync, readSync, closeSync } = process.getBuiltinModule('node:fs');
  // The kernel returns at most one page of its memory per read. A page has 4 KiB on most systems.
  const page = Buffer.allocUnsafe(4096);
  const found = new Map<string, string>();
  const missing = new Set(wanted);
  let cutOff = '';
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    for (let pages = 0; missing.size > 0; pages += 1) {
      if (pages === maxPages) return undefined;
      const length = readSync(file, page);
      if (length === 0) break;
      const rows = cutOff + page.toString('latin1', 0, length);
      let lineStart = 0;
      for (let newline = rows.indexOf('\n'); newline !== -1; newline = rows.indexOf('\n', lineStart)) {
        // A row's number comes before its local address: `  27: `.
        const start = rows.indexOf(': ', lineStart) + 2;
        const key = rows.slice(start, rows.indexOf(' ', rows.indexOf(' ', start) + 1));
        // The heading has no number.
        if (start < newline && missing.delete(key)) found.set(key, rows.slice(start, newline));
        lineStart = newline + 1;
      }
      cutOff = rows.slice(lineStart);
    }
  } catch {
    // A system without the table, or one that hides it from this user.
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return wanted.map((key) => found.get(key));
}
