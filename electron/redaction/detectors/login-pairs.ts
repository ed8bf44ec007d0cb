import { pushCandidate } from '../engine/candidate.ts';
import { type Detector, isMessage, lineEnd, lineStart, type Scan } from '../engine/scan.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isMixedPassword } from '../text/prose-secret.ts';

/** The cells of a line before a password. */
const LONGEST_CELLS = 160;
/** What is read behind a word about logging in: a sentence. */
const REACH = 120;
const USER = '[`"\'(*]{0,2}([\\w.@+\\[\\]\\u00c0-\\u024f-]{2,48})[`"\'*]{0,2}';
const VALUE = '[`"\'*]{0,2}([^\\s`"\'<>|,;()]{5,64})';
const PAIR = new RegExp(
  `(?:^|[\\s(:>“"'-])${USER}(?: ?\\/ ?| ?: ?| ?\\| ?| [—–-] | -> |( and (?:then )?| with ))${VALUE}`,
  'gu',
);
/** Accounts that every system has; a word with a digit after a slash is their password, whatever stands before. */
const KNOWN_USER = new RegExp(
  `(?:admin|administrator|root|user|guest|qa|demo|tester|testuser|sa|postgres|superuser|sysadmin|operator|owner|dev|staging|ubuntu|pi)[\`"']?(?: ?\\/ ?|:|, (?=[^\\s,()]{5,64}\\)))${VALUE}`,
  'iy',
);

function push(scan: Scan, start: number, value: string): void {
  pushCandidate(scan, 'login-pair', 'password', start, value);
}

/** A password of a pair: mixed, and no path, address, version or file. */
function isPairPassword(written: string): boolean {
  const value = written.replace(/[.,;:)\]]+$/, '');
  if (value.includes('/') || /^\d+(?:\.\d+)*$/.test(value) || /@[\w-]+\./.test(value)) return false;
  // A style sheet, an action of a controller, a product.
  if (/[{}]|^#|^[a-z_]+#[a-z_]+$|^\d+\*/.test(value)) return false;
  // The name of an image and its tag: `api:1.9`.
  if (/^[a-z][\w.-]*:v?\d[\w.-]*$/.test(value)) return false;
  if (/^[\w-]+\.[a-z]{1,4}$/.test(value) || /^\w+[-_]\w+[-_.]\d+$/.test(value) || /^v\d/.test(value))
    return false;
  return isMixedPassword(value);
}

/** `"login": "octocat"`: what follows a member of JSON text is another matter. */
const MEMBER = /^(["'])[\w -]{1,40}\1\s{0,4}:\s{0,4}(["'])([^"'\n]{0,120})/;

function attemptAfterWord(scan: Scan, at: number): void {
  const { text } = scan;
  if (at < scan.done.login || /[\p{L}\p{N}_.$/-]/u.test(text.charAt(at - 1))) return;
  const member = at === 0 ? null : MEMBER.exec(text.slice(at - 1, at + REACH));
  const window = member?.[3] ?? text.slice(at, at + REACH).split(/\n\s*\n/, 1)[0]!;
  scan.work += window.length;
  scan.done.login = at + 8;
  PAIR.lastIndex = 0;
  for (let found = PAIR.exec(window); found !== null; found = PAIR.exec(window)) {
    // In `in with student/X` the pair begins at the second word.
    PAIR.lastIndex = found.index + found[1]!.length + 1;
    const written = found[3]!;
    const value = written.replace(/[.,;:)\]]+$/, '');
    if (!isPairPassword(value) || /^https?$|^\d+$/.test(found[1]!)) continue;
    // A word joins much else in a sentence.
    if (found[2] !== undefined && passwordStrength(value) === undefined) continue;
    const from = member ? at - 1 + member[0].length - window.length : at;
    const start = from + found.index + found[0].lastIndexOf(written);
    push(scan, start, value);
    scan.done.login = start + value.length;
    return;
  }
}

function attemptKnownUser(scan: Scan, at: number): void {
  const { text } = scan;
  if (/[\p{L}\p{N}_.$/\\@-]/u.test(text.charAt(at - 1))) return;
  KNOWN_USER.lastIndex = at;
  scan.work += 4;
  const found = KNOWN_USER.exec(text);
  if (!found) return;
  const value = found[1]!.replace(/[.,;:)\]]+$/, '');
  // `root:x:0:0` is a line of a file, and `admin:8080` a port.
  if (!found[0].includes('/') && (!isMessage(scan) || passwordStrength(value) === undefined)) return;
  if (isPairPassword(value)) push(scan, at + found[0].lastIndexOf(found[1]!), value);
}

/** `user bob pass X`, `login: bob, pw: X`. */
const NAMED_PAIR =
  /(?:user(?:name)?|usr|login|acct|account|benutzer|usuario|utilisateur|utente|usuário|gebruiker|пользователь|логин|用户名?|用戶名?|ユーザー|사용자)[ \t:=]{1,3}["'`]?[^\s"'`,;]{2,64}["'`]?[ \t,;/&|+-]{1,4}(?:and |und |et |y |e |и )?(?:pass|pw|pwd|psw|passwd|password|passwort|pwort|mdp|clave|senha|пароль|пасс|密码|密碼)[ \t:=]{1,3}["'`]?([^\s"'`,;]{4,64})/iuy;

function attemptNamedPair(scan: Scan, at: number): void {
  NAMED_PAIR.lastIndex = at;
  scan.work += 4;
  const found = NAMED_PAIR.exec(scan.text);
  if (!found) return;
  scan.work += found[0].length;
  const value = found[1]!.replace(/&[\w.-]{1,40}=.*$|[.:)\]]+$/, '');
  if (
    isPairPassword(value) ||
    passwordStrength(value) !== undefined ||
    /^[a-z]+(?:-[a-z]+){1,3}-\d{1,4}$/.test(value)
  )
    push(scan, at + found[0].lastIndexOf(found[1]!), value);
}

/** The rest of a line; a row of a table ends with a bar. */
const lineFrom = (text: string, at: number) => text.slice(at, lineEnd(text, at, LONGEST_CELLS));

/** No value without a digit is a password there. */
const SEPARATED = /(?: ?\/ | [—–|-] )[`"'*]{0,2}(?=[^\s`"'<>|,;()]{0,63}\d)([^\s`"'<>|,;()]{6,64})/y;
const USER_BEFORE = /(?:^|[\s(:>“"'`*-])[`"'*]{0,2}[\w.@+-]{2,64}[`"'*]{0,2}$/;

/** `su44012 / X`, and the third cell of `nas - admin - X`: a user before it, and a value that looks like a password by itself. */
function attemptSeparated(scan: Scan, at: number): void {
  const { text } = scan;
  SEPARATED.lastIndex = at;
  scan.work += 2;
  const found = SEPARATED.exec(text);
  if (!found) return;
  const value = found[1]!.replace(/[.:!?]+$/, '');
  const strength = passwordStrength(value);
  if (strength === undefined) return;
  // What a person chose is a password in brackets of a message only: `my account (mira / nest9)`.
  if (
    strength === 'chosen' &&
    !(isMessage(scan) && /\([\w.@+-]{2,48}$/.test(text.slice(Math.max(0, at - 50), at)))
  )
    return;
  const before = text.slice(lineStart(text, at, LONGEST_CELLS), at);
  scan.work += before.length;
  if (!USER_BEFORE.test(before)) return;
  if (!found[0].includes('/') && !/ [—–|-] |: /.test(before)) return;
  // The alternatives of a shell's case, or the stages of a pipe.
  if (found[0].startsWith(' |') && /[^|]*\|[^|]*\|/.test(before) && !/\|[ \t]*$/.test(lineFrom(text, at)))
    return;
  push(scan, at + found[0].length - found[1]!.length, value);
}

/** `log in as admin / X`, `creds are guest and X`, `root/X`: a user and a password, without a word for either. */
export const loginPairDetectors: readonly Detector[] = [
  {
    literals: [
      'user',
      'usr ',
      'login',
      'acct',
      'account ',
      'benutzer',
      'usuario',
      'utilisateur',
      'utente',
      'usuário',
      'gebruiker',
      'пользователь',
      'логин',
      '用户',
      '用戶',
      'ユーザー',
      '사용자',
    ],
    caseless: true,
    attempt: attemptNamedPair,
  },
  {
    literals: [' / ', '`/ ', ' — ', ' – ', ' - ', ' | ', '` / '],
    caseless: false,
    attempt: attemptSeparated,
  },
  {
    literals: [
      'login',
      'log in',
      'logging in',
      'logs in',
      'sign in',
      'auth with',
      'auth as',
      'authenticated',
      'authenticating',
      'my account',
      'invalid cred',
      'connect as',
      'connect with',
      'log on',
      'sign-in',
      'signing in',
      'creds',
      'credentials',
      'get in as',
      'shared logins',
      'account:',
      'anmeld',
      'einloggen',
      'zugangsdaten',
      'connexion',
      'identifiants',
      'accede',
      'credenciales',
      'credenciais',
      'credenziali',
      'inloggen',
      'zaloguj',
      'přihlas',
      'войди',
      'логин',
      'увійди',
      '登录',
      '登入',
      'ログイン',
      '로그인',
      'đăng nhập',
      'giriş',
      'logga in',
      'log ind',
      'logg inn',
      'kirjaudu',
      'jelentkezz',
      'σύνδεση',
      'تسجيل الدخول',
      'התחבר',
    ],
    caseless: true,
    attempt: attemptAfterWord,
  },
  {
    literals: [
      'admin',
      'root',
      'guest',
      'user/',
      'user /',
      'qa /',
      'qa/',
      'demo/',
      'demo /',
      'tester',
      'testuser',
      'postgres',
      'operator /',
      'pi /',
      'ubuntu /',
    ],
    caseless: true,
    attempt: attemptKnownUser,
  },
];
