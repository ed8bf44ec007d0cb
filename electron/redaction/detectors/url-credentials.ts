import { type Detector, pushCandidate, pushMatch } from '../engine/scan.ts';
import { characterSet, runStart } from '../text/characters.ts';
import { entropy } from '../text/entropy.ts';
import { isPlaceholder, isReference } from '../text/placeholder.ts';
import { looksRandom } from '../text/random-value.ts';

/** The user of an address, where that is a token. */
const TOKEN_OF_URL = { rule: 'url-credentials', mask: 'token' };

const SCHEME = characterSet(/[A-Za-z0-9+.-]/);
const LONGEST_USERINFO = 1024;
const LONGEST_SCHEME = 32;
const DATABASE =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|mssql|sqlserver|oracle|clickhouse|cockroachdb|couchdb|cassandra|neo4j|influxdb|bolt)(?:\+\w+)*:\/\/$/i;
const HOST = /@(?:[A-Za-z0-9_$%{<[-][\w.\-:%\]]{0,200}|\()/y;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `jdbc:oracle:thin:user/password@//host`. */
const ORACLE = /jdbc:oracle:\w{1,8}:[\w$#.-]{1,64}\/("[^"\n]{1,128}"|[^\s"'@/]{2,128})@/iy;

export const oracleUrlDetector: Detector = {
  literals: ['jdbc:oracle:'],
  caseless: true,
  attempt(scan, at) {
    ORACLE.lastIndex = at;
    scan.work += 8;
    const found = ORACLE.exec(scan.text);
    if (!found) return;
    const value = found[1]!.replaceAll('"', '');
    if (isReference(value)) return;
    const start = at + found[0].lastIndexOf(value);
    pushCandidate(scan, 'database-credentials', 'password', start, value);
  },
};

/** `Pwd={X};` in a connection string of ODBC, whose braces allow any mark in the value. */
const BRACED = /(?:pwd|password)=\{((?:[^{}\n]|\}\}){3,128})\}(?=[;"'`\s]|$)/iy;

export const bracedPasswordDetector: Detector = {
  literals: ['pwd={', 'password={'],
  caseless: true,
  attempt(scan, at) {
    BRACED.lastIndex = at;
    scan.work += 8;
    const found = BRACED.exec(scan.text);
    if (!found || isPlaceholder(found[1]!) || /^[a-z_.]+$/i.test(found[1]!)) return;
    // Other pairs stand around it; the braces of a template have none.
    const around =
      scan.text.slice(Math.max(0, at - 160), at) +
      scan.text.slice(at + found[0].length, at + found[0].length + 80);
    if (!/\b(?:driver|server|database|uid|user id|data source|dsn|port)=/i.test(around)) return;
    const start = at + found[0].indexOf('{') + 1;
    pushCandidate(scan, 'password-assignment', 'password', start, found[1]!);
  },
};

/** `scheme://user:password@host`, the password also with marks in it that a URL should have escaped. */
export const urlCredentialsDetector: Detector = {
  literals: ['://', ':\\/\\/'],
  caseless: false,
  attempt(scan, at) {
    const { text } = scan;
    if (runStart(text, at, SCHEME, 24) === at) return;
    const from = at + (text.charAt(at + 1) === '\\' ? 5 : 3);
    const stop = Math.min(text.length, from + LONGEST_USERINFO);
    let colon = -1;
    let sign = -1;
    let slash = -1;
    let end = from;
    for (; end < stop; end += 1) {
      const character = text.charAt(end);
      if (
        /[\s"'`<>\\|]/.test(character) &&
        !(character === '<' && colon === end - 1) &&
        !(character === '>' && colon !== -1)
      )
        break;
      if (character === '/' && text.charAt(end + 1) === '/') break;
      if (character === ':' && colon === -1 && slash === -1) colon = end;
      else if (character === '@' && (slash === -1 || colon !== -1)) sign = end;
      else if ((character === '/' || character === '?' || character === '#') && slash === -1) {
        slash = end;
        // Past the first slash there is only a password with a slash in it, never a port with a path.
        if (colon === -1 || sign !== -1 || /^\d{1,5}$/.test(text.slice(colon + 1, end))) break;
      } else if (
        (character === '?' || character === '&' || character === ',' || character === ';') &&
        slash !== -1
      )
        break;
    }
    scan.work += end - from;
    if (sign === -1) return;
    HOST.lastIndex = sign;
    if (!HOST.test(text)) return;
    if (colon === -1 || colon > sign) {
      const user = text.slice(from, sign);
      if (/^[\w-]{20,}$/.test(user) && /\d/.test(user) && entropy(user) >= 3.5)
        pushMatch(scan, TOKEN_OF_URL, from, sign);
      return;
    }
    const password = text.slice(colon + 1, sign);
    if (isReference(password) || password.includes('${') || password.includes('{{')) {
      return;
    }
    // A path with an at sign and a version or a handle is not a password.
    if (slash !== -1 && slash < sign && !/[^\w./-]/.test(password) && !/\d/.test(password)) return;
    const user = text.slice(from, colon);
    // `postgres://user:password@localhost`, `http://user:pass@host:port`: an address of documentation.
    if (/^user(?:name)?$/i.test(user) && /^(?:pass|password|passwd|pwd|pw)$/i.test(password)) return;
    if (/^[\w.-]{1,64}:port\b/i.test(text.slice(sign + 1, sign + 72))) return;
    if (/\/@?$/.test(password) || /[()]/.test(user)) return;
    // The public half of an old address of Sentry is a key, too.
    if (/^[0-9a-f]{32}$/.test(user)) pushMatch(scan, TOKEN_OF_URL, from, colon);
    const tier =
      isPlaceholder(password) ||
      /^(?:pass|pw|p)\w?$/i.test(password) ||
      password === user ||
      !looksRandom(password, 6) ||
      /1234|7890|example|hunter|foo|bar/i.test(password)
        ? 'candidate'
        : 'definite';
    const isDatabase = DATABASE.test(text.slice(Math.max(0, from - LONGEST_SCHEME), from));
    const rule = isDatabase ? 'database-credentials' : 'url-credentials';
    pushMatch(scan, { rule, mask: 'password', tier }, colon + 1, sign, decoded(password));
  },
};
