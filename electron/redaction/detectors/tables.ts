import { type Detector, lineEnd, lineStart, type Scan } from '../engine/scan.ts';
import { CELL, KEY_COLUMN, kindOfCell } from '../text/column-kind.ts';
import { isWordOfOtherScript } from '../text/other-script.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { looksRandom } from '../text/random-value.ts';
import type { SensitiveName } from '../text/sensitive-name.ts';
import { areChosenWords } from '../text/trusted-value.ts';
import { isPairValue, pushPair } from './pairs-in-text.ts';

/** Rows of one table that are read: more than a person writes. */
const MOST_ROWS = 200;
const LONGEST_ROW = 2048;
const MOST_COLUMNS = 32;
/** A column with the name `key` has keys and ids; no shorter value is a secret by its form. */
const SHORTEST_KEY = 20;
/** With fewer columns a row can be a name and its value. */
const FEWEST_COLUMNS = 3;

type Cells = { text: string; start: number }[];

/** The cells of a line of a table, a list with commas, or one with tabs. */
function cellsOf(line: string, from: number, separator: string): Cells {
  const cells: Cells = [];
  let at = 0;
  for (let count = 0; count < MOST_COLUMNS && at <= line.length; count += 1) {
    let end = line.indexOf(separator, at);
    if (end === -1) end = line.length;
    const raw = line.slice(at, end);
    const text = raw.replace(/^[\s"'`*_]+/, '').replace(/[\s"'`*_]+$/, '');
    cells.push({ text, start: from + at + (text === '' ? 0 : raw.indexOf(text)) });
    at = end + 1;
  }
  return cells;
}

/** Words for a password that mean a key as well; beside a column of users they mean a password. */
const PASSWORD_BESIDE_USER = /^(?:clave|contra|chave|llave|acceso|acesso|ключ|code|código|codice)$/iu;
const USER_COLUMN =
  /^(?:user(?:name)?s?|login|account|usuario|usuária?o?|cuenta|conta|utente|utilisateur|логин|користувач|пользователь)$/iu;

/** A cheap test: what can stand between two cells. */
const HAS_SEPARATOR = /[|;\t,]/;

function separatorOf(line: string): string | undefined {
  const hasBar = line.includes('|');
  if (hasBar && /^\s*\|.*\|\s*$/.test(line)) return '|';
  // Without bars at both ends it may be a command: only short cells of words are a table's head.
  if (hasBar && /^[\p{L}\p{N} _.-]{1,40}(?: \| [\p{L}\p{N} _.-]{1,40}){1,15}\s*$/u.test(line)) return '|';
  if (line.includes(';') && /^[\p{L}\p{N} _.-]{1,40}(?:;[\p{L}\p{N} _.-]{1,40}){2,15}$/u.test(line))
    return ';';
  // Source code is indented by tabs; a row of a table is not, and has no marks of code.
  if (line.includes('\t') && /^[^\t;(){}=#/&]{1,60}(?:\t[^\t;(){}#]{0,200}){1,31}$/.test(line)) return '\t';
  return undefined;
}

const isRule = (line: string) => /^[\s|:+=┼─-]*[-=─]{2,}[\s|:+=┼─-]*$/.test(line);

/** True for a row with a rule above it and another row above that: some tables have a rule below each row. */
function isInsideGrid(text: string, from: number, separator: string): boolean {
  const aboveFrom = lineStart(text, Math.max(0, from - 1), LONGEST_ROW);
  if (from === 0 || aboveFrom === 0 || !isRule(text.slice(aboveFrom, from - 1))) return false;
  return text.slice(lineStart(text, aboveFrom - 1, LONGEST_ROW), aboveFrom - 1).includes(separator);
}

/** `| password | X |` in a row, a column below the word, and the same in lists with commas and tabs. */
function attemptTable(scan: Scan, at: number): void {
  const { text } = scan;
  if (at < scan.done.table) return;
  const from = lineStart(text, at, LONGEST_ROW);
  const end = lineEnd(text, at, LONGEST_ROW);
  scan.done.table = end;
  const line = text.slice(from, end);
  scan.work += line.length;
  if (!HAS_SEPARATOR.test(line)) return;
  const nextFrom = end + 1 + (text.charAt(end) === '\r' ? 1 : 0);
  const next = text.slice(nextFrom, lineEnd(text, nextFrom, LONGEST_ROW));
  let separator = separatorOf(line);
  // A list with commas: names alone above as many values.
  if (
    separator === undefined &&
    line.includes(',') &&
    /^["\p{L}\p{N}_ .-]{2,40}(?:,["\p{L}\p{N}_ .-]{1,40}){1,31}$/u.test(line) &&
    next.split(',').length === line.split(',').length
  )
    separator = ',';
  if (separator === undefined) return;
  const head = cellsOf(line, from, separator);
  const hasUser = head.some(({ text: cell }) => USER_COLUMN.test(cell));
  const columns = head.map(
    ({ text: cell }) => kindOfCell(cell) ?? (hasUser && PASSWORD_BESIDE_USER.test(cell) ? CELL : undefined),
  );
  if (!columns.some((kind) => kind !== undefined)) return;
  const ruled = isRule(next);
  if (separator === '\t' && line.includes('\t\t')) return;
  if (ruled && isInsideGrid(text, from, separator)) return;
  const filled = head.filter(({ text: cell }) => cell !== '');
  // One row: the cell after the word. Without bars at its ends it would be a command's pipe.
  if (!ruled && separator !== ',' && filled.length >= 2 && !(separator === '|' && !/^\s*\|/.test(line))) {
    for (const [index, kind] of columns.entries()) {
      const value = head[index + 1];
      if (
        kind &&
        value &&
        filled.length <= 4 &&
        columns[index + 1] === undefined &&
        isCellSecret(value.text, kind)
      )
        pushPair(scan, 'table-cell', kind, value.start, value.text);
    }
  }
  const sameShape = (row: string) =>
    row.split(separator).length >= columns.length - 1 && row.split(separator).length <= columns.length + 1;
  if (
    !ruled &&
    ((separator === '|' && !isBareTable(head, next, columns)) ||
      !sameShape(next) ||
      !isHead(head, cellsOf(next, nextFrom, separator)))
  )
    return;
  let rowFrom = nextFrom;
  for (let row = 0; row < MOST_ROWS && rowFrom < text.length; row += 1) {
    const rowEnd = lineEnd(text, rowFrom, LONGEST_ROW);
    const cells = text.slice(rowFrom, rowEnd);
    scan.work += cells.length + 1;
    // The rule of a client for databases has no bars: `----+-----`.
    if (!isRule(cells)) {
      if (cells.trim() === '' || !cells.includes(separator)) break;
      const read = cellsOf(cells, rowFrom, separator);
      for (const [index, kind] of columns.entries()) {
        const value = read[index];
        if (kind && value && isCellSecret(value.text, kind))
          pushPair(scan, 'table-cell', kind, value.start, value.text);
      }
    }
    rowFrom = rowEnd + 1 + (text.charAt(rowEnd) === '\r' ? 1 : 0);
  }
  scan.done.table = Math.max(scan.done.table, ruled || separator === ',' ? rowFrom - 1 : end);
}

/** A table without a rule: names of three columns or more, or of a user and a password, above a row with as many cells. */
function isBareTable(head: Cells, next: string, columns: readonly unknown[]): boolean {
  const cells = head.filter(({ text }) => text !== '');
  const below = next.split('|').length;
  if (below !== head.length || cells.some(({ text }) => !/^\p{L}[\p{L} _.-]{0,24}$/u.test(text)))
    return false;
  const last = head.findLastIndex(({ text }) => text !== '');
  return cells.length >= FEWEST_COLUMNS || (cells.length === 2 && columns[last] !== undefined);
}

/** True for the names of columns: none is a number, and the row below begins with something else. */
function isHead(cells: Cells, below: Cells): boolean {
  // The first cell of a row with a bar in front is empty.
  const first = Math.max(
    0,
    cells.findIndex(({ text }) => text !== ''),
  );
  return (
    !cells.some(({ text }) => /^[-+]?\d[\d.,x]*$/.test(text)) && cells[first]!.text !== below[first]?.text
  );
}

function isCellSecret(value: string, kind: SensitiveName): boolean {
  if (kind.strength === 'password' && isWordOfOtherScript(value)) return true;
  if (kind === CELL && /^[A-Z]{1,4}-?\d{2,5}$/.test(value)) return false;
  if (kind === KEY_COLUMN) return looksRandom(value, SHORTEST_KEY) && !isPlaceholder(value);
  if (!isPairValue(value, kind) || /\s.*\s.*\s|[;(){}]$|^\(|^&|^0x/.test(value)) return false;
  return (
    /\d/.test(value) ||
    /[!@#$%^&*+=~]/.test(value) ||
    (kind.strength === 'password' && kind !== CELL && areChosenWords('', value)) ||
    (kind.strength === 'password' &&
      /^[\p{L}-]{5,40}$/u.test(value) &&
      !/^(?:string|text|varchar|char|none|yes|no|required|optional|hidden|masked|default|boolean|object|integer|number)$/i.test(
        value,
      ) &&
      !/\b(?:the|of|for)\b/.test(value))
  );
}

/** Values in the cells of tables and lists, below or behind a word for a secret. */
export const tableDetector: Detector = {
  literals: [
    'pass',
    'pwd',
    'secret',
    'token',
    'api key',
    'api_key',
    'apikey',
    'credential',
    '| pin',
    ',pin',
    ';pin',
    ',code',
    ';code',
    '| code',
    'keypad code',
    'door code',
    'gate code',
    'alarm code',
    'access code',
    'entry code',
    'türcode',
    'zugangscode',
    'digicode',
    "code d'",
    'código de',
    'codice',
    'toegangscode',
    'kod do',
    'portkod',
    'dørkode',
    'код двери',
    'лозинка',
    'парола',
    'geslo',
    'slaptažodis',
    ',key',
    ';key',
    ',cle',
    ',clé',
    'clave',
    'mot de passe',
    'mdp',
    'kennwort',
    'wachtwoord',
    'contraseña',
    'senha',
    'hasło',
    'heslo',
    'пароль',
    '密码',
    '密碼',
    'パスワード',
    '비밀번호',
    'şifre',
    'κωδικός',
    'salasana',
    'lösenord',
    'adgangskode',
    'jelszó',
    'parola',
    'كلمة المرور',
    'סיסמה',
  ],
  caseless: true,
  attempt: attemptTable,
};
