/** The text of a receipt that can be searched: every string that was stored, keys of nested objects included. */
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

/** FTS5 expression that wants every word of a person's text, the last one as a prefix; undefined for no word. */
export function matchExpression(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu);
  if (words === null) return undefined;
  return words.map((word, index) => (index === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(' ');
}
