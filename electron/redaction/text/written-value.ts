import { isMessage, lineEnd, type Scan } from '../engine/scan.ts';
import { mayBeAssigned, takesNextWord } from './assigned-name.ts';
import { characterSet, isIn } from './characters.ts';

/** Characters of a value: the longest keys that are written on one line have somewhat fewer. */
const LONGEST_VALUE = 4096;
/** What is read of a value inside a run of characters that was read before: one read of the whole is enough. */
const LONGEST_VALUE_AGAIN = 128;

/** How a value is written: what is around it decides whether it can be source code. */
export interface Written {
  value: string;
  start: number;
  end: number;
  quoted: boolean;
  /** `=`, `:`, `=>`, `,`, `(`, `>`, ` ` … */
  operator: string;
  /** `NAME=value`, nothing between. */
  tight: boolean;
  /** The name is that of a command line option. */
  option: boolean;
  /** The name stands in quotes of its own, as in JSON. */
  quotedName: boolean;
  /** It is the only value of a list. */
  listed?: true;
  /** The rest of a line of YAML or of a list of keys, where that is all there is on the line. */
  line?: { value: string; start: number; end: number };
}

const QUOTES = '"\'`';
const LINE_FEED = 10;
const BACKSLASH = 92;
const HYPHEN = 45;

/** From the end of a name over `"] =>`, to the value. */
const BETWEEN =
  /(?:\\{0,3}["'`]|\]|\[\d{0,6}\]|\)){0,3}[ \t]{0,24}(?:(?:[?!])?(:=|=>|===|!==|==|!=|\|\|=|\?\?=|\?=|\+=|=|::|:|：|->|\|\||\?\?|<-)|(,)|(>)|(\((?=\\{0,3}["'`]))|((?:is|was|are|IS)(?=[ \t]{1,3}["'`]?[^\s"'`]{0,60}[\d!@#$%^&*])))?[ \t]{0,24}/y;
const LITERAL_PREFIX =
  /(?:string\(\d{1,6}\)[ \t]{0,2}|@|[bBrRuUfFL]{1,2}|\$|new\s{1,2}\w{1,40}\(|[A-Za-z_][\w.]{0,40}\()(?=\\{0,3}["'`])/y;
const LINE_BREAK = /[ \t]{0,8}(?:\||>[+-]?)?[ \t]{0,8}\r?\n[ \t]{1,40}/y;
const TYPED =
  /(?:&(?:'\w{1,16}[ \t])?(?:mut[ \t])?)?(?:[A-Za-z_][\w.<>[\] |&?*]{0,60}?)[ \t]{0,8}(?::=|=)[ \t]{0,8}(?=[bBrRuUfFL@$]{0,2}["'`])/y;
const STOPS_A_WORD = /[\s"'`]/;
const STOPS_A_WORD_IN_ASCII = characterSet(STOPS_A_WORD);

function stopsAWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? isIn(STOPS_A_WORD_IN_ASCII, code) : STOPS_A_WORD.test(text.charAt(at));
}

/** Where the quote that opens before `from` closes; -1 when it does not on this line or within reach. */
function closingQuote(scan: Scan, from: number, quote: string, escaped: boolean): number {
  const { text } = scan;
  const stop = Math.min(text.length, from + LONGEST_VALUE);
  const mark = quote.charCodeAt(0);
  for (let at = from; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED && quote !== '`') return -1;
    if (code === BACKSLASH) {
      if (escaped && text.charCodeAt(at + 1) === mark) {
        scan.work += at - from;
        return at;
      }
      at += 1;
      continue;
    }
    if (code === mark && !escaped) {
      scan.work += at - from;
      return at;
    }
  }
  scan.work += stop - from;
  return -1;
}

const BESIDE =
  /\\{0,3}["'`]?[ \t]{0,4},?[ \t]{0,8}(?:\r?\n[ \t]{0,40})?\\{0,3}["']?(?:value|Value|val|VALUE|default)\\{0,3}["']?[ \t]{0,4}[=:][ \t]{0,4}/y;

/** What can stand right before such a name. */
const BEFORE_BESIDE = characterSet(/["'`\\=: \t]/);

/** `name="PASSWORD" value="…"` and its like: where the value begins that stands in a member beside the name. */
function valueBeside(text: string, start: number, end: number): number {
  if (
    !isIn(BEFORE_BESIDE, text.charCodeAt(start - 1)) ||
    !/(?:name|key|Name|Key|field|id|variable)\\{0,3}["']?[ \t]{0,4}[=:][ \t]{0,4}\\{0,3}["'`]?$/.test(
      text.slice(Math.max(0, start - 32), start),
    )
  )
    return -1;
  BESIDE.lastIndex = end;
  const found = BESIDE.exec(text);
  return found ? end + found[0].length : -1;
}

/** Words with a number or a capital among them: no sentence about a password is so short. */
const isNumberedPhrase = (value: string) =>
  /^\p{L}{3,}(?: (?:\p{L}{2,}|\d{1,4})){2,5}$/u.test(value) &&
  / \d/.test(value) &&
  !/(?<!\p{L})(?:min|max|at|least|chars?|char\w*|length|digits?|letters?|zeichen|stellen|lang|page|step|version|days?|hours?|tage|minutes?|line|port|bits?|bytes?|of|for|than)(?!\p{L})/iu.test(
    value,
  );

/** Returns a line that is nothing but `name: value`, and does not stand among source code. */
function wholeLine(text: string, start: number, from: number): Written['line'] {
  const before = text.slice(Math.max(0, start - 80), start);
  const indent = /(?:^|\n)[ \t]{0,40}(?:- )?$/.exec(before);
  if (!indent) return undefined;
  const end = lineEnd(text, from, 256);
  const value = text.slice(from, end).trimEnd();
  if (/[,{[(]\s*$/.test(before.slice(0, indent.index)) || /^\s{0,40}[}\])]/.test(text.slice(end, end + 48)))
    return undefined;
  return (/^[a-z]+(?:[ -][a-z]+)*$/.test(value) || isNumberedPhrase(value)) && value.length >= 5
    ? { value, start: from, end: from + value.length }
    : undefined;
}

/** In code without spaces (`pass:o,next:1`, `key=null;var x`) and in pairs a comma or a semicolon ends the value. */
function endsAnExpression(text: string, from: number, at: number): boolean {
  // `Password=x;Encrypt=true`: the next pair of a connection string.
  if (/^[;,][A-Za-z][\w ]{1,40}=/.test(text.slice(at, at + 44))) return true;
  return (
    at - from <= 64 &&
    /^[!\w$.]*$/.test(text.slice(from, at)) &&
    /^[,;](?:[A-Za-z_$][\w$.]{0,64}[=:([,;]|(?:var|let|const|return|if|for)\b)/.test(text.slice(at, at + 72))
  );
}

const LIST_OPERATOR = /^(?:[:=]|=>)$/;
const LIST_OF_ONE =
  /\[[ \t\r\n]{0,24}(?:(\\{0,3}["'])([^\s"'\\[\]]{4,256})\1,?[ \t\r\n]{0,24}|([^\s"'`[\](),{}|^]{4,256}))\]/y;

/** The value of a list that has no other; without quotes it has to be letters and digits. */
function listOfOne(text: string, at: number): { value: string; start: number; end: number } | undefined {
  LIST_OF_ONE.lastIndex = at;
  const found = LIST_OF_ONE.exec(text);
  const value = found?.[2] ?? found?.[3];
  if (!found || value === undefined) return undefined;
  // `[a-z0-9]` is a set of characters, and `[i]` the place of an element.
  if (
    found[3] !== undefined &&
    (/(?:^|\W)\w-\w(?=\W|\w-\w|$)|^\w{1,3}[+*-]\d$/.test(value) ||
      !/\d/.test(value) ||
      !/[A-Za-z]/.test(value))
  )
    return undefined;
  const start = at + found[0].lastIndexOf(value);
  return { value, start, end: start + value.length };
}

/** `nas pw => X`: a note, with nothing of a program before the label. */
const isShown = (scan: Scan, start: number): boolean =>
  isMessage(scan) &&
  /(?:^|\n)[\p{L}\p{N} \t/.-]{0,40}$/u.test(scan.text.slice(Math.max(0, start - 48), start));

/** Reads what is assigned to the name that ends at `end`. */
export function readValue(scan: Scan, start: number, end: number): Written | undefined {
  const { text } = scan;
  if (text.charCodeAt(start) !== HYPHEN && !mayBeAssigned(text, start, end)) return undefined;
  const before = text.charAt(start - 1);
  const option =
    text.startsWith('--', start) || (text.charAt(start) === '-' && (start === 0 || /\s/.test(before)));
  const quotedName = before !== '' && QUOTES.includes(before);
  const tag = before === '<' || (before === ' ' && text.charAt(start - 2) === '<');
  BETWEEN.lastIndex = end;
  const between = BETWEEN.exec(text);
  if (!between) return undefined;
  // `--token-color: red` is a custom property of a style sheet.
  if (option && /^\s{0,24}:/.test(between[0])) return undefined;
  let at = end + between[0].length;
  // `read -p "Password: " NAME`: the quote behind the colon closes the one that opened before the name.
  if (
    quotedName &&
    text.charAt(at) === before &&
    !between[0].includes(before) &&
    /[:=]/.test(between[0]) &&
    /^(?:[\s),;]|$)/.test(text.slice(at + 1, at + 2))
  )
    return undefined;
  // The colon of Chinese and Japanese type.
  const sign = between[1] === '：' ? ':' : between[1];
  let operator = sign ?? between[2] ?? between[3] ?? between[4] ?? between[5] ?? ' ';
  if (operator === ',' && !quotedName) return undefined;
  if (operator === '>' && !tag) return undefined;
  const beside = operator === ' ' ? valueBeside(text, start, end) : -1;
  if (beside !== -1) {
    operator = '=';
    at = beside;
  }
  if (operator === '(' || operator === ' ') {
    const opens = QUOTES.includes(text.charAt(at)) && text.charAt(at) !== '';
    if (operator === ' ' && !opens && !option && !(/[ \t]/.test(between[0]) && takesNextWord(text, start)))
      return undefined;
  }
  LITERAL_PREFIX.lastIndex = at;
  const prefix = operator === '(' ? undefined : LITERAL_PREFIX.exec(text)?.[0];
  if (
    prefix &&
    /^(?:process|os|require|t|i18n|__|_|gettext|translate|get\w*|find\w*|read\w*|load\w*|fetch\w*|query\w*|input|prompt|ask\w*|select\w*|describe|it|env|Env|[\w.]*\.get\w*|\w*\.env\w*|\w*\.t|\w*\.read\w*)\($/.test(
      prefix,
    )
  )
    return undefined;
  if (prefix) at += prefix.length;
  if ((operator === ':' || operator === '=') && !prefix) {
    LINE_BREAK.lastIndex = at;
    const broken = LINE_BREAK.exec(text);
    if (broken && operator === ':' && !quotedName && /[|>]/.test(broken[0])) at += broken[0].length;
    TYPED.lastIndex = at;
    const typed = operator === ':' ? TYPED.exec(text) : undefined;
    if (typed) {
      at += typed[0].length;
      operator = '=';
      LITERAL_PREFIX.lastIndex = at;
      at += LITERAL_PREFIX.exec(text)?.[0].length ?? 0;
    }
  }
  // A string of several lines that has but one, as TOML, Python and ini files write it.
  if (/^(?:"""|''')[^"'\s]/.test(text.slice(at, at + 4))) at += 2;
  // `"x-api-key":["X"]`, `password=[X]`: the only value of a list, as logs and frameworks write it.
  const listed = LIST_OPERATOR.test(operator) && text.charAt(at) === '[' ? listOfOne(text, at) : undefined;
  if (listed) return { ...listed, quoted: true, listed: true, operator, tight: false, option, quotedName };
  let escapes = 0;
  while (text.charAt(at + escapes) === '\\' && escapes < 4) escapes += 1;
  const quote = text.charAt(at + escapes);
  if (quote !== '' && QUOTES.includes(quote)) {
    const from = at + escapes + 1;
    const to = closingQuote(scan, from, quote, escapes > 0);
    if (to === -1) return undefined;
    if (
      operator === ' ' &&
      !option &&
      !/^\\{0,2}["'`][ \t]{0,4}(?:;|$|\r|\n|\{|\})/.test(text.slice(to, to + 8)) &&
      !(text.charAt(start - 1) === ':' && /^["'][ \t]{0,4}[)}\]:]/.test(text.slice(to, to + 8)))
    )
      return undefined;
    return {
      value: text.slice(from, to),
      start: from,
      end: to,
      quoted: true,
      operator,
      tight: false,
      option,
      quotedName,
    };
  }
  if (
    operator === '(' ||
    operator === ',' ||
    operator === '||' ||
    operator === '??' ||
    (/^[=-]>$/.test(operator) &&
      !(before === '[' && text.startsWith('] => ', end)) &&
      !isShown(scan, start)) ||
    operator === '+='
  )
    return undefined;
  if (/^[!=]=/.test(operator)) return undefined;
  const constant = /^[A-Z0-9_]+$/.test(text.slice(start, end));
  let to = at;
  const again = at < scan.done.unbroken;
  const stop = Math.min(text.length, at + (again ? LONGEST_VALUE_AGAIN : LONGEST_VALUE));
  while (to < stop && !stopsAWord(text, to)) {
    const character = text.charAt(to);
    if (operator === '>' && character === '<') break;
    // The text of a Markdown link ends here, and its address is no part of the value.
    if (character === ']' && text.charAt(to + 1) === '(') break;
    if (character === '\\' && /[nrt"'\\]/.test(text.charAt(to + 1))) break;
    if (!constant && (character === ',' || character === ';') && endsAnExpression(text, at, to)) break;
    if (
      character === '&' &&
      operator === '=' &&
      to > at &&
      /^&(?:amp;)?[\w.[\]%-]{1,64}=/.test(text.slice(to, to + 72))
    )
      break;
    to += 1;
  }
  scan.work += to - at;
  if (!again) scan.done.unbroken = to;
  if (/[\s]/.test(text.charAt(at)) || to === at) return undefined;
  // What follows a word in prose or code is not part of it.
  while (to > at && ',;'.includes(text.charAt(to - 1))) to -= 1;
  if (to > at && ')}]>.'.includes(text.charAt(to - 1)) && !/[({[<]/.test(text.slice(at, to))) {
    while (to > at && ')}]>.,;'.includes(text.charAt(to - 1))) to -= 1;
  }
  const line = operator === ':' && !quotedName ? wholeLine(text, start, at) : undefined;
  return {
    value: text.slice(at, to),
    start: at,
    end: to,
    quoted: false,
    operator,
    tight: at === end + 1,
    option,
    quotedName,
    ...(line ? { line } : {}),
  };
}
