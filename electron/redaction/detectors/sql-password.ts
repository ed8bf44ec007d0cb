import { type Detector, pushCandidate, type Scan } from '../engine/scan.ts';
import { isReference } from '../text/placeholder.ts';

const QUOTED = `(?:'([^'\\n]{1,256})'|"([^"\\n]{1,256})")`;
const IDENTIFIED = new RegExp(
  `identified\\s{1,8}(?:with\\s{1,8}\\S{1,64}\\s{1,8})?(?:by|as)\\s{1,8}(?:password\\s{1,8})?(?:${QUOTED}|([\\w#$]{3,64}))`,
  'iy',
);
const WITH_PASSWORD = new RegExp(`password\\s{0,8}(?:=\\s{0,8})?N?${QUOTED}`, 'iy');
/** Rows are identified by a column, too: a statement about a user has to say it. */
const OF_A_USER =
  /\b(?:create|alter)\s{1,8}(?:user|role|login|database\s{1,8}link|public\s{1,8}database\s{1,8}link|server|credential|certificate|master\s{1,8}key|symmetric\s{1,8}key)\b|\bgrant\b|\bset\s{1,8}password\b/i;
/** Without quotes, as Oracle writes it, only right after the user's name. */
const NAMED_USER =
  /\b(?:create|alter)\s{1,8}user\s{1,8}\S{1,64}\s{1,8}$|\bconnect\s{1,8}to\s{1,8}\S{1,64}\s{1,8}$/i;
const SET_PASSWORD = new RegExp(
  `set\\s{1,8}password\\s{1,8}for\\s{1,8}[^\\s=]{1,128}\\s{0,8}(?:=|to)\\s{0,8}(?:password\\(\\s{0,4})?${QUOTED}`,
  'iy',
);
const REACH = 200;

function attemptSql(scan: Scan, at: number, pattern: RegExp, needsUser: boolean): void {
  const { text } = scan;
  pattern.lastIndex = at;
  scan.work += 8;
  const found = pattern.exec(text);
  if (!found) return;
  scan.work += found[0].length;
  const bare = found[3];
  const secret = found[1] ?? found[2] ?? bare!;
  if (secret.length < 3 || isReference(secret) || /^[?:@]\w*$/.test(secret)) return;
  if (bare !== undefined && /^(?:values|externally|globally|random|password)$/i.test(bare)) return;
  if (needsUser && (bare !== undefined || !found[0].startsWith('IDENTIFIED'))) {
    scan.work += REACH;
    if (!(bare === undefined ? OF_A_USER : NAMED_USER).test(text.slice(Math.max(0, at - REACH), at))) return;
  }
  const end = at + found[0].length - (bare === undefined ? 1 : 0);
  pushCandidate(scan, 'sql-password', 'password', end - secret.length, secret);
}

/** Functions and procedures of databases that take a password or a key, and where it stands. */
const CALL =
  /(?:(?:pgp_sym_(?:encrypt|decrypt)|aes_(?:encrypt|decrypt)|encode|decode)\s{0,4}\([^'"\n()]{1,80},\s{0,4}|sp_addlogin\s{1,4}(?:@loginame\s{0,2}=\s{0,2})?N?'[^'\n]{1,64}'\s{0,4},\s{0,4}|crypt\s{0,4}\(\s{0,4})N?'([^'\n]{4,128})'/iy;

function attemptCall(scan: Scan, at: number): void {
  CALL.lastIndex = at;
  scan.work += 8;
  const found = CALL.exec(scan.text);
  const secret = found?.[1];
  if (!found || secret === undefined || isReference(secret) || !/\d/.test(secret)) return;
  const end = at + found[0].length - 1;
  pushCandidate(scan, 'sql-password', 'password', end - secret.length, secret);
}

/** `CREATE USER … IDENTIFIED BY '…'`, `ALTER ROLE … PASSWORD '…' VALID …`, `SET PASSWORD FOR … = '…'`. */
export const sqlPasswordDetectors: readonly Detector[] = [
  {
    literals: ['identified '],
    caseless: true,
    attempt: (scan, at) => attemptSql(scan, at, IDENTIFIED, true),
  },
  {
    literals: ['password ', 'password='],
    caseless: true,
    attempt: (scan, at) => attemptSql(scan, at, WITH_PASSWORD, true),
  },
  {
    literals: ['pgp_sym_', 'aes_encrypt', 'aes_decrypt', 'sp_addlogin', 'crypt('],
    caseless: true,
    attempt: attemptCall,
  },
  {
    literals: ['set password'],
    caseless: true,
    attempt: (scan, at) => attemptSql(scan, at, SET_PASSWORD, false),
  },
];
