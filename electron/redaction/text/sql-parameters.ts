import { characterSet, isIn } from './characters.ts';
import { type SensitiveName, sensitiveName } from './sensitive-name.ts';

/** A parameter of a statement: its place in the list, from 0, and what its column says of it. */
interface SensitiveParameter {
  index: number;
  kind: SensitiveName;
}

const PARAMETER = String.raw`(?:\?\d{0,3}|\$\d{1,3}|%s|:\d{1,3}|@p\d{1,3}|:\w{1,40}|@\w{1,40}|%\(\w{1,40}\)s)`;
const INSERT =
  /insert\s{1,4}into\s{1,4}[\w."\x60[\]\\]{1,128}\s{0,4}\(([^()]{1,1000})\)\s{0,8}(?:overriding \w+ value\s{1,4})?values\s{0,8}\(([^()]{1,600})\)/i;
/** A comparison with a parameter, without the name before it: a pattern would begin anew at each name of a text. */
const COMPARED = new RegExp(
  String.raw`(?:=|<>|!=)\s{0,4}(?:crypt\(|md5\(|sha2?\(|password\(|N)?(${PARAMETER})`,
  'gi',
);
/** A cheap test before the two. */
const MAY_BIND = new RegExp(
  String.raw`values\s{0,8}\(|[=>]\s{0,4}(?:crypt\(|md5\(|sha2?\(|password\(|N)?${PARAMETER}`,
  'i',
);
const EACH = new RegExp(PARAMETER, 'g');

function kindOf(column: string): SensitiveName | undefined {
  const name = column.replaceAll(/["'`[\]\s\\]/g, '');
  const kind = sensitiveName(name);
  if (kind && kind.strength !== 'hint') return kind;
  return /^(?:pass|pin)$/i.test(name)
    ? { strength: 'password', rule: 'sql-password', mask: 'password' }
    : undefined;
}

const OF_COLUMN = characterSet(/[\w.]/);
const BEGINS_COLUMN = characterSet(/[A-Za-z_]/);
const CLOSES_COLUMN = characterSet(/["`\]\\]/);
const LONGEST_COLUMN = 61;
const MOST_CLOSERS = 3;
const MOST_BLANKS = 4;

/** The name of the column before a sign of comparison at `at`, perhaps in quotes. It begins at `from` or behind it. */
function columnBefore(statement: string, from: number, at: number): string | undefined {
  let end = at;
  while (end > at - MOST_BLANKS && /\s/.test(statement.charAt(end - 1))) end -= 1;
  const closed = end;
  while (end > closed - MOST_CLOSERS && isIn(CLOSES_COLUMN, statement.charCodeAt(end - 1))) end -= 1;
  const stop = Math.max(from, end - LONGEST_COLUMN);
  let start = end;
  for (let first = end - 1; first >= stop && isIn(OF_COLUMN, statement.charCodeAt(first)); first -= 1)
    if (
      isIn(BEGINS_COLUMN, statement.charCodeAt(first)) &&
      !isIn(BEGINS_COLUMN, statement.charCodeAt(first - 1))
    )
      start = first;
  return end - start > 1 ? statement.slice(start, end) : undefined;
}

/** `$2` has its place in its name; the others count from the beginning of the statement. */
function placeOf(parameter: string, counted: number): number {
  const number = /^[?$:](\d{1,3})$/.exec(parameter)?.[1];
  if (number !== undefined) return Number(number) - 1;
  const zero = /^@p(\d{1,3})$/.exec(parameter)?.[1];
  return zero === undefined ? counted : Number(zero);
}

/** The parameters of an SQL statement whose columns are for passwords, tokens and the like. */
export function sensitiveParameters(statement: string): readonly SensitiveParameter[] {
  const found: SensitiveParameter[] = [];
  if (!MAY_BIND.test(statement)) return found;
  const insert = INSERT.exec(statement);
  if (insert) {
    const values = insert[2]!.split(',');
    let counted = 0;
    for (const [column, name] of insert[1]!.split(',').entries()) {
      const parameter = values[column]?.match(EACH)?.[0];
      const kind = parameter === undefined ? undefined : kindOf(name);
      if (parameter !== undefined && kind) found.push({ index: placeOf(parameter, counted), kind });
      if (parameter !== undefined) counted += 1;
    }
    return found;
  }
  let from = 0;
  for (const compared of statement.matchAll(COMPARED)) {
    const column = columnBefore(statement, from, compared.index);
    if (column === undefined) continue;
    from = compared.index + compared[0].length;
    const kind = kindOf(column.split('.').at(-1)!);
    if (!kind) continue;
    const before = statement.slice(0, from - compared[1]!.length);
    found.push({ index: placeOf(compared[1]!, before.match(EACH)?.length ?? 0), kind });
  }
  return found;
}
