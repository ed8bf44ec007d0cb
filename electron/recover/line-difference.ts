/** Larger contents are compared by nobody. */
const MAX_BYTES = 1_048_576;
const LINE_FEED = 0x0a;
/** FNV-1a with 32 bits. */
const [OFFSET, PRIME] = [0x811c9dc5, 0x01000193];

/** Returns the hashes of a text's lines, sorted. Undefined for a large content or one that is no text. */
export function lineHashes(content: Buffer): Uint32Array | undefined {
  if (content.length > MAX_BYTES || content.includes(0)) return undefined;
  const hashes: number[] = [];
  let hash = OFFSET;
  for (const byte of content) {
    if (byte === LINE_FEED) {
      hashes.push(hash);
      hash = OFFSET;
    } else hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  }
  if (content.length > 0 && content.at(-1) !== LINE_FEED) hashes.push(hash);
  return Uint32Array.from(hashes).sort();
}

/** Counts the lines that only one of two texts has. A moved line is in both. */
export function difference(newer: Uint32Array, older: Uint32Array): { added: number; removed: number } {
  let [added, removed, at] = [0, 0, 0];
  for (const hash of newer) {
    while (at < older.length && older[at]! < hash) {
      removed += 1;
      at += 1;
    }
    if (older[at] === hash) at += 1;
    else added += 1;
  }
  return { added, removed: removed + older.length - at };
}
