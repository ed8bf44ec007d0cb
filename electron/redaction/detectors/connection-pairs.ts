import { lineEnd, lineStart, type Scan } from '../engine/scan.ts';

const REACH = 200;
const PAIR =
  /^[ \t]{0,2}[A-Za-z][A-Za-z_]{0,30}(?: [A-Za-z]{1,16})?=[^=(){}[\]<>"'`\s]{0,119}[^=(){}[\]<>"'`\s,]$/;
const CONNECTION =
  /^[ \t]{0,2}(?:ansible_\w{1,12}|name|ssid|profile|binddn|host|hostname|hostaddr|server|addr|address|user|username|user ?id|uid|login|email|dbname|db|database|initial catalog|port|data source|driver|sslmode)=/i;
/** A cheap test before the pieces of a list are read one by one: the names of {@link CONNECTION} anywhere. */
const MAY_CONNECT =
  /(?:ansible_\w{1,12}|name|ssid|profile|binddn|host|hostaddr|server|addr|address|user ?(?:id)?|uid|login|email|db|database|catalog|port|source|driver|sslmode)=/i;

/** What opens the list may stand before its first pair: a quote, a question mark, a name of its own. */
const OPENS: Record<string, RegExp> = {
  ' ': /^.*["'`\n]/s,
  ';': /^.*["'`\n:=](?=[\w ]{1,48}=)/s,
  '&': /^.*["'`\s?#]/s,
  // Options of a mount.
  ',': /^.*["'`\s]/s,
};
const LAST: Record<string, RegExp> = {
  ' ': /^[^"'`\s]*/,
  ';': /^[^"'`\n]*/,
  '&': /^[^"'`\s#]*/,
  ',': /^[^"'`\s]*/,
};

/**
 * True when the pair from `start` to `end` is one of a list that says where to log in and as whom:
 * `host=db user=bob password=…`, `Server=db;User Id=sa;Password=…`, `user=bob&password=…`.
 */
export function standsInConnection(scan: Scan, start: number, end: number): boolean {
  const { text } = scan;
  let from = start - 1;
  if (text.charAt(from) === ' ' && text.charAt(from - 1) === ';') from -= 1;
  const before = text.charAt(from);
  const after = text.charAt(end);
  // `connect(host=h, password=pw)` is code.
  if (after === ',' && (before !== ',' || !/\S/.test(text.charAt(end + 1)))) return false;
  const separator = before in OPENS ? before : after;
  const opens = OPENS[separator];
  if (!opens) return false;
  scan.work += 2 * REACH;
  if (!MAY_CONNECT.test(text.slice(Math.max(0, from - REACH), end + 1 + REACH))) return false;
  if (before === separator) {
    const pieces = text.slice(Math.max(0, from - REACH), from).split(separator);
    for (let index = pieces.length - 1; index >= 0; index -= 1) {
      const written = pieces[index]!;
      const piece = written.replace(opens, '');
      if (!PAIR.test(piece)) break;
      if (CONNECTION.test(piece)) return true;
      if (piece !== written) break;
    }
  }
  if (after !== separator) return false;
  for (const written of text.slice(end + 1, end + 1 + REACH).split(separator)) {
    const piece = LAST[separator]!.exec(written)![0];
    if (!PAIR.test(piece)) return false;
    if (CONNECTION.test(piece)) return true;
    if (piece !== written) return false;
  }
  return false;
}

const LONGEST_LINE = 160;
/** A line of a file of settings that is nothing but a name and a plain value. */
const SETTING = /^[ \t]{0,8}[\w.-]{2,64}[ \t]{0,4}=[ \t]{0,4}[^\s"'`;(){}=]{1,120}[ \t]*$/;
/** A setting that says where to log in, or as whom. */
const WHERE_OR_WHO =
  /^[ \t]{0,8}[\w.-]{0,48}(?:user|usr|login|host|server|url|uri|port|database|db|schema|email|mail|account|driver|protocol|bind|endpoint)[\w-]{0,16}[ \t]{0,4}=/i;

/** True when the pair from `start` to `end` is a line of its own beside one that says where to log in, or as whom. */
export function standsInSettings(scan: Scan, start: number, end: number): boolean {
  const { text } = scan;
  const from = lineStart(text, start, LONGEST_LINE);
  const to = lineEnd(text, end, LONGEST_LINE);
  scan.work += 2 * LONGEST_LINE;
  if (!SETTING.test(text.slice(from, to))) return false;
  const before = text
    .slice(lineStart(text, from - 1, LONGEST_LINE), Math.max(0, from - 1))
    .replace(/\r$/, '');
  const nextFrom = to + (text.startsWith('\r\n', to) ? 2 : 1);
  const after = text.slice(nextFrom, lineEnd(text, Math.min(nextFrom, text.length), LONGEST_LINE));
  return [before, after].some((line) => SETTING.test(line) && WHERE_OR_WHO.test(line));
}
