const SOFT_HYPHEN = '\u00ad';
/**
 * The others of {@link INVISIBLE_ALL}, without the flag that would compare whole characters. The runtime knows without a
 * look that a string of Latin letters has none of them.
 */
const INVISIBLE = /[\u200b-\u200f\u2060-\u2064\ufeff]|\udb40[\udc00-\udc7f]/;
const INVISIBLE_ALL = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]+|\\\r?\n/gu;
const ESCAPED_BREAK = /\\[nrt]/;
const ESCAPED_BREAK_ALL = /\\{1,8}[nrt]/g;
/** A path of Windows: `C:\\`, `\\\\nas\\`. */
const PATH = /(?<![A-Za-z0-9])[A-Za-z]:\\{1,2}\w|(?<![\\\w"':])\\{2,4}\w[\w.-]{1,64}\\/;
/** The end of one, before the next of its folders. */
const PATH_END =
  /(?<![A-Za-z0-9\\])(?:[A-Za-z]:|\\{2,4}\w[\w.$-]{1,64})(?:(\\{1,2})[\w .$-]{1,64}(?:\1[\w .$-]{1,64}){0,8})?$/;
const REACH_OF_PATH = 160;

interface Normalised {
  text: string;
  /** Moves what was found in the normalised text back to where it stands in the original. */
  restore(places: { start: number; end: number }[]): void;
}

/** True where something is left out. Single characters are searched for at the speed of memory. */
function hasInvisible(text: string): boolean {
  if (text.includes('\\') && (text.includes('\\\n') || text.includes('\\\r\n'))) return true;
  return text.includes(SOFT_HYPHEN) || INVISIBLE.test(text);
}

/** `\n` in JSON text as a line break of the same length, so that no letter of it clings to what follows. */
function breakLines(text: string): string {
  if (!text.includes('\\') || !ESCAPED_BREAK.test(text)) return text;
  const hasPath = (text.includes(':\\') || text.includes('\\\\')) && PATH.test(text);
  return text.replaceAll(ESCAPED_BREAK_ALL, (written, at: number) =>
    hasPath && isFolder(text, at, written.length - 1)
      ? written
      : `${' '.repeat(written.length - 1)}${written.endsWith('t') ? ' ' : '\n'}`,
  );
}

/** True for the name of a folder behind as many backslashes as the other folders of its path have. */
function isFolder(text: string, at: number, backslashes: number): boolean {
  const path = PATH_END.exec(text.slice(Math.max(0, at - REACH_OF_PATH), at));
  if (!path) return false;
  if (path[1] !== undefined) return path[1].length === backslashes;
  return /^\\{1,2}\w[\w .$-]{0,63}\\/.test(text.slice(at, at + 70));
}

/**
 * The text as a reader or a shell takes it: without the characters that nobody sees, which would split a token
 * in two, with lines joined that end in a backslash, and with escaped line breaks as line breaks.
 */
export function normalise(text: string): Normalised {
  if (!hasInvisible(text)) return { text: breakLines(text), restore: () => {} };
  const kept: string[] = [];
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  let from = 0;
  const keep = (to: number) => {
    if (to <= from) return;
    kept.push(text.slice(from, to));
    starts.push(length);
    origins.push(from);
    length += to - from;
  };
  for (const found of text.matchAll(INVISIBLE_ALL)) {
    keep(found.index);
    from = found.index + found[0].length;
  }
  keep(text.length);
  const originOf = (position: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return origins[low]! + position - starts[low]!;
  };
  return {
    text: breakLines(kept.join('')),
    restore(places) {
      for (const match of places) {
        const end = originOf(match.end - 1) + 1;
        match.start = originOf(match.start);
        match.end = end;
      }
    },
  };
}
