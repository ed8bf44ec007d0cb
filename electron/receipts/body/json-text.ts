/** Parses JSON. Throws a SyntaxError if the text is no JSON. */
export function parseJsonText(text: string): { value: unknown; numbersAsText: boolean } {
  return { value: JSON.parse(text), numbersAsText: false };
}
