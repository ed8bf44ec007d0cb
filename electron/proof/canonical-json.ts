import stringify from 'safe-stable-stringify';

// The library's default limits of depth and width would truncate large values.
const sortedJson = stringify.configure({ deterministic: true });

/** Serializes a JSON value in the canonical form of RFC 8785: sorted members, no white space. */
export function canonicalJson(value: unknown): string {
  return sortedJson(value) ?? 'null';
}

/** Returns true if the members of every object are in the order of RFC 8785, by UTF-16 code units. */
function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  let previous: string | undefined;
  for (const name in value) {
    if (previous !== undefined && name < previous) return false;
    previous = name;
    if (!isSorted((value as Record<string, unknown>)[name])) return false;
  }
  return true;
}

/** Returns a function that remembers the results of `find`, of so many keys at most. */
export function remembering<K, V>(most: number, find: (key: K) => V): (key: K) => V {
  const results = new Map<K, V>();
  return (key) => {
    if (results.has(key)) return results.get(key)!;
    if (results.size >= most) results.clear();
    const result = find(key);
    results.set(key, result);
    return result;
  };
}

/** Texts of which the canonical form is remembered. Few texts repeat often, such as a redaction without findings. */
const MAX_REMEMBERED = 64;

/** Returns the canonical form of a JSON text that probably repeats. */
export const canonicalOfRepeated = remembering(MAX_REMEMBERED, (text: string) =>
  canonicalText(JSON.parse(text), text),
);

/** Returns the canonical form of a value whose JSON is `text`. Most values are in order, and the text is reused. */
export function canonicalText(value: unknown, text: string): string {
  return isSorted(value) ? text : canonicalJson(value);
}
