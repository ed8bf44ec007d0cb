/** Returns the searchable text of a receipt: every stored string, including keys of nested objects. */
export function searchText(sessionLabel: string, data: Record<string, unknown>): string {
  const parts: string[] = [sessionLabel];
  const collect = (value: unknown) => {
    if (typeof value === 'string') parts.push(value);
    else if (typeof value === 'number') parts.push(String(value));
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, nested] of Object.entries(value)) {
        parts.push(key);
        collect(nested);
      }
    }
  };
  Object.values(data).forEach(collect);
  return parts.join('\n');
}

/**
 * Returns the FTS5 expression that matches all words of a text, with the last word as a prefix. Returns undefined if
 * the text has no word.
 */
export function matchExpression(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu);
  if (words === null) return undefined;
  return words.map((word, index) => (index === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(' ');
}
