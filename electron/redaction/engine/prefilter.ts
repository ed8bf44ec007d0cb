/**
 * Finds every place where one of some hundreds of literals stands, in one pass.
 *
 * Three characters at a time are folded into 15 bits (letters without case, digits as one) and looked up in a
 * table; only where the table has an entry are literals compared. A character costs one table look-up.
 */
export interface Prefilter<T> {
  /** Calls `found` at every occurrence, in order of position. */
  scan(text: string, found: (value: T, at: number) => void): void;
}

export interface Literal<T> {
  text: string;
  caseless: boolean;
  value: T;
}

interface Entry<T> {
  text: string;
  caseless: boolean;
  values: T[];
}

const CLASS = new Uint8Array(128);
for (let letter = 0; letter < 26; letter += 1) {
  CLASS[65 + letter] = letter + 1;
  CLASS[97 + letter] = letter + 1;
}
for (let digit = 48; digit < 58; digit += 1) CLASS[digit] = 27;
CLASS[95] = 28;
CLASS[45] = 29;
CLASS[46] = 30;
CLASS[58] = 31;

function classOf(code: number): number {
  return code < 128 ? CLASS[code]! : code & 31;
}

function standsAt(text: string, literal: string, at: number): boolean {
  if (at + literal.length > text.length) return false;
  for (let index = 0; index < literal.length; index += 1) {
    let code = text.charCodeAt(at + index);
    if (code >= 65 && code <= 90) code |= 32;
    if (code !== literal.charCodeAt(index)) return false;
  }
  return true;
}

export function createPrefilter<T>(literals: readonly Literal<T>[]): Prefilter<T> {
  const heads = new Uint16Array(1 << 15);
  const buckets: Entry<T>[][] = [[]];
  for (const { text, caseless, value } of literals) {
    if (text.length < 3) throw new Error(`A prefilter literal needs three characters: ${text}`);
    const key =
      (classOf(text.charCodeAt(0)) << 10) | (classOf(text.charCodeAt(1)) << 5) | classOf(text.charCodeAt(2));
    if (heads[key] === 0) {
      heads[key] = buckets.length;
      buckets.push([]);
    }
    const bucket = buckets[heads[key]!]!;
    const stored = caseless ? text.toLowerCase() : text;
    const same = bucket.find((entry) => entry.text === stored && entry.caseless === caseless);
    if (same) same.values.push(value);
    else bucket.push({ text: stored, caseless, values: [value] });
  }

  return {
    scan(text, found) {
      const length = text.length;
      let key = 0;
      for (let index = 0; index < length; index += 1) {
        const code = text.charCodeAt(index);
        key = ((key << 5) | (code < 128 ? CLASS[code]! : code & 31)) & 0x7fff;
        const head = heads[key]!;
        if (head === 0 || index < 2) continue;
        const at = index - 2;
        for (const entry of buckets[head]!) {
          if (entry.caseless ? standsAt(text, entry.text, at) : text.startsWith(entry.text, at)) {
            for (const value of entry.values) found(value, at);
          }
        }
      }
    },
  };
}
