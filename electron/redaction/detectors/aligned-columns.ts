import { type Detector, isMessage, lineEnd, lineStart, pushCandidate, type Scan } from '../engine/scan.ts';
import { isPlaceholder } from '../text/placeholder.ts';

/** Lines that are read: a longer table is data and no excerpt. */
const MOST_ROWS = 60;
const LONGEST_ROW = 400;
const SHORTEST = 5;
/** Names of columns, with two blanks or more between them. */
const HEAD =
  /^[ \t]{0,8}[\p{L}][\p{L}\p{N} _-]{0,30}?(?: {2,}[\p{L}#][\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)*){1,15} *$/u;
const PASSWORD_COLUMN =
  /(?<=^| {2})(?:[a-z]+[ _-])?(?:pass(?:word|wd|wort|code)?|pwd|pw|kennwort|contraseña|mot de passe|senha|wachtwoord|hasło|heslo|пароль|secret|token|api[ _-]?key)(?:[ _](?:plain|clear)\w*)?(?= {2}| *$)/giu;

/** A column of passwords below its name, in a table whose columns only blanks separate. */
export const alignedColumnsDetector: Detector = {
  literals: ['  pass', '  pwd', '  pw ', '  secret', '  token', '  api', '  kennwort', '  пароль', '  hasło'],
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    if (at < scan.done.table) return;
    const from = lineStart(text, at, LONGEST_ROW);
    const end = lineEnd(text, from, LONGEST_ROW);
    const head = text.slice(from, end);
    scan.work += head.length;
    if (!HEAD.test(head)) return;
    // In a longer text only capitals or a rule below them make the names of columns.
    const next = text.slice(end + 1, lineEnd(text, Math.min(end + 1, text.length), LONGEST_ROW));
    if (!isMessage(scan) && /\p{Ll}/u.test(head) && !/^[ \t]*[-=]{2,}[-= \t]*$/.test(next)) return;
    for (const column of head.matchAll(PASSWORD_COLUMN)) readColumn(scan, end, column.index);
    scan.done.table = end;
  },
};

/** The rows of a column that were read before: a row that looks like a head begins no second reading of them. */
interface ReadRows {
  /** The number of each row by its place. */
  numbers: Map<number, number>;
  /** The place behind the last of them; the column ended there when it `ended`. */
  next: number;
  ended: boolean;
}

const readRows = new WeakMap<Scan, Map<number, ReadRows>>();

function rowsOf(scan: Scan, column: number, from: number): ReadRows {
  const columns = readRows.get(scan) ?? new Map<number, ReadRows>();
  readRows.set(scan, columns);
  const known = columns.get(column);
  if (known && (known.numbers.has(from) || known.next === from)) return known;
  const rows: ReadRows = { numbers: new Map(), next: from, ended: false };
  columns.set(column, rows);
  return rows;
}

function readColumn(scan: Scan, headEnd: number, column: number): void {
  const { text } = scan;
  const rows = rowsOf(scan, column, headEnd + 1);
  if (rows.ended) return;
  let rowFrom = rows.next;
  const before = rows.numbers.size - (rows.numbers.get(headEnd + 1) ?? rows.numbers.size);
  for (let row = before; row < MOST_ROWS && rowFrom < text.length; row += 1) {
    rows.numbers.set(rowFrom, rows.numbers.size);
    const rowEnd = lineEnd(text, rowFrom, LONGEST_ROW);
    const line = text.slice(rowFrom, rowEnd);
    scan.work += line.length;
    const value = /^\S{1,256}/.exec(line.slice(column))?.[0];
    if (value === undefined || line.charAt(column - 1) !== ' ') {
      rows.ended = true;
      return;
    }
    if (
      value.length >= SHORTEST &&
      /[\p{L}\p{N}]/u.test(value) &&
      !/^(?:string|varchar|text|none|null|yes|no|true|false|required|optional|\d{1,4}|[-=*]+)$/i.test(
        value,
      ) &&
      (/[\d!@#$%^&*+=~]/.test(value) || /(?: {2,}\S+){1}/.test(line)) &&
      !isPlaceholder(value)
    )
      pushCandidate(scan, 'table-cell', 'password', rowFrom + column, value);
    rowFrom = rowEnd + 1;
    rows.next = rowFrom;
  }
}
