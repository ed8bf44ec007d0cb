import { type Detector, lineEnd, pushCandidate, type Scan } from '../engine/scan.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import type { SensitiveName } from '../text/sensitive-name.ts';
import { sensitiveParameters } from '../text/sql-parameters.ts';

/** A statement as a log writes it, and the list of its parameters before or behind it. */
const LONGEST_STATEMENT = 900;
const REACH = 600;
const REACH_BEFORE = 400;
const NOT_SEARCHED = -1;
/** A cheap test: something stands for a value. */
const HAS_PARAMETER = /[=(,]\s{0,4}(?:\?|\$\d|%s|:\w|@\w|%\()/;
const NEXT_PARAMETER = new RegExp(HAS_PARAMETER.source, 'g');

const VALUE = String.raw`(?:\\{0,3}["']([^"'\\\n]{0,256})\\{0,3}["']|([^,()[\]"'\n]{1,128}))`;
const LIST_ITEM = new RegExp(String.raw`[ \t\r\n]{0,16}(?:b|u)?${VALUE}[ \t\r\n]{0,16}(,|[)\]])`, 'y');
/** What stands before a list of parameters. */
const OPENS_LIST =
  /(?:params?|parameters|args?|arguments|values|bindings?|binds|vars|data|replacements|with|;|--|=>|\]|\)|['"`,])[ \t\\"':=-]{0,12}[[(]|\n[^\n[(]{0,80}[[(]|(?:^|\s)[[(](?=["'])/gi;
const MOST_LISTS = 6;

function push(scan: Scan, kind: SensitiveName, start: number, value: string): void {
  if (
    value.length < 4 ||
    isPlaceholder(value) ||
    /^\$2[aby]\$|^\$argon2|^(?:true|false|null|\d{1,3})$/i.test(value)
  )
    return;
  pushCandidate(scan, 'sql-password', kind.mask, start, value);
}

interface Item {
  value: string;
  start: number;
}

/** The items of the list that opens before `from`; undefined where none closes. */
function itemsOf(scan: Scan, from: number): Item[] | undefined {
  const items: Item[] = [];
  let at = from;
  for (let count = 0; count < 64; count += 1) {
    LIST_ITEM.lastIndex = at;
    const found = LIST_ITEM.exec(scan.text);
    if (!found) return undefined;
    scan.work += found[0].length;
    const value = (found[1] ?? found[2] ?? '').trim();
    items.push({ value, start: at + found[0].indexOf(value) });
    at += found[0].length;
    if (found[3] !== ',') return items;
  }
  return undefined;
}

/** `$2 = 'X'`, `@p1='X'`, `parameter [2] as [VARCHAR] - [X]`, `(2:VARCHAR) <- [X]`. */
function numbered(index: number): RegExp {
  return new RegExp(
    String.raw`(?:[$:]${index + 1}\s{0,2}=\s{0,2}|@p${index}\s{0,2}=\s{0,2})N?'([^'\n]{1,256})'|parameter \[${index + 1}\] as \[\w+\] - \[([^\]\n]{1,256})\]|parameter \(${index + 1}:\w+\) <- \[([^\]\n]{1,256})\]`,
    'gi',
  );
}

/** `Parameters: ida(String), X(String)` */
const TYPED = /Parameters:[ \t]{1,4}((?:[^\n,()]{0,128}\(\w{2,20}\)(?:, )?){1,32})/g;

/** Where the next parameter stands. Prose has `where` and no parameter: each text is searched once. */
function nextParameter(scan: Scan, at: number): number {
  let next = scan.commandsDone.get(NEXT_PARAMETER) ?? NOT_SEARCHED;
  if (next < at) {
    NEXT_PARAMETER.lastIndex = at;
    next = NEXT_PARAMETER.exec(scan.text)?.index ?? scan.text.length;
    scan.commandsDone.set(NEXT_PARAMETER, next);
  }
  return next;
}

function attemptStatement(scan: Scan, at: number): void {
  const { text } = scan;
  if (at < (scan.commandsDone.get(attemptStatement) ?? 0)) return;
  scan.work += 32;
  const next = nextParameter(scan, at);
  if (next >= Math.min(text.length, at + LONGEST_STATEMENT)) return;
  const statement = text.slice(at, at + LONGEST_STATEMENT);
  if (!HAS_PARAMETER.test(statement)) return;
  scan.work += statement.length;
  const parameters = sensitiveParameters(statement);
  if (parameters.length === 0) return;
  scan.commandsDone.set(attemptStatement, lineEnd(text, at, LONGEST_STATEMENT));
  const from = Math.max(0, at - REACH_BEFORE);
  const around = text.slice(from, at + LONGEST_STATEMENT + REACH);
  scan.work += around.length * (1 + parameters.length);
  for (const { index, kind } of parameters)
    for (const found of around.matchAll(numbered(index))) {
      const value = found[1] ?? found[2] ?? found[3]!;
      push(scan, kind, from + found.index + found[0].lastIndexOf(value), value);
    }
  for (const found of around.matchAll(TYPED)) {
    const items = found[1]!.split(', ');
    for (const { index, kind } of parameters) {
      const value = items[index]?.replace(/\(\w{2,20}\)$/, '');
      if (value) push(scan, kind, from + found.index + found[0].indexOf(items[index]!), value);
    }
  }
  const behind = text.slice(at, at + LONGEST_STATEMENT + REACH);
  const highest = Math.max(...parameters.map(({ index }) => index));
  let lists = 0;
  for (const opened of behind.matchAll(OPENS_LIST)) {
    if (lists >= MOST_LISTS) return;
    lists += 1;
    const items = itemsOf(scan, at + opened.index + opened[0].length);
    // The statement's own lists of columns and of parameters.
    if (!items || items.length <= highest || items.some(({ value }) => /^(?:\?|\$\d|%s|:\w+$)/.test(value)))
      continue;
    if (!text.slice(items[0]!.start - 3, items[0]!.start).match(/["']/) && items.length === 1) continue;
    if (!items.some(({ start }) => /["']/.test(text.charAt(start - 1)))) continue;
    for (const { index, kind } of parameters) push(scan, kind, items[index]!.start, items[index]!.value);
    return;
  }
}

/** The values that a program binds to the parameters of a statement, where a log or a program shows both. */
export const sqlParametersDetector: Detector = {
  literals: ['insert into ', 'update ', 'select ', 'where '],
  caseless: true,
  attempt: attemptStatement,
};
