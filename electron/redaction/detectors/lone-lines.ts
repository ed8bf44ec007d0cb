import { isMessage, type Scan } from '../engine/scan.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isMixedPassword } from '../text/prose-secret.ts';
import { looksRandom } from '../text/secret-value.ts';
import { sensitiveName } from '../text/sensitive-name.ts';

/** A note, a short file or a message; in a longer text a line says less. */
const LONGEST_NOTE = 8192;
/** A message in which any token that looks like nothing but a password is one. */
const LONGEST_REMARK = 400;
/** `mara:X`, `mara@example.org | X`, `mara,X`: a user and a password alone on a line. */
const PAIR_LINE =
  /^[ \t>*-]{0,8}[\w.@+-]{2,64}(?::|,|;|\t|[ \t]{0,2}\|[ \t]{0,2}|,[ \t]|[ \t]-[ \t])([^\s:;,|"'`<>()]{6,64})[ \t]*$/gm;
/** A line of a file of passwords: `host:port:database:user:X`, `client server X addresses`. */
const RECORD_LINES: readonly RegExp[] = [
  /^[\w.*-]{1,128}:(?:\d{1,5}|\*):[^:\s]{1,64}:[^:\s]{1,64}:([^\s:]{6,128})[ \t]*$/gm,
  /^[^\s#]{1,64}[ \t]{1,8}\*[ \t]{1,8}"?([^\s"#]{6,64})"?(?:[ \t]{1,8}\S{1,64})?[ \t]*$/gm,
];
/** `DEPLOY_TOKEN,X,true,false`: a row that begins with the name of a variable. */
const VARIABLE_LINE = /^["']?([A-Z][A-Z0-9_]{2,63})["']?[,;\t]["']?([^\s,;"']{6,256})["']?(?:[,;\t]|$)/gm;
/** A shorter line is a name. */
const SHORTEST_IN_FILE = 16;
/** A file of one secret under its name: `# config/master.key`, `==> /run/secrets/db <==`, `$ cat …/initialAdminPassword`. */
const NAMED_FILE =
  /^(?:#|\/\/|==>|\$ cat|cat|--|;)[ \t]{1,2}["'`]?[\w./~-]{0,120}(?:secret|passw|token|credential|\.key|_key|api_?key|private)[\w./-]{0,60}["'`]?(?: <==)?:?[ \t]*\r?\n["'`]?([^\s"'`]{16,128})["'`]?[ \t]*$/gim;
const LONE_TOKEN = /^[ \t>]{0,8}[`"']?([^\s`"'<>]{8,64})[`"']?[ \t]*$/gm;
const TALKS_OF_LOGIN =
  /passw|passphrase|log ?in|sign ?in|\buser|\broot\b|\bssh\b|vault|credential|creds|\bkey\b|token|passwort|zugang|anmeld|mot de passe|contrase|senha|hasł|heslo|парол|密码|密碼|パスワード|비밀번호/i;
const TOKEN = /(?:^|(?<=[\s`(]))[^\s"'`()<>[\]{}]{8,64}/g;
/** What clients of FTP, POP3, IMAP, IRC and Redis send, and what their logs keep. */
const SAYS_PROTOCOL = /PASS[ \t]|LOGIN[ \t]|IDENTIFY[ \t]|"AUTH"|AUTH LOGIN/i;
const PROTOCOL_LINES: readonly RegExp[] = [
  /(?:^|[>:\]] )[ \t]*PASS[ \t]{1,2}:?(\S{4,128})[ \t]*\r?$/gm,
  /\bLOGIN[ \t]{1,2}"?[\w.@+-]{2,64}"?[ \t]{1,2}"?([^\s"]{4,128})"?[ \t]*\r?$/gm,
  /\bIDENTIFY[ \t]{1,2}(?:[\w-]{1,32}[ \t]{1,2})?(\S{4,128})[ \t]*\r?$/gim,
  /"AUTH"(?: "[\w.-]{1,64}")? "([^"\n]{4,256})"/g,
  /AUTH LOGIN[^\n]{0,40}\n[^\n]{0,120}\n(?:[<S][^\n]{0,80}\n)?[>C: \t]{0,4}([A-Za-z0-9+/]{8,128}={0,2})[ \t]*\r?$/gm,
];

function push(scan: Scan, found: RegExpMatchArray, value: string): void {
  const start = found.index! + found[0].lastIndexOf(value);
  scan.matches.push({
    rule: 'lone-line',
    tier: 'candidate',
    start,
    end: start + value.length,
    replacement: '[password]',
    secret: value,
  });
}

/** Letters of other scripts stand around it without a blank, or it is encoded. */
const NOT_ALONE = /[^\x21-\x7e]|%[0-9A-Fa-f]{2}/;
/** A setting, a property or a long line of base64 is no password. */
const SETTING = /^h\d:|^#?-{0,2}[A-Za-z][\w.-]{2,}[=:]|^[A-Za-z0-9+/]{40,}={0,2}$|\/.*\//;

const isStrong = (value: string) => {
  if (NOT_ALONE.test(value) || SETTING.test(value)) return false;
  const strength = passwordStrength(value);
  return strength === 'made' || strength === 'marked';
};

/** Passwords that stand alone on a line, or beside a user, in notes and short files. */
export function findLoneLines(scan: Scan): void {
  const { text } = scan;
  if (text.length > LONGEST_NOTE || scan.depth > 0) return;
  scan.work += text.length;
  for (const found of text.matchAll(PAIR_LINE)) if (isStrong(found[1]!)) push(scan, found, found[1]!);
  for (const lines of RECORD_LINES)
    for (const found of text.matchAll(lines)) if (isMixedPassword(found[1]!)) push(scan, found, found[1]!);
  if (SAYS_PROTOCOL.test(text))
    for (const lines of PROTOCOL_LINES)
      for (const found of text.matchAll(lines))
        if (/[\d=!@#$%^&*]/.test(found[1]!)) push(scan, found, found[1]!);
  for (const found of text.matchAll(VARIABLE_LINE)) {
    const kind = sensitiveName(found[1]!);
    if (kind && kind.strength !== 'hint' && isMixedPassword(found[2]!)) push(scan, found, found[2]!);
  }
  for (const found of text.matchAll(NAMED_FILE))
    if (looksRandom(found[1]!, SHORTEST_IN_FILE)) push(scan, found, found[1]!);
  if (!isMessage(scan)) return;
  if (TALKS_OF_LOGIN.test(text))
    for (const found of text.matchAll(LONE_TOKEN)) if (isStrong(found[1]!)) push(scan, found, found[1]!);
  if (text.length > LONGEST_REMARK) return;
  for (const found of text.matchAll(TOKEN)) {
    const value = found[0].replace(/[.,:;!?]+$/, '');
    if (!NOT_ALONE.test(value) && !SETTING.test(value) && passwordStrength(value) === 'marked')
      push(scan, found, value);
  }
}
