/** Text that was inserted into a file at an offset, in the place of other text where `instead` names it. */
export interface Insertion {
  offset: number;
  text: string;
  instead?: string;
}

/** Inserts texts. The offsets refer to the original text and are in ascending order. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  let result = '';
  let from = 0;
  for (const { offset, text: inserted, instead = '' } of insertions) {
    result += text.slice(from, offset) + inserted;
    from = offset + instead.length;
  }
  return result + text.slice(from);
}

interface Span {
  from: number;
  to: number;
  instead?: string;
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
  const wanted = Map.groupBy(insertions, ({ text: part }) => part);
  const spans: Span[] = [];
  // Longest first: a short insertion can be part of a longer one and is not counted there.
  for (const [part, same] of [...wanted].sort(([a], [b]) => b.length - a.length)) {
    const free = occurrencesOf(text, part).filter(
      ({ from, to }) => !spans.some((span) => from < span.to && span.from < to),
    );
    if (free.length !== same.length) return undefined;
    spans.push(...free.map((span, at) => ({ ...span, ...same[at]! })));
  }
  spans.sort((a, b) => a.from - b.from);
  return insertAll(
    text,
    spans.map(({ from, to, instead = '' }) => ({
      offset: from,
      text: instead,
      instead: text.slice(from, to),
    })),
  );
}
