/** White space before the comma between two rows, and behind it. */
const MOST_SPACES = 8;
const MOST_PARTS = 64;
const LONGEST_LITERAL = 512;
/** Characters without quotes that count as one part. */
const LONGEST_PLAIN = 200;
const LONGEST_CALL = 64;
const PLAIN_END = /[()'"\n]/;

/** A row of an `INSERT`, from what separates it from the row before to its closing bracket. */
interface SqlTuple {
  /** What stands in the brackets, and where. */
  inside: string;
  start: number;
  end: number;
}

function behindSpaces(text: string, at: number): number {
  let end = at;
  while (end < at + MOST_SPACES && /\s/.test(text.charAt(end))) end += 1;
  return end;
}

/** The end of the literal in quotes that begins at `at`, or -1. A quote of SQL is written twice inside one. */
function literalEnd(text: string, at: number): number {
  const quote = text.charAt(at);
  let read = 0;
  for (let next = at + 1; next < text.length && read <= LONGEST_LITERAL; next += 1) {
    const character = text.charAt(next);
    if (character === '\n') return -1;
    if (character !== quote) read += 1;
    else if (quote === "'" && text.charAt(next + 1) === quote) {
      read += 1;
      next += 1;
    } else return next + 1;
  }
  return -1;
}

/** The end of the brackets inside a row that open at `at`, as of a call, or -1. */
function callEnd(text: string, at: number): number {
  const close = text.slice(at + 1, at + LONGEST_CALL + 2).search(/[()]/);
  return close === -1 || text.charAt(at + 1 + close) === '(' ? -1 : at + close + 2;
}

/**
 * Reads one row. Each character is read once: an expression with parts that can also be divided in other ways tries all
 * divisions where a row does not end.
 */
export function tupleAt(text: string, from: number): SqlTuple | undefined {
  let at = behindSpaces(text, from);
  if (text.charAt(at) === ',') at = behindSpaces(text, at + 1);
  if (text.charAt(at) !== '(') return undefined;
  const start = at + 1;
  at = start;
  let parts = 0;
  while (at < text.length && parts <= MOST_PARTS) {
    const character = text.charAt(at);
    if (character === ')')
      return parts > 0 ? { inside: text.slice(start, at), start, end: at + 1 } : undefined;
    if (character === '\n') return undefined;
    let end: number;
    if (character === "'" || character === '"') end = literalEnd(text, at);
    else if (character === '(') end = callEnd(text, at);
    else {
      const plain = text.slice(at, at + LONGEST_PLAIN);
      const stop = plain.search(PLAIN_END);
      end = at + (stop === -1 ? plain.length : stop);
    }
    if (end === -1) return undefined;
    parts += 1;
    at = end;
  }
  return undefined;
}
