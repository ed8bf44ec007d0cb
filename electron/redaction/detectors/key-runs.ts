import { pushCandidate, type Scan } from '../engine/scan.ts';
import { SHOWN_ATTRIBUTE } from '../rules/described-passwords.ts';
import { characterSet, longRun, runEnd } from '../text/characters.ts';
import type { Label } from '../text/label-words-index.ts';
import { isInArn } from '../text/public-id.ts';
import { KEYS_OF_CARD } from './announced-value.ts';
import { REACH_BEFORE } from './label-grammar.ts';

/** What `isProseKey` takes for a key has only these characters, is as long, and has a digit or is a UUID. */
const OF_KEY = characterSet(/[\w+/=.:~!@#$%^&*-]/);
const SHORTEST_KEY = 12;
const UUID_LENGTH = 36;
const DIGIT = characterSet(/\d/);
/** Three times eight words and a verb, and the value behind them: no label announces anything further on. */
const REACH_BEHIND = 2048;
const NONE = Number.POSITIVE_INFINITY;

/** Finds the first run that can be a key at `from` or behind it. */
function findRun(text: string, from: number): { from: number; to: number } {
  let start = longRun(text, from, OF_KEY, SHORTEST_KEY);
  while (start !== -1) {
    const end = runEnd(text, start, OF_KEY, text.length);
    if (end - start >= UUID_LENGTH || longRun(text, start, DIGIT, 1, end) !== -1)
      return { from: start, to: end };
    start = longRun(text, end, OF_KEY, SHORTEST_KEY);
  }
  return { from: NONE, to: NONE };
}

/** False where a label for a key at `at` has nothing around it that can be one. Places ascend. */
export function mayAnnounceKey(scan: Scan, label: Label, at: number): boolean {
  if (KEYS_OF_CARD.has(label.text)) return true;
  const first = Math.max(0, at - REACH_BEFORE);
  if (scan.keyRun.to <= first) {
    const run = findRun(scan.text, first);
    scan.work += Math.min(run.to, scan.text.length) - first;
    scan.keyRun.from = run.from;
    scan.keyRun.to = run.to;
  }
  return scan.keyRun.from < at + REACH_BEHIND;
}

const MASKS = {
  password: 'password',
  pin: 'secret',
  key: 'token',
  phrase: 'secret',
  slang: 'password',
} as const;

const OWNERS =
  'accounts?|users?|user ?names?|login names?|konto|kontos|kontot|kontoen|benutzer(?:name)?s?|nutzer(?:name)?s?|servers?|hosts?|hostname|database|db|compte|utilisateur|identifiant|serveur|cuenta|usuario|servidor|conta|usuário|utilizador|utente|gebruiker(?:snaam)?|użytkownika?|użytkownik|serwer|uživatele?|uživatel|účet|användare|användarnamn|bruger(?:navn)?|brukernavn|bruker|käyttäjä(?:tunnus)?|tunnus|felhasználó(?:név)?|utilizator(?:ul)?|kullanıcı(?: adı)?|hesap|pengguna|akun|tài khoản|tên đăng nhập|tai khoan|пользовател[ья]|логин|аккаунта?|акаунта?|користувач|сервер|χρήστης|χρηστης|λογαριασμός|المستخدم|اسم المستخدم|حساب|שם משתמש|משתמש|उपयोगकर्ता|यूज़र';
/** Words that a value follows without a blank. */
const OWNERS_WITHOUT_BLANK =
  '账号|帳號|帐号|用户名?|用戶名?|使用者(?:名稱)?|服务器|伺服器|主机|主機|ユーザー名?|アカウント|サーバー?|아이디|사용자|계정|서버';
/** The name of an account or of a machine: `the password of account anna_1991`, `Passwort auf server_7`, `帳號acct02`. */
const NAMES_THING = new RegExp(
  `(?:(?<!\\p{L})(?:${OWNERS})[ \\t]{1,2}|(?:${OWNERS_WITHOUT_BLANK}))["'\`「]?$`,
  'iu',
);
/** The same where no label stands before it: `user: kpap1974`, `benutzer ist web418`. */
const NAMES_THING_IN_TALK = new RegExp(
  `(?:(?<!\\p{L})(?:${OWNERS})(?:[ \\t]{1,2}(?:is|ist|lautet|est|es|è|é|to|je|är|er|on|это|це|adalah|là))?(?:[ \\t]{1,2}|[ \\t]?[:=][ \\t]{0,2})|(?:${OWNERS_WITHOUT_BLANK})(?:[是为為은는]|は)?[ :：=]{0,2})["'\`「]?$`,
  'iu',
);
/** Small letters and a number. */
const NAME_WITH_NUMBER = /^[a-z]{2,}[a-z_.-]*\d{1,6}(?:[-.][a-z]{2,8})?$/;
const REACH_OF_THING = 32;
const REACH_OF_CLASSES = 128;
const SECRET_LENGTH = 'secret:'.length;
/** The references and the area of a commit's subject. */
const LONGEST_SUBJECT = 120;

const isNamedBy = (pattern: RegExp, text: string, start: number, value: string): boolean =>
  NAME_WITH_NUMBER.test(value) && pattern.test(text.slice(Math.max(0, start - REACH_OF_THING), start));

/** True for the name of something that has a password, where no label announces it. */
export const isNameOfThing = (text: string, start: number, value: string): boolean =>
  isNamedBy(NAMES_THING_IN_TALK, text, start, value);

/** `4f9a1c7 auth: rotate the key`: a commit at the beginning of its line. */
const isCommit = (text: string, start: number, value: string): boolean =>
  /^[0-9a-f]{7,40}$/.test(value) &&
  (start === 0 || text.charAt(start - 1) === '\n') &&
  /^ (?:\([^)\n]{1,60}\) )?[\w-]{2,20}(?:\([\w./-]{1,30}\))?!?: /.test(
    text.slice(start + value.length, start + value.length + LONGEST_SUBJECT),
  );

/** A commit, and the name of a secret behind `secret:` in the ARN of it. */
const isPublic = (text: string, start: number, value: string): boolean =>
  isCommit(text, start, value) ||
  (text.startsWith('secret:', start - SECRET_LENGTH) && isInArn(text, start - SECRET_LENGTH));

/** `class="button wp-hide-pw …`: the names of styles. */
const CLASSES_OF_ELEMENT = /\bclass(?:Name)?=["'][\w -]{0,100} $/;

/** Reports the value that a label announces. */
export function pushLabelled(scan: Scan, label: Label, start: number, value: string): void {
  const { text } = scan;
  if (isNamedBy(NAMES_THING, text, start, value) || isPublic(text, start, value)) return;
  if (
    text.charAt(start - 2) === '=' &&
    SHOWN_ATTRIBUTE.test(text.slice(Math.max(0, start - REACH_OF_THING), start))
  )
    return;
  if (
    text.charAt(start - 1) === ' ' &&
    CLASSES_OF_ELEMENT.test(text.slice(Math.max(0, start - REACH_OF_CLASSES), start))
  )
    return;
  pushCandidate(scan, `spoken-${label.sort}`, MASKS[label.sort], start, value);
  scan.done.label = Math.max(scan.done.label, start + value.length);
}
