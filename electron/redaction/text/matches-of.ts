const NONE: readonly RegExpExecArray[] = [];

/**
 * Returns all matches of a global expression. `matchAll` copies the expression for each text, which costs more than a search
 * of a text without a match.
 */
export function matchesOf(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0;
  if (!pattern.test(text)) return NONE;
  pattern.lastIndex = 0;
  return text.matchAll(pattern);
}
