import { type Detector, lineEnd, lineStart, pushCandidate, type Scan } from '../engine/scan.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isSaidOfPassword } from '../text/prose-secret.ts';

/** A line of a file of settings. */
const LONGEST_LINE = 200;
const LONGEST_INDENT = 12;
const SHORTEST = 4;
/** Directives that are for a password and for nothing else. */
const ALONE =
  'rootpw|bindpw|bind_password|bindpasswd|remote_password|rocommunity6?|rwcommunity6?|requirepass|masterauth|netcam_password|proxy_password';
/** Words that are one beside a line that says who logs in, or where. */
const BESIDE = 'password|passwd|pass|passphrase|psk|secret';
const LINE = new RegExp(
  String.raw`^(?:(${ALONE})|(${BESIDE}))[ \t]{1,16}(?:--plaintext[ \t]{1,4}|0[ \t]{1,2})?(["']?)([^\s"'=:;(){}<>,]{4,64})\3[ \t]{0,4}(?:[ \t]\d[\d./]{6,40}[ \t]{0,4})?;?$`,
  'i',
);
const WHO_OR_WHERE =
  /^[ \t]{0,8}(?:set[ \t]{1,4})?(?:user(?:name)?|login|host(?:name)?|account|server|machine|identity|ssid|binddn|rootdn|dn|port|remote_username|line (?:vty|con|aux)\b.*|from|tls|auth|protocol|mailhost|poll)(?:[ \t]{0,4}[:=])?(?:[ \t]{1,16}["']?[\w.@:/,=+ -]{1,80}["']?)?[ \t]*$/i;

function push(scan: Scan, start: number, value: string): void {
  pushCandidate(scan, 'directive-line', 'password', start, value);
}

/** `rootpw X`, and `user bob` above `password X`: files in which a blank stands between a name and its value. */
function attemptLine(scan: Scan, at: number): void {
  const { text } = scan;
  const from = lineStart(text, at, LONGEST_INDENT + 1);
  scan.work += at - from + 2;
  if (at - from > LONGEST_INDENT || text.slice(from, at).trim() !== '') return;
  const end = lineEnd(text, at, LONGEST_LINE);
  const line = text.slice(at, end).trimEnd();
  const found = LINE.exec(line);
  scan.work += line.length;
  if (!found) return;
  const value = found[4]!;
  if (value.length < SHORTEST || isPlaceholder(value)) return;
  if (found[1] === undefined) {
    if (isSaidOfPassword(value)) return;
    const before = text.slice(lineStart(text, from - 1, LONGEST_LINE), Math.max(0, from - 1)).trimEnd();
    const after = text.slice(end + 1, lineEnd(text, Math.min(text.length, end + 1), LONGEST_LINE)).trimEnd();
    scan.work += before.length + after.length;
    if (![before, after].some((other) => WHO_OR_WHERE.test(other))) return;
  } else if (/^(?:public|private|auto|none)$/.test(value)) return;
  push(scan, at + line.lastIndexOf(value), value);
}

/** What a script for FTP does before it logs in, and behind. */
const OPENS = /^[ \t>]{0,8}(?:open|ftp|connect)[ \t]/i;
const TRANSFERS =
  /^[ \t>]{0,8}(?:bin(?:ary)?|ascii|passive|prompt|hash|cd|lcd|ls|dir|get|mget|put|mput|mirror|mkdir|delete|bye|quit)(?:[ \t]|\r?$)/i;
const USER_LINE = /^user[ \t]{1,4}[\w.@+-]{1,64}[ \t]{1,4}(["']?)([^\s"']{4,128})\1$/i;

/** `user robot X` in a script for FTP. */
function attemptUserLine(scan: Scan, at: number): void {
  const { text } = scan;
  const from = lineStart(text, at, LONGEST_INDENT + 1);
  scan.work += 2;
  if (text.slice(from, at).trim() !== '') return;
  const end = lineEnd(text, at, LONGEST_LINE);
  const line = text.slice(at, end).trimEnd();
  scan.work += line.length;
  const value = USER_LINE.exec(line)?.[2];
  if (value === undefined || isPlaceholder(value)) return;
  const before = text.slice(lineStart(text, from - 1, LONGEST_LINE), Math.max(0, from - 1));
  const next = end + (text.charAt(end) === '\r' ? 2 : 1);
  const after = text.slice(next, lineEnd(text, Math.min(text.length, next), LONGEST_LINE));
  if (!OPENS.test(before) && !TRANSFERS.test(after)) return;
  push(scan, at + line.lastIndexOf(value), value);
}

/** Passwords of files whose lines are a word and a value. */
export const directiveLineDetectors: readonly Detector[] = [
  {
    literals: [...ALONE.replaceAll('6?', '').split('|'), ...BESIDE.split('|').map((word) => `${word} `)],
    caseless: true,
    attempt: attemptLine,
  },
  { literals: ['user '], caseless: false, attempt: attemptUserLine },
];
