const COUNTS = new Uint16Array(256);

/** Shannon entropy in bits for each character; characters outside Latin-1 share their low byte. */
export function entropy(text: string): number {
  const length = Math.min(text.length, 4096);
  let least = COUNTS.length;
  let most = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index) & 0xff;
    COUNTS[code] = COUNTS[code]! + 1;
    if (code < least) least = code;
    if (code > most) most = code;
  }
  let bits = 0;
  for (let code = least; code <= most; code += 1) {
    const count = COUNTS[code]!;
    if (count > 0) bits -= (count / length) * Math.log2(count / length);
    COUNTS[code] = 0;
  }
  return bits;
}
