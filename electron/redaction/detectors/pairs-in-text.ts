import { type Detector, lineEnd, lineStart, type Scan } from '../engine/scan.ts';
import { NAME, runEnd, runStart } from '../text/characters.ts';
import { labelKind } from '../text/label-kind.ts';
import { isWordOfOtherScript } from '../text/other-script.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { looksRandom } from '../text/random-value.ts';
import { NAME_LITERALS, type SensitiveName, sensitiveName } from '../text/sensitive-name.ts';
import { tupleAt } from './sql-tuple.ts';

/** What is read of an object, an element or a statement around a name. */
const REACH = 1024;
const LONGEST_NAME = 64;
/** Rows of one table that are read: more than a person writes. */
const MOST_ROWS = 200;
const LONGEST_ROW = 2048;
const MOST_COLUMNS = 32;
/** A column with the name `key` has keys and ids; no shorter value is a secret by its form. */
const SHORTEST_KEY = 20;
/** With fewer columns a row can be a name and its value. */
const FEWEST_COLUMNS = 3;

const VALUE_NAME = '(?:value|val|default|answer|text|input|content|string|data)';
const QUOTE = `\\\\{0,3}["']`;
const NAMED = new RegExp(
  `(?:name|key|field|header|variable|id|param|parameter|property|label|column)\\\\{0,3}["']?[ \\t]{0,4}[:=][ \\t]{0,4}${QUOTE}$`,
  'i',
);
const VALUE_AFTER = new RegExp(
  `^${QUOTE}[^{}]{0,400}?${VALUE_NAME}\\\\{0,3}["']?[ \\t]{0,4}[:=][ \\t]{0,4}(${QUOTE})((?:[^"'\\\\\\n]|\\\\(?!["']))[^"'\\n]{0,511}?)\\1`,
  'i',
);
const VALUE_BEFORE = new RegExp(
  `${VALUE_NAME}\\\\{0,3}["']?[ \\t]{0,4}[:=][ \\t]{0,4}(${QUOTE})([^"'\\\\\\n]{1,512})\\1[^{}]{0,200}$`,
  'i',
);
/** `name="api_secret">X<`, `<key>APIToken</key><string>X<`, `<name>password</name><value><string>X<`. */
const ELEMENT =
  /^["']?[^<>\n]{0,120}>\s{0,40}(?:<(?:[\w-]{1,12}:)?(?:value|secretText|plainText|text|string|data)>\s{0,16})?([^\s<>][^<>\n]{1,511})<|^<\/(?:key|name|string|dt|th|td|label|Name|Key)>\s{0,40}(?:<(?:value|string|dd|td|Value|param|data|text)[^<>]{0,60}>\s{0,16}){1,3}([^<>\s][^<>\n]{1,511})</i;
const OPENS_ELEMENT =
  /<[\w:.-]{1,40}(?:[^<>\n]{0,120}["'])?$|<(?:key|name|string|dt|th|td|label|Name|Key)[^<>]{0,40}>\s{0,8}$/;
const BLOCK = /^["']\s{0,4}\{[^{}]{0,400}?\bdefault[ \t]{0,12}=[ \t]{0,4}"([^"\n]{1,512})"/;

function push(scan: Scan, rule: string, kind: SensitiveName, start: number, value: string): void {
  scan.matches.push({
    rule,
    tier: 'candidate',
    start,
    end: start + value.length,
    replacement: `[${kind.mask}]`,
    secret: value,
  });
}

function isValue(value: string, kind: SensitiveName): boolean {
  if (isPlaceholder(value) || value.length < 3 || /^(?:true|false|null|\d{1,3})$/i.test(value)) return false;
  if (/^[\w.-]+\(|^\$\{?\w+\}?$|^https?:\/\/[^@]*$|^\s|\s=\s|::/.test(value)) return false;
  if (/^[a-z ]+$/.test(value) && / /.test(value) && value.length > 40) return false;
  return kind.strength === 'password' || (/\d/.test(value) && value.length >= 6) || value.length >= 16;
}

/** A name in quotes or in an element, and its value in a member, an attribute or an element beside it. */
function attemptBeside(scan: Scan, at: number): void {
  const { text } = scan;
  if (at < scan.done.pair) return;
  const end = runEnd(text, at, NAME, LONGEST_NAME);
  scan.done.pair = end;
  // A name in quotes, or in an element of markup; anything else is for the assignments.
  const follows = text.charAt(end);
  if (
    follows !== '"' &&
    follows !== "'" &&
    follows !== '<' &&
    follows !== '>' &&
    follows !== ' ' &&
    follows !== '\\'
  )
    return;
  const start = runStart(text, at, NAME, LONGEST_NAME);
  const before = text.charAt(start - 1);
  if (before !== '"' && before !== "'" && before !== '>' && before !== '<' && before !== ':') return;
  const kind = sensitiveName(text.slice(start, end));
  if (!kind || kind.strength === 'hint') return;
  const back = text.slice(Math.max(0, start - 160), start);
  const ahead = text.slice(end, end + REACH);
  scan.work += 200;
  if (NAMED.test(back)) {
    const after = VALUE_AFTER.exec(ahead);
    if (after && isValue(after[2]!, kind)) {
      push(scan, 'pair-in-text', kind, end + after[0].lastIndexOf(after[2]!), after[2]!);
      return;
    }
    const from = Math.max(0, start - REACH);
    const earlier = text.slice(from, start);
    const own = earlier.slice(earlier.lastIndexOf('{') + 1);
    const found = VALUE_BEFORE.exec(own);
    if (found && isValue(found[2]!, kind)) {
      const offset = start - own.length + found.index + found[0].indexOf(found[2]!, found[0].search(/[:=]/));
      push(scan, 'pair-in-text', kind, offset, found[2]!);
      return;
    }
  }
  if (before === '"') {
    const block = BLOCK.exec(ahead);
    if (block && isValue(block[1]!, kind)) {
      push(scan, 'pair-in-text', kind, end + block[0].length - 1 - block[1]!.length, block[1]!);
      return;
    }
  }
  // `List<Cookie> cookies` is a type; an element of markup has a closing mark behind its value.
  if (
    !ahead.includes('</') ||
    !/^[^<>]{0,120}>\s{0,40}(?:<[\w:-]{1,24}>\s{0,16})?[^<>]{0,600}<\/|^<\/(?:key|name|string|dt|th|td|label)/i.test(
      ahead,
    )
  )
    return;
  if (!OPENS_ELEMENT.test(before === '<' || before === ':' ? `${back}${text.slice(start, end)}` : back))
    return;
  const element = ELEMENT.exec(ahead);
  const value = element?.[1] ?? element?.[2];
  if (element && value !== undefined && isValue(value.trim(), kind))
    push(scan, 'pair-in-text', kind, end + element[0].length - 1 - value.length, value);
}

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

const CELL: SensitiveName = { strength: 'password', rule: 'table-cell', mask: 'password' };
const KEY_COLUMN: SensitiveName = { strength: 'secret', rule: 'table-cell', mask: 'secret' };

function kindOfCell(text: string): SensitiveName | undefined {
  if (text.length === 0 || text.length > LONGEST_NAME) return undefined;
  const named = sensitiveName(
    text.replaceAll(/\s+/g, '_').replace(/_(?:plain(?:text)?|clear(?:text)?|raw|klartext)$/i, ''),
  );
  if (named && named.strength !== 'hint') return named;
  // `door code` is a hint by its last word and a label as a whole.
  const kind = labelKind(text, 'whole') ?? labelKind(`${text} `, 'whole');
  if (kind) return kind;
  if (/^(?:keys?|cl[ée]s?|schlüssel|chiave|sleutel|klucz|klíč|ключ)$/iu.test(text)) return KEY_COLUMN;
  return /^(?:pass|pw|pwd|pin|code)$/i.test(text) ? CELL : undefined;
}

/** Words for a password that mean a key as well; beside a column of users they mean a password. */
const PASSWORD_BESIDE_USER = /^(?:clave|contra|chave|llave|acceso|acesso|ключ|code|código|codice)$/iu;
const USER_COLUMN =
  /^(?:user(?:name)?s?|login|account|usuario|usuária?o?|cuenta|conta|utente|utilisateur|логин|користувач|пользователь)$/iu;

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
        push(scan, 'table-cell', kind, value.start, value.text);
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
          push(scan, 'table-cell', kind, value.start, value.text);
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
  if (!isValue(value, kind) || /\s.*\s.*\s|[;(){}]$|^\(|^&|^0x/.test(value)) return false;
  return (
    /\d/.test(value) ||
    /[!@#$%^&*+=~]/.test(value) ||
    (kind.strength === 'password' &&
      /^[\p{L}-]{5,40}$/u.test(value) &&
      !/^(?:string|text|varchar|char|none|yes|no|required|optional|hidden|masked|default|boolean|object|integer|number)$/i.test(
        value,
      ) &&
      !/\b(?:the|of|for)\b/.test(value))
  );
}

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
      if (kind && secret !== undefined && isValue(secret, kind) && !/^\$2[aby]\$/.test(secret))
        push(scan, 'sql-password', kind, tuple.start + value.index + 1, secret);
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
  if (found && kind && isValue(found[1]!, kind))
    push(scan, 'sql-password', kind, at + found[0].indexOf(`'`) + 1, found[1]!);
}

/** Pairs of a name and a value in JSON, XML, tables, lists and statements that stand in a text. */
export const pairDetectors: readonly Detector[] = [
  {
    literals: NAME_LITERALS.filter((literal) => /^\w+$/.test(literal)),
    caseless: true,
    attempt: attemptBeside,
  },
  {
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
  },
  { literals: ['insert '], caseless: true, attempt: attemptInsert },
  { literals: ['value ', 'value='], caseless: true, attempt: attemptUpdate },
];
