/** Text that was put into a file at an offset. */
export interface Insertion {
  offset: number;
  text: string;
}

/** Makes insertions, given by offsets into the text as it is, in rising order. */
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
 * Takes insertions out again, exactly: undefined when one is not there in full, or stands in the file more often
 * than it was made.
 */
export function takeOutAll(text: string, insertions: readonly Insertion[]): string | undefined {
  const wanted = new Map<string, number>();
  for (const insertion of insertions) wanted.set(insertion.text, (wanted.get(insertion.text) ?? 0) + 1);
  const spans: Span[] = [];
  // The longest first: a short insertion may stand within a longer one, where it does not count.
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
