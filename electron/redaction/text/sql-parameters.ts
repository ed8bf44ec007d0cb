import { type SensitiveName, sensitiveName } from './sensitive-name.ts';

/** A parameter of a statement: its place in the list, from 0, and what its column says of it. */
interface SensitiveParameter {
  index: number;
  kind: SensitiveName;
}

const PARAMETER = String.raw`(?:\?\d{0,3}|\$\d{1,3}|%s|:\d{1,3}|@p\d{1,3}|:\w{1,40}|@\w{1,40}|%\(\w{1,40}\)s)`;
const INSERT =
  /insert\s{1,4}into\s{1,4}[\w."\x60[\]\\]{1,128}\s{0,4}\(([^()]{1,1000})\)\s{0,8}(?:overriding \w+ value\s{1,4})?values\s{0,8}\(([^()]{1,600})\)/i;
const COMPARED = new RegExp(
  String.raw`(?<![A-Za-z_])([A-Za-z_][\w.]{1,60})["\x60\]\\]{0,3}\s{0,4}(?:=|<>|!=)\s{0,4}(?:crypt\(|md5\(|sha2?\(|password\(|N)?(${PARAMETER})`,
  'gi',
);
/** A cheap test before the two, of which the latter begins anew at each name. */
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
  for (const compared of statement.matchAll(COMPARED)) {
    const kind = kindOf(compared[1]!.split('.').at(-1)!);
    if (!kind) continue;
    const before = statement.slice(0, compared.index + compared[0].length - compared[2]!.length);
    found.push({ index: placeOf(compared[2]!, before.match(EACH)?.length ?? 0), kind });
  }
  return found;
}
