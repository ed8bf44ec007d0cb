import { pushCandidate, type Scan } from '../engine/scan.ts';
import { isDisorderedMix } from '../text/disorder.ts';
import { entropy } from '../text/entropy.ts';
import { looksLikeAMark, NOT_A_SECRET } from '../text/not-a-secret.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isMixedPassword } from '../text/prose-secret.ts';
import { isPublicId } from '../text/public-id.ts';
import { looksRandom } from '../text/random-value.ts';
import { sensitiveName, wordsOf } from '../text/sensitive-name.ts';

/** A message with the settings that it is about. What is longer is a document or a program. */
const LONGEST_EXCERPT = 2048;
/** No random value without a telling name is shorter; beside a telling name it may have this many characters fewer. */
const SHORTEST = 14;
const SHORTEST_NAMED = 7;
const LONGEST = 160;
/** Four groups of four letters with strokes between, without a digit. */
const APP_PASSWORD = 19;
const LETTERS_OF_GROUP = 4;
const REACH = 96;

const QUOTES: ReadonlySet<string> = new Set(['"', "'", '`']);
/** A run ends at these, and begins behind them. */
const ENDS = new Uint8Array(128);
for (let code = 0; code <= 32; code += 1) ENDS[code] = 1;
for (const character of '"\'`=,;()<>') ENDS[character.charCodeAt(0)] = 1;
const IDEOGRAPHIC_SPACE = 0x3000;

const isEnd = (code: number) => (code < ENDS.length ? ENDS[code] === 1 : code === IDEOGRAPHIC_SPACE);

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.-]{1,63}`;
/** What stands before the value of a member, with its name: at the beginning of a line, or in an object. */
const MEMBERS: readonly RegExp[] = [
  // `NAME=`, `name: `, `name = "`, `export NAME=`, `- NAME=`, `$CFG->name = '`, `$config['name'] = '`.
  new RegExp(
    String.raw`(?:^|\n)[ \t]{0,24}(?:- |export |set |setx |ENV |ARG |env\.|\$\w{1,24}->|\$\w{1,24}\[['"]|\$|Environment=["']?)?(${NAME})['"\]]{0,2}[ \t]{0,12}(?:=>|[:=：])[ \t]{0,12}["'\x60]?$`,
    'u',
  ),
  // `{"name": "`, `,"name":"`, `define('name', '`.
  new RegExp(
    String.raw`(?:[{,][ \t\n]{0,24}|define\([ \t]?)\\?["'](${NAME})\\?["'][ \t]{0,4}[:,][ \t]{0,4}\\?["']$`,
    'u',
  ),
];
/** A row of a table of variables that was copied from a screen. */
const ROW =
  /(?:^|\n)[ \u3000]{0,8}([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:\t+| {2,}|[ \t]*\u3000[ \t\u3000]*|[ \t]*\|[ \t]*)["'`]?$/;

const GROUPS = /^[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7}$/;
const GROUPS_OF_LETTERS = /^[a-z]{4}(?:-[a-z]{4}){3}$/;
const HEXADECIMAL = /^(?:[0-9a-f]{32}|[0-9A-F]{32}|[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{40})$/;
const UUID = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;
/** Words with strokes or dots, addresses, paths and calls. */
const OF_A_PROGRAM =
  /[\\{}[\]]|:\/\/|^[./~@#$%&*-]|\/.*\/|@[\w-]+\.|\.\w{1,5}$|^[A-Za-z]+(?:[-_.:/][A-Za-z]*\d{0,3}){1,}$/;
const BITS_OF_HEXADECIMAL = 3;
const BITS = 3.6;
/** Of all values that are {@link isStronglyRandom}. */
const SHORTEST_MIXED = 16;
const FEWEST_DIGITS = 3;

/** Random as what a generator makes, and nothing that is shown to everybody. */
function isStronglyRandom(name: string, value: string): boolean {
  if (UUID.test(value) || NOT_A_SECRET.test(value) || isPublicId(value) || isPlaceholder(value)) return false;
  if (GROUPS.test(value))
    return (
      /\d/.test(value) &&
      /[A-Z]/.test(value) &&
      LICENCE_WORDS.test(name) &&
      entropy(value) >= BITS_OF_HEXADECIMAL
    );
  if (HEXADECIMAL.test(value)) return entropy(value) >= BITS_OF_HEXADECIMAL;
  if (value.length < SHORTEST_MIXED || OF_A_PROGRAM.test(value)) return false;
  if (looksLikeAMark(value)) return /[A-Za-z]/.test(value) && entropy(value) >= BITS;
  return (
    /^[A-Za-z0-9_+/.~-]+={0,2}$/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    (value.match(/\d/g)?.length ?? 0) >= FEWEST_DIGITS &&
    entropy(value) >= BITS &&
    isDisorderedMix(value) &&
    looksRandom(value, SHORTEST_MIXED)
  );
}

const isPublicName = (name: string): boolean =>
  wordsOf(name).some((word) => PUBLIC_NAME_WORDS.has(word.replace(/\d+$/, '')));

/** The value from `start`: up to the quote that closes it, or to the end of its run with the padding of base64. */
function valueAt(text: string, start: number, end: number): string {
  const quote = text.charAt(start - 1);
  if (QUOTES.has(quote)) {
    const close = text.indexOf(quote, start);
    const inside = close === -1 ? '' : text.slice(start, Math.min(close, start + LONGEST));
    return /\s/.test(inside) ? '' : inside.replace(/\\+$/, '');
  }
  return (
    text.slice(start, end).replace(/[.:]+$/, '') +
    (/^={1,2}(?=\s|$)/.exec(text.slice(end, end + 3))?.[0] ?? '')
  );
}

const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\u3000']);
/** What the expressions ask for before the blanks and the quote of a value. */
const BEFORE_VALUE: ReadonlySet<string> = new Set(['=', '>', ':', '：', ',', '|']);

/** True where a name can stand before a value: a sign between them, or more than one blank. Most words have neither. */
function mayBeNamed(text: string, start: number): boolean {
  let at = start - 1;
  if (QUOTES.has(text.charAt(at))) at -= text.charAt(at - 1) === '\\' ? 2 : 1;
  const edge = at;
  while (BLANKS.has(text.charAt(at))) at -= 1;
  if (BEFORE_VALUE.has(text.charAt(at))) return true;
  return edge - at > 1 || (edge > at && text.charAt(edge) !== ' ');
}

function judge(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const last = text.charAt(start - 1);
  const isInRow = QUOTES.has(last) || BLANKS.has(last);
  if (!isInRow && (last !== '=' || end - start < SHORTEST)) return;
  if (isInRow && !mayBeNamed(text, start)) return;
  const before = text.slice(Math.max(0, start - REACH), start);
  scan.work += before.length;
  const row = isInRow ? ROW.exec(before)?.[1] : undefined;
  if (row === undefined && end - start < SHORTEST) return;
  const value = valueAt(text, start, end);
  // Most values are too short, and a name is searched for in all that stands before them.
  if (row === undefined && value.length < SHORTEST_MIXED) return;
  const name = row ?? MEMBERS[0]!.exec(before)?.[1] ?? MEMBERS[1]!.exec(before)?.[1];
  if (name === undefined) return;
  const kind = sensitiveName(name);
  const isNamed =
    row !== undefined &&
    kind !== undefined &&
    kind.strength !== 'hint' &&
    (isMixedPassword(value) || GROUPS_OF_LETTERS.test(value));
  if (!isNamed && (isPublicName(name) || value.length < SHORTEST || !isStronglyRandom(name, value))) return;
  pushCandidate(scan, 'random-member', 'secret', start, value);
}

const DIGIT = /\d/g;
/** Between four groups of four letters. */
const STROKES = /-[a-z]{4}-[a-z]{4}-/y;
/** From a stroke to the next one. */
const STROKE = LETTERS_OF_GROUP + 1;
const HYPHEN = 45;

/** Judges the runs with a digit. An expression for one character is searched for at the speed of memory. */
function judgeRunsWithDigits(scan: Scan): void {
  const { text } = scan;
  DIGIT.lastIndex = 0;
  while (DIGIT.test(text)) {
    let start = DIGIT.lastIndex - 1;
    let end = DIGIT.lastIndex;
    while (start > 0 && !isEnd(text.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && !isEnd(text.charCodeAt(end))) end += 1;
    DIGIT.lastIndex = end;
    const length = end - start;
    if (length >= SHORTEST_NAMED && length <= LONGEST) judge(scan, start, end);
  }
}

function judgeAppPasswords(scan: Scan): void {
  const { text } = scan;
  for (let at = text.indexOf('-'); at !== -1; at = text.indexOf('-', at + 1)) {
    if (text.charCodeAt(at + STROKE) !== HYPHEN || text.charCodeAt(at + 2 * STROKE) !== HYPHEN) continue;
    STROKES.lastIndex = at;
    if (!STROKES.test(text)) continue;
    const end = STROKES.lastIndex + LETTERS_OF_GROUP;
    at = STROKES.lastIndex - 1;
    const start = end - APP_PASSWORD;
    const isWhole =
      start >= 0 &&
      (start <= 0 || isEnd(text.charCodeAt(start - 1))) &&
      (end >= text.length || isEnd(text.charCodeAt(end)));
    if (isWhole && GROUPS_OF_LETTERS.test(text.slice(start, end))) judge(scan, start, end);
  }
}

/** Masks values of settings that a generator made, although their names say nothing: `CSC=…`, `UNITY_SERIAL: …`. */
export function findRandomMembers(scan: Scan): void {
  if (scan.text.length > LONGEST_EXCERPT || scan.depth > 0) return;
  scan.work += scan.text.length;
  judgeRunsWithDigits(scan);
  judgeAppPasswords(scan);
}

/**
 * Words of names whose values are random and no secret: digests, ids, versions, places, and what a program publishes.
 * One of them anywhere in a name is enough.
 */
const PUBLIC_NAME_WORDS: ReadonlySet<string> = new Set(
  (
    'hash hashes digest digests id ids uid uids uuid guid gid pid oid arn ami vpc subnet version versions ver release checksum checksums integrity sum crc crc32 md5 sha sha1 sha256 sha384 sha512 etag commit commits revision rev ref refs head base parent tree blob object ' +
    'tag tags branch build image images layer layers snapshot public pub publickey fingerprint fingerprints thumbprint thumb cert certificate certificates ca crt pem nonce iv trace traceparent tracestate span request req correlation transaction tx txn txid blockhash utxo vin vout merkleroot block height event message msg delivery batch job run ' +
    'url urls uri uris host hostname hosts server path paths dir folder file files filename src href link links domain endpoint region zone bucket address addr mac ip ipv4 ipv6 ssid bssid wwn iqn imei imsi iccid email mail user username login owner author name names title label description text content contents body data html svg ' +
    'icon color colour font class classname style css selector pattern regex format type kind mime date time timestamp expires size length price product plan sku isbn iban bic vat order invoice ticket track tracking parcel shipment contract customer cliente pedido model modell device firmware hardware chip part serialnumber seriennummer sn ' +
    'cache resolved dist tarball package lock wallet contractaddress account site sitekey measurement pixel container gtm ga analytics dsn locale lang query example sample test tests fixture fixtures mock expected actual output result results input cursor offset marker continuation page index key_id keyid kid jti ray edition distribution alphabet charset chars characters letters digits'
  ).split(' '),
);

/** Words of names whose values in groups of letters and digits are bought: licences and activations. */
const LICENCE_WORDS =
  /seri(?:al|e)|licen[cs]|lizenz|licenz|licenc|лицензи|ліцензі|activat|aktivier|freischalt|produ[ck]t|registrat|codice|codigo|código|clave|key|code|schl(?:ue|ü)ssel|unlock|cd_?key|シリアル|ライセンス/iu;
