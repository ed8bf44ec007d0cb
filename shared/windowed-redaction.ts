/** A mask as the redactor reports it: its position in the stored text, and the number of original characters that it replaced. */
interface Mask {
  rule: string;
  tier: 'definite' | 'candidate' | 'personal';
  start: number;
  end: number;
  removed: number;
}

/** A mask of a long text with its line and column in the original, both counted from 1, the column in characters. */
interface PlacedMask extends Mask {
  line: number;
  column: number;
}

/** The next part of a masked text. `start` and `end` of its masks are positions in this part. */
export interface MaskedPart {
  text: string;
  masks: PlacedMask[];
}

export interface WindowSizes {
  /** Number of characters in one call of the redactor. */
  window: number;
  /** Maximum size of a window. The window grows up to this for a secret that does not fit. */
  largestWindow: number;
}

type RedactWindow = (
  text: string,
) => { text: string; findings: readonly Mask[] } | Promise<{ text: string; findings: readonly Mask[] }>;

/** Characters before a window that are redacted again with it, because the label of a value may be some lines earlier. */
const CONTEXT = 2048;
/** Characters at the end of a window that the next window processes. A private key of 16,384 bits has 12,600 characters. */
const LOOK_AHEAD = 13_000;
/** In a shorter window a redactor that cuts its texts would have to make masks ten times as long as what they replace. */
const SMALLEST_WINDOW = 1024;

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Moves a position in a text back so that it does not split a surrogate pair. */
const betweenCharacters = (text: string, at: number) => (isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at);

/** Counts lines and columns of a text that arrives in parts. */
class Position {
  line = 1;
  column = 1;

  advance(text: string): void {
    const lastBreak = text.lastIndexOf('\n');
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.line += 1;
    if (lastBreak !== -1) this.column = 1;
    for (let at = lastBreak + 1; at < text.length; at += 1)
      if (!isLowSurrogate(text.charCodeAt(at))) this.column += 1;
  }
}

interface Placed extends Mask {
  /** Positions in the original window. */
  from: number;
  to: number;
}

function placeInOriginal(findings: readonly Mask[]): Placed[] {
  let shift = 0;
  return [...findings]
    .sort((one, other) => one.start - other.start)
    .map((mask) => {
      const from = mask.start + shift;
      shift += mask.removed - (mask.end - mask.start);
      return { ...mask, from, to: from + mask.removed };
    });
}

/** Tells whether a redactor cut its text: what is between masks is as long as in the original, unless it did. */
function isWhole(original: string, text: string, masks: readonly Mask[]): boolean {
  return (
    masks.reduce((length, { start, end, removed }) => length + end - start - removed, original.length) ===
    text.length
  );
}

/** Finds the position up to which a window can be output: at the end of a line, before the overlap, and not inside a mask. */
function cutOf(original: string, from: number, placed: readonly Placed[]): number | undefined {
  const latest = original.length - Math.min(LOOK_AHEAD, (original.length - from) >> 1);
  const lineEnd = original.lastIndexOf('\n', latest - 1) + 1;
  const cut = lineEnd > from ? lineEnd : betweenCharacters(original, latest);
  const across = placed.find((mask) => mask.from < cut && cut < mask.to);
  if (across === undefined) return cut;
  if (across.from > from) return across.from;
  return across.to < original.length ? across.to : undefined;
}

interface Redacted {
  original: string;
  text: string;
  placed: readonly Placed[];
}

/**
 * Redacts a text of any length in overlapping windows and outputs its parts in order. A secret that is longer than `largestWindow`
 * may be found in several pieces.
 */
export async function* redactInWindows(
  chunks: AsyncIterable<string>,
  redact: RedactWindow,
  { window, largestWindow }: WindowSizes,
): AsyncGenerator<MaskedPart> {
  const source = chunks[Symbol.asyncIterator]();
  const position = new Position();
  let context = '';
  let waiting = '';
  let isAtEnd = false;
  let wanted = window;
  do {
    while (!isAtEnd && waiting.length < wanted) {
      const { done, value } = await source.next();
      if (done === true) isAtEnd = true;
      else waiting += value;
    }
    const size = waiting.length > wanted ? betweenCharacters(waiting, wanted) : waiting.length;
    const original = context + waiting.slice(0, size);
    const { text, findings } = await redact(original);
    if (!isWhole(original, text, findings)) {
      if (size < SMALLEST_WINDOW) throw new Error('A window of the text was cut by the redactor.');
      wanted = size >> 1;
      continue;
    }
    const redacted = { original, text, placed: placeInOriginal(findings) };
    const isLast = isAtEnd && size === waiting.length;
    const cut = isLast ? original.length : cutOf(original, context.length, redacted.placed);
    if (cut === undefined && wanted < largestWindow) {
      wanted = Math.min(wanted * 2, largestWindow);
      continue;
    }
    const end = cut ?? original.length;
    yield partOf(redacted, context.length, end, position);
    waiting = waiting.slice(end - context.length);
    context = contextBefore(original, end);
    wanted = window;
  } while (!isAtEnd || waiting.length > 0);
}

/** Gives the last lines before a position, or only the last characters if a line is too long. */
function contextBefore(original: string, end: number): string {
  if (end <= CONTEXT) return original.slice(0, end);
  const first = betweenCharacters(original, end - CONTEXT);
  const line = original.indexOf('\n', first) + 1;
  return original.slice(line > 0 && line < end ? line : first, end);
}

/** Gives the stored text for a range of the original. */
function partOf(
  { original, text, placed }: Redacted,
  from: number,
  to: number,
  position: Position,
): MaskedPart {
  const part: MaskedPart = { text: '', masks: [] };
  let at = from;
  let shift = 0;
  const keep = (until: number) => {
    part.text += text.slice(at + shift, until + shift);
    position.advance(original.slice(at, until));
    at = until;
  };
  for (const { rule, tier, start, end, removed, from: begin, to: finish } of placed) {
    if (begin >= to) break;
    // The previous part already contains the mask of this text. The rest of the text is masked again.
    if (finish > from) {
      if (begin > at) keep(begin);
      const { line, column } = position;
      const masked = original.slice(at, Math.min(finish, to));
      part.masks.push({
        ...{ rule, tier, line, column, removed: masked.length },
        ...{ start: part.text.length, end: part.text.length + end - start },
      });
      part.text += text.slice(start, end);
      position.advance(masked);
      at += masked.length;
    }
    shift += end - start - removed;
  }
  keep(to);
  return part;
}
