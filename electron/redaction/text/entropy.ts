const COUNTS = new Uint16Array(256);

/** Shannon entropy in bits for each character; characters outside Latin-1 share their low byte. */
export function entropy(text: string): number {
  COUNTS.fill(0);
  const length = Math.min(text.length, 4096);
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index) & 0xff;
    COUNTS[code] = COUNTS[code]! + 1;
  }
  let bits = 0;
  for (const count of COUNTS) {
    if (count > 0) bits -= (count / length) * Math.log2(count / length);
  }
  return bits;
}
