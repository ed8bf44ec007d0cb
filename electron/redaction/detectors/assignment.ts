import {
  type Detector,
  isMessage,
  lineEnd,
  lineStart,
  pushCandidate,
  pushMatch,
  type Scan,
} from '../engine/scan.ts';
import { isBareWord, isGuessableWord, isPassphrase } from '../text/bare-value.ts';
import { BLANK, isIn, NAME, runEnd, runStart } from '../text/characters.ts';
import { followsInCommand } from '../text/option-value.ts';
import { isPersonalToken } from '../text/personal-token.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isInArn } from '../text/public-id.ts';
import { looksRandom, numbered } from '../text/random-value.ts';
import { isSecretValue } from '../text/secret-value.ts';
import { NAME_LITERALS, type SensitiveName, sensitiveName, wordsOf } from '../text/sensitive-name.ts';
import { isTrusted } from '../text/trusted-value.ts';
import { readValue, type Written } from '../text/written-value.ts';
import { standsInConnection, standsInSettings } from './connection-pairs.ts';

const LONGEST_NAME = 64;
const LONGEST_LINE = 240;
const FULL_STOP = 46;
const REVERSED = /(["'])([^"'\n]{6,200})\1[ \t]{0,3}[!=]={1,2}[ \t]{0,3}[\w.$]{0,40}$/;
/** The end of {@link REVERSED}: a quote, signs, blanks and a name. */
const LONGEST_COMPARED = 52;
const ENV_LINE = /(?:^|[\n;&|"'\s]|\\n)(?:export |set |ENV |ARG |\$env:|-e |--env[ =])?$/;

/** `export DB_PASSWORD=` at the beginning of a command. */
const isExported = ({ text }: Scan, start: number) =>
  /(?:^|[\n;&|`'"$] ?)(?:export|setx?|env|declare -x)[ \t]{1,3}$/.test(
    text.slice(Math.max(0, start - 16), start),
  );

/** A pair with nothing of a program around it: alone on its line, or beside other pairs. */
function standsAlone({ text }: Scan, start: number, end: number): boolean {
  const before = text.slice(lineStart(text, start, LONGEST_LINE), start);
  const after = text.slice(end, lineEnd(text, end, LONGEST_LINE));
  return (
    /^[ \t]{0,8}(?:set |- |export |[\w./~-]{1,40}: |\[\w+\] )?(?:[\w.-]{1,40}=[^\s"'(){};]{1,80} )*["']?$|^[ \t]*["'`]$/.test(
      before,
    ) && /^["'`]?[ \t]*(?:#.*)?$|^ [\w.-]{1,40}=/.test(after)
  );
}

/** Nothing else is in the text: `pass=kolibri`. */
const isWholeText = ({ text }: Scan, start: number, end: number) => text.trim().length <= end - start + 2;

/** `JWT_SECRET`, `COOKIE_SECRET_KEY`, `API_TOKEN_SALT`: settings of a program. */
const SETTING_OF_SECRET = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:SECRET|SECRET_KEY|SALT|PEPPER)$/;
/** `rootPassword`, `adminPasswd`: settings of a chart. */
const SETTING_IN_HUMPS = /^[a-z]+(?:[A-Z][a-z]+)*(?:Password|Passwd|Passphrase|Pwd)$/;

/** `secret=Telefon1001`, `secret = "espressobar"`: a secret that a person has chosen, in a short text. */
function isGuessableSecret(scan: Scan, start: number, name: string, written: Written): boolean {
  if (!isMessage(scan) || !/^[:=]$/.test(written.operator) || written.option) return false;
  const { value } = written;
  if (SETTING_OF_SECRET.test(name) && !written.quoted && isGuessableWord(value))
    return standsAlone(scan, start, written.end);
  if (!/(?:secret|secret[_-]?key|authtok)$/i.test(name)) return false;
  if (written.quoted)
    return (
      written.operator === '=' &&
      (/^[a-z]{8,24}$/.test(value) ? isBareWord(PASSWORD_LIKE, name, written) : isPersonalToken(value))
    );
  return isPersonalToken(value) && standsAlone(scan, start, written.end);
}
/** `log in to the shop, email a@b.c, password=hunter, and buy socks`. */
function isSaidInSentence(scan: Scan, start: number, name: string, { value, end }: Written): boolean {
  if (
    !isMessage(scan) ||
    !/^(?:password|passwd|pwd|pass|passwort)$/i.test(name) ||
    !/^\p{Ll}{5,20}$/u.test(value)
  )
    return false;
  const before = scan.text.slice(lineStart(scan.text, start, LONGEST_LINE), start);
  const after = scan.text.slice(end, end + LONGEST_NAME);
  return (
    /^,? \p{L}{2,} \p{L}{2,}/u.test(after) &&
    /\p{L}{2,} \p{L}{2,} [^(){};]*[ ,]$/u.test(before) &&
    !/[;{}()]/.test(after.split('\n', 1)[0]!)
  );
}

const PASSWORD_LIKE: SensitiveName = { strength: 'password', rule: 'secret-assignment', mask: 'secret' };

/** Letters alone, bare: a password only where it stands in a connection string or after an option of a command. */
function isSecretByPlace(
  scan: Scan,
  start: number,
  kind: SensitiveName,
  name: string,
  written: Written,
): boolean {
  const { operator, option, quoted, tight } = written;
  if (kind.strength === 'secret') return isGuessableSecret(scan, start, name, written);
  if (kind.strength !== 'password' || !isBareWord(kind, name, written)) return false;
  if (quoted) return false;
  if (operator === '=' && (standsInSettings(scan, start, written.end) || isExported(scan, start)))
    return true;
  if (
    operator === '=' &&
    isMessage(scan) &&
    (wordsOf(name).length > 1 || isWholeText(scan, start, written.end)) &&
    standsAlone(scan, start, written.end)
  )
    return true;
  if (operator === '=' && tight && isSaidInSentence(scan, start, name, written)) return true;
  if (!tight) return false;
  if (operator === '=') return option || standsInConnection(scan, start, written.end);
  return operator === ' ' && option && followsInCommand(scan, start, written);
}

/** What no tutorial, no name and no alphabet is: `Alicloud123`, `ABCDEFGHIJ…`. */
const isCertain = (value: string): boolean =>
  numbered(value) && looksRandom(value, 16) && !/abcdef|bcdefg|XYZabc|12345|blabla|\.{3}/i.test(value);

/** `KeePass2::VERSION`, `QSharedPointer<PasswordKey>::create`: the name of a class before its member. */
const isScope = (text: string, end: number) =>
  (text.startsWith('::', end) && isIn(NAME, text.charCodeAt(end + 2))) || text.startsWith('>::', end);

/** The word of a mask that stands there already, or the user of an address: `[password]:1521`, `//__token__:X@host`. */
const isNoName = (text: string, start: number, end: number) =>
  (text.charAt(start - 1) === '[' &&
    text.charAt(end) === ']' &&
    !text.startsWith('] => ', end) &&
    !/[\w\]"')]/.test(text.charAt(start - 2))) ||
  text.startsWith('://', start - 3);

/** A sensitive name beside a value: `.env` lines, JSON, YAML, source code, options, forms, prose. */
export const assignmentDetector: Detector = {
  literals: NAME_LITERALS,
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    if (at < scan.done.assignment) return;
    let start = runStart(text, at, NAME, LONGEST_NAME);
    const end = runEnd(text, at, NAME, LONGEST_NAME);
    scan.work += end - start;
    scan.done.assignment = end;
    // An escape glued to the name: `\nPASSWORD=`, `%26password%3D`.
    if (text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start))) start += 1;
    if (text.charAt(start - 1) === '%' && /^[0-9A-Fa-f]{2}/.test(text.slice(start, start + 2))) start += 2;
    let nameEnd = end;
    while (nameEnd > start && text.charCodeAt(nameEnd - 1) === FULL_STOP) nameEnd -= 1;
    let name = text.slice(start, nameEnd);
    if (isIn(BLANK, text.charCodeAt(start - 1)) && /^(?:key|keys|id|phrase)$/i.test(name)) {
      const wordStart = runStart(text, start - 1, NAME, 24);
      name = `${text.slice(wordStart, start - 1)}_${name}`;
    }
    const kind = sensitiveName(name);
    if (!kind || isNoName(text, start, end) || isInArn(text, start) || isScope(text, end)) return;
    // The cookie of a name server: `; COOKIE: 091d80…`.
    if (kind.mask === 'cookie' && text.startsWith('; ', start - 2)) return;
    scan.work += 8;
    const written = readValue(scan, start, nameEnd);
    if (written && written.value.length > 0) {
      // `tokens: primary.500 = #0A84FF`: the name of another value.
      if (!written.quoted && /^[ \t]{1,3}=[ \t]/.test(text.slice(written.end, written.end + 5))) return;
      if (
        isSecretValue(kind, name, written) ||
        isTrusted(scan, start, kind, name, written) ||
        isSecretByPlace(scan, start, kind, name, written)
      ) {
        const envLine =
          /^[A-Z][A-Z0-9_]{2,}$/.test(name) &&
          written.operator === '=' &&
          kind.strength !== 'hint' &&
          ENV_LINE.test(text.slice(Math.max(0, start - 12), start));
        const isDefinite = envLine && (written.tight || written.quoted) && isCertain(written.value);
        const { rule, mask } = kind;
        // What comes back elsewhere of a cookie is its value.
        const secret = mask === 'cookie' ? written.value.replace(/^[\w.-]{1,64}=|;.*$/g, '') : written.value;
        const tier = isDefinite ? 'definite' : 'candidate';
        pushMatch(scan, { rule, mask, tier }, written.start, written.end, secret);
        scan.done.assignment = Math.max(scan.done.assignment, written.end);
      } else if (
        written.line &&
        (isPassphrase(kind, name, written.line.value) ||
          (SETTING_IN_HUMPS.test(name) && isMessage(scan) && isGuessableWord(written.line.value)))
      ) {
        const { start: from, end: to, value } = written.line;
        pushMatch(scan, kind, from, to, value);
      }
      return;
    }
    const spoken = kind.strength === 'password' ? readSpoken(scan, end) : undefined;
    if (spoken) {
      pushCandidate(scan, kind.rule, kind.mask, spoken.start, spoken.value);
      return;
    }
    if (kind.strength === 'hint' || text.charCodeAt(start - 1) !== 32) return;
    // The comparison stands right before the name, or before a name of an object.
    const near = text.slice(Math.max(0, start - LONGEST_COMPARED), start);
    if (!near.includes('=') || !/["']/.test(near)) return;
    const window = Math.max(0, start - 240);
    const reversed = REVERSED.exec(text.slice(window, start));
    scan.work += start - window;
    if (!reversed || isPlaceholder(reversed[2]!) || !/[^\w\s.-]/.test(reversed[2]!)) return;
    const from = window + reversed.index + 1;
    pushCandidate(scan, kind.rule, kind.mask, from, reversed[2]!);
  },
};

const PIN =
  /(?:["'](?:pin|otp)\\{0,3}["'][ \t]{0,8}(?::|=>)|(?<![\w.$])pin[ \t]?[:=])[ \t]{0,8}\\{0,3}["']([^\s"'\\]{4,64})(?=\\{0,3}["'])/iy;
/** Small numbers that stand for a number, and those that people write where one belongs. */
const COUNTED =
  /^(?:0?1234567890|123456789|12345678|1234567|123456|12345|1234|0000|987654|4321|(?:19|20)\d\d)$/;

/** `"PIN": "…"` and `"otp": "…"`, whose names are too short and too common to be looked for elsewhere. */
export const pinDetector: Detector = {
  literals: ['"pin', '"otp', "'pin", "'otp", 'pin:', 'pin =', 'pin='],
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    PIN.lastIndex = at;
    scan.work += 8;
    const found = PIN.exec(text);
    if (!found) return;
    scan.work += found[0].length;
    const value = found[1]!;
    if (isPlaceholder(value)) return;
    // `"pin": "GPIO17"` is a contact of a board.
    const written = /^\d{4,10}$/.test(value)
      ? !COUNTED.test(value)
      : looksRandom(value, 8) &&
        /[a-z]/.test(value) &&
        /\d.*\d/.test(value) &&
        !/^[A-Za-z]+[_-]?\d+$/.test(value);
    if (!written) return;
    const start = at + found[0].length - value.length;
    pushCandidate(scan, 'pin-assignment', 'secret', start, value);
  },
};

const SPOKEN =
  /[ \t](?:for|of|to|on|in|at)(?:[ \t]['"]?[\w.@'’/-]{1,48}(?::\/\/[\w.@/-]{1,64})?['"]?){1,6}[ \t]?[:=][ \t]{0,2}["'`]?([^\s"'`]{6,128})/y;

/** `the password for the db: Pwd6…`: words between the name and its value, which must not be a word itself. */
function readSpoken(scan: Scan, end: number): { value: string; start: number } | undefined {
  const { text } = scan;
  SPOKEN.lastIndex = end;
  const found = SPOKEN.exec(text);
  if (!found) return undefined;
  scan.work += found[0].length;
  const start = end + found[0].length - found[1]!.length;
  const value = found[1]!.replace(/[.,;)\]]{1,3}$/, '');
  if (value.length < 6 || !/\d/.test(value) || !/[A-Za-z]/.test(value) || isPlaceholder(value))
    return undefined;
  // Not code, an address, a path, a version or a date.
  if (
    /^[^A-Za-z0-9!@#$%^&*]|:\/\/|^\w{1,64}[([]|^[\w.-]+[/\\]|^v?\d+\.\d|^\d{4}-\d\d|^[\w.]{1,64}=/.test(value)
  )
    return undefined;
  return { value, start };
}
