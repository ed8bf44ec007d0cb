/** Text that was inserted into a file at an offset. */
export interface Insertion {
  offset: number;
  text: string;
}

/** Inserts texts. The offsets refer to the original text and are in ascending order. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  let result = '';
  let from = 0;
  for (const { offset, text: inserted } of insertions) {
    result += text.slice(from, offset) + inserted;
    from = offset;
  }
  return result + text.slice(from);
}

interface Span {
  from: number;
  to: number;
}

function occurrencesOf(text: string, part: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    spans.push({ from: at, to: at + part.length });
  }
  return spans;
}

/**
 * Removes insertions exactly. Returns undefined when one is missing or incomplete, or when the file contains it
 * more often than it was inserted.
 */
export function takeOutAll(text: string, insertions: readonly Insertion[]): string | undefined {
  const wanted = new Map<string, number>();
  for (const insertion of insertions) wanted.set(insertion.text, (wanted.get(insertion.text) ?? 0) + 1);
  const spans: Span[] = [];
  // Longest first: a short insertion can be part of a longer one and is not counted there.
  for (const [part, count] of [...wanted].sort(([a], [b]) => b.length - a.length)) {
    const free = occurrencesOf(text, part).filter(
      ({ from, to }) => !spans.some((span) => from < span.to && span.from < to),
    );
    if (free.length !== count) return undefined;
    spans.push(...free);
  }
  spans.sort((a, b) => a.from - b.from);
  let result = '';
  let from = 0;
  for (const span of spans) {
    result += text.slice(from, span.from);
    from = span.to;
  }
  return result + text.slice(from);
}
