import type { Detector, Scan } from '../engine/scan.ts';
import { kindOfCell } from '../text/column-kind.ts';
import { sensitiveName } from '../text/sensitive-name.ts';
import { isPairValue, pushPair } from './pair-value.ts';
import { tupleAt } from './sql-tuple.ts';

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
