import { type Detector, pushCandidate, type Scan } from '../engine/scan.ts';
import { kindOfCell } from '../text/column-kind.ts';
import { looksRandom } from '../text/random-value.ts';
import { sensitiveName } from '../text/sensitive-name.ts';
import { isPairValue, pushPair } from './pairs-in-text.ts';

/** Tuples of one statement that are read. */
const MOST_ROWS = 200;

const INSERT = /insert\s{1,4}into\s{1,4}[\w."`[\]]{1,128}\s{0,4}\(([^()]{1,1000})\)\s{0,8}values\s{0,8}/iy;
const SQL_VALUE = /'((?:[^'\n]|''){0,512})'|"([^"\n]{0,512})"|[^,'"()]{1,200}(?:\([^()]{0,64}\))?/g;
const UPDATE_NAMED =
  /value\s{0,4}=\s{0,4}'([^'\n]{3,512})'\s{1,8}where\s{1,8}[\w."`]{1,64}\s{0,4}=\s{0,4}'([\w.-]{2,64})'/iy;

/** `INSERT INTO users (name, password) VALUES ('a', 'X')`: the values of the columns whose names say so. */
function attemptInsert(scan: Scan, at: number): void {
  const { text } = scan;
  INSERT.lastIndex = at;
  scan.work += 16;
  const found = INSERT.exec(text);
  if (!found) return;
  const kinds = found[1]!.split(',').map((column) => kindOfCell(column.replaceAll(/["'`[\]\s]/g, '')));
  scan.work += found[0].length;
  if (!kinds.some((kind) => kind !== undefined)) return;
  let from = at + found[0].length;
  for (let row = 0; row < MOST_ROWS; row += 1) {
    const tuple = tupleAt(text, from);
    if (!tuple) return;
    scan.work += tuple.end - from;
    let column = 0;
    for (const value of tuple.inside.matchAll(SQL_VALUE)) {
      if (value[0].trim() === '') continue;
      const kind = kinds[column];
      const secret = value[1] ?? value[2];
      if (kind && secret !== undefined && isPairValue(secret, kind) && !/^\$2[aby]\$/.test(secret))
        pushPair(scan, 'sql-password', kind, tuple.start + value.index + 1, secret);
      column += 1;
    }
    from = tuple.end;
  }
}

function attemptUpdate(scan: Scan, at: number): void {
  UPDATE_NAMED.lastIndex = at;
  scan.work += 8;
  const found = UPDATE_NAMED.exec(scan.text);
  const kind = found ? sensitiveName(found[2]!) : undefined;
  if (found && kind && isPairValue(found[1]!, kind))
    pushPair(scan, 'sql-password', kind, at + found[0].indexOf(`'`) + 1, found[1]!);
}

/** Values of columns in `INSERT` and `UPDATE` whose names say that they are secrets. */
export const sqlColumnDetectors: readonly Detector[] = [
  { literals: ['insert '], caseless: true, attempt: attemptInsert },
  { literals: ['value ', 'value='], caseless: true, attempt: attemptUpdate },
];

const WHOLE_ROW =
  /insert\s{1,4}into\s{1,4}["`[]?[\w.]{0,64}(?:token|key|secret|credential|passw|client|session|account)[\w.]{0,64}["`\]]?\s{1,4}values\s{0,8}(?=\()/iy;
/** A cheap test before it, which looks for the words of the name at each of its characters. */
const HAS_NO_COLUMNS = /insert\s{1,4}into\s{1,4}["`[]?[\w.]{1,144}["`\]]?\s{1,4}values/iy;
/** The rows of one statement, as a person pastes them. */
const REACH = 2000;
const LITERAL = /'((?:[^'\n]|''){12,512})'/g;
/** A shorter value is a name or a code. */
const SHORTEST = 12;
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** `INSERT INTO api_keys VALUES (4, 'X')`: the table says what its random values are. */
function attemptRow(scan: Scan, at: number): void {
  const { text } = scan;
  scan.work += 16;
  HAS_NO_COLUMNS.lastIndex = at;
  if (!HAS_NO_COLUMNS.test(text)) return;
  WHOLE_ROW.lastIndex = at;
  const found = WHOLE_ROW.exec(text);
  if (!found) return;
  const from = at + found[0].length;
  const rows = text.slice(from, from + REACH).split(/;\s*(?:\n|$)/, 1)[0]!;
  scan.work += rows.length;
  for (const literal of rows.matchAll(LITERAL)) {
    const value = literal[1]!;
    if (/^\$2[aby]\$|@|:\/\//.test(value) || UUID.test(value) || !looksRandom(value, SHORTEST)) continue;
    const start = from + literal.index + 1;
    pushCandidate(scan, 'sql-password', 'token', start, value);
  }
}

/** Rows of a table of keys whose columns have no names. */
export const insertWithoutColumnsDetector: Detector = {
  literals: ['insert '],
  caseless: true,
  attempt: attemptRow,
};

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
