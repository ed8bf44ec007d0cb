import type { Match } from '../engine/finding.ts';
import type { Detector, Scan } from '../engine/scan.ts';
import { PERSONAL_LITERALS } from '../rules/national-ids.ts';
import { characterSet, runEnd, runStart } from '../text/characters.ts';
import { luhn, mod97 } from '../text/checksums.ts';
import { isMachineAddress } from '../text/machine-address.ts';

function push(scan: Scan, rule: string, start: number, end: number): void {
  scan.matches.push({ rule, tier: 'personal', start, end, replacement: `[${rule}]` });
}

const LOCAL = characterSet(/[A-Za-z0-9._%+'-]/);
const DOMAIN = characterSet(/[A-Za-z0-9.-]/);
const FILE_ENDINGS =
  /^(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|js|mjs|cjs|jsx|ts|tsx|mts|cts|css|scss|less|html?|json|md|map|lock|txt|ya?ml|toml|py|rb|go|rs|java|php|sh|exe|zip|gz|tgz|wasm|woff2?|ttf|node|so|dll|vue|svelte|beta|alpha|rc|next|canary|latest|x)$/i;

/** E-mail addresses, except the ones that are not: addresses of machines, versions of packages, names of image files. */
function findEmails(scan: Scan): void {
  const { text } = scan;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = runStart(text, at, LOCAL, 64);
    let end = runEnd(text, at + 1, DOMAIN, 254);
    scan.work += end - start;
    // International names and hosts: letters outside ASCII belong to the address.
    while (start > 0 && at - start < 64 && /[\p{L}\p{N}]/u.test(text.charAt(start - 1)))
      start = runStart(text, start - 1, LOCAL, 64);
    while (
      end < text.length &&
      end - at < 254 &&
      text.charCodeAt(end) > 127 &&
      /[\p{L}\p{N}]/u.test(text.charAt(end))
    )
      end = runEnd(text, end + 1, DOMAIN, 254);
    while (start < at && ".'%-".includes(text.charAt(start))) start += 1;
    if (text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start))) start += 1;
    if (text.charAt(start - 1) === '%' && /^[0-9A-Fa-f]{2}/.test(text.slice(start, start + 2))) start += 2;
    while (end > at && '.-'.includes(text.charAt(end - 1))) end -= 1;
    if (start >= at) continue;
    const domain = text.slice(at + 1, end);
    const dot = domain.lastIndexOf('.');
    if (dot < 1 || domain.includes('..')) continue;
    const ending = domain.slice(dot + 1);
    if (!/^(?:[\p{L}]{2,24}|xn--[a-z0-9-]{2,40})$/iu.test(ending)) continue;
    if (/^\d+\.\d|^\dx\./i.test(domain) || FILE_ENDINGS.test(ending)) continue;
    const local = text.slice(start, at);
    if (/^(?:git|hg|svn)$/i.test(local) && /[:/]/.test(text.charAt(end))) continue;
    if (!/[\p{L}\p{N}]/u.test(local) || text.charAt(start - 1) === '@') continue;
    // `name@host(`, `a@b.c(`: code, not an address.
    if (text.charAt(end) === '(') continue;
    if (isMachineAddress(text, start, end)) continue;
    push(scan, 'email', start, end);
  }
}

/** Issuers by their first digits and the lengths they use. */
function isCardNumber(digits: string): boolean {
  const length = digits.length;
  const known = /^4/.test(digits)
    ? length === 16 || length === 13 || length === 19
    : /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)
      ? length === 16
      : /^3[47]/.test(digits)
        ? length === 15
        : /^(?:6011|65|64[4-9]|62|35(?:2[89]|[3-8]))/.test(digits)
          ? length >= 16 && length <= 19
          : /^3(?:0[0-5]|[68]|9)/.test(digits)
            ? length === 14
            : /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/.test(digits)
              ? length >= 13 && length <= 19
              : /^220[0-4]/.test(digits)
                ? length === 16
                : false;
  return known && luhn(digits) && !/^(\d)\1+$/.test(digits);
}

const CARD =
  /(?<![\w.$#-]|[\w]-)(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}|\d{4}(?:%20|\+)\d{4}(?:%20|\+)\d{4}(?:%20|\+)\d{4})(?![\w]|[.-]\d|-\w)/g;

/** What all forms of a number begin with. It looks at what stands before digits only. */
const CARD_DIGITS = /\d(?<![\w.$#-]\d)\d{3}(?:[ +-]|%20)?\d{4}/;

function findCards(scan: Scan): void {
  if (!CARD_DIGITS.test(scan.text)) return;
  for (const found of matchesOf(scan.text, CARD)) {
    scan.work += 20;
    const digits = found[0].replaceAll(/%20|\D/g, '');
    if (!isCardNumber(digits)) continue;
    // Lengths and issuers that hardly anybody has any more are numbers like any other, unless something says card.
    const rare = digits.length === 13 || digits.length > 16 || /^(?:5[0]|5[68]|6[37])/.test(digits);
    if (
      rare &&
      found[0] === digits &&
      !/card|visa|maestro|pan\b|payment/i.test(scan.text.slice(Math.max(0, found.index - 48), found.index))
    )
      continue;
    push(scan, 'payment-card', found.index, found.index + found[0].length);
  }
}

/** How long an IBAN of each country is. */
const IBAN_LENGTHS: Record<string, number> = Object.fromEntries(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}/g;

/** The beginning of one. It looks at what stands before digits only. */
const COUNTRY_AND_DIGITS = /\d\d(?<=(?<![A-Za-z0-9])[A-Za-z]{2}\d\d)/;

function findIbans(scan: Scan): void {
  if (!COUNTRY_AND_DIGITS.test(scan.text)) return;
  for (const found of matchesOf(scan.text, IBAN)) {
    scan.work += 34;
    const length = IBAN_LENGTHS[found[0].slice(0, 2).toUpperCase()];
    if (!length) continue;
    let taken = 0;
    let end = found.index;
    for (const character of found[0]) {
      if (taken === length) break;
      end += 1;
      if (character !== ' ' && character !== '-') taken += 1;
    }
    if (taken < length || /[A-Za-z0-9]/.test(scan.text.charAt(end))) continue;
    const compact = scan.text.slice(found.index, end).replaceAll(/[ -]/g, '').toUpperCase();
    if (mod97(compact.slice(4) + compact.slice(0, 4)) === 1) push(scan, 'iban', found.index, end);
  }
}

const COUNTRY_CODE =
  /^(?:1[2-9]|7[3-9]|20|2[1245]\d|26\d|27|29[0179]|3[0-469]|35\d|37\d|38[0-35-79]|4[013-9]|42[013]|5[1-8]|50\d|59\d|6[0-6]|67\d|68\d|69[0-2]|8[1246]|85[02356]|88[06]|9[0-58]|96\d|97[0-7]|99[2-68])/;
const PHONE =
  /(?:(?<![\w+&*)\]/.]|\d[ -])|(?<=^\+|\n\+))\+(\d{1,3}(?:[ .\u00a0/-]{0,2}\(?\d{1,5}\)?){2,6})(?![\w]|\.\d)|(?<![\w+.]|\d[ -])00(?=[1-9]\d{0,2}[ -])(\d{1,3}(?:[ .-]\(?\d{2,5}\)?){2,6})(?![\w]|\.\d)|(?<=tel:)(\+?\d[\d.()-]{6,18}\d)/y;
const TEL = 'tel:';

const isDigit = (code: number) => code >= 48 && code <= 57;

/** The next place of a mark; the end of the text where it does not stand any more. */
function placeOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at;
}

/** Telephone numbers begin with `+` or `00` before a digit, or behind `tel:`. Most texts have none of these. */
function findPhones(scan: Scan): void {
  const { text } = scan;
  let free = 0;
  let plus = placeOf(text, '+', 0);
  let zeros = placeOf(text, '00', 0);
  let scheme = placeOf(text, TEL, 0);
  for (;;) {
    const at = Math.min(plus, zeros, scheme + TEL.length);
    if (at >= text.length) return;
    const isAfterScheme = at === scheme + TEL.length;
    const digitAt = at === zeros ? at + 2 : at + 1;
    if (at >= free && (isAfterScheme || isDigit(text.charCodeAt(digitAt)))) free = readPhone(scan, at);
    if (at === plus) plus = placeOf(text, '+', at + 1);
    if (at === zeros) zeros = placeOf(text, '00', at + 1);
    if (isAfterScheme) scheme = placeOf(text, TEL, at);
  }
}

/** Masks the telephone number that begins at a place. Returns the end of what was read. */
function readPhone(scan: Scan, beginning: number): number {
  const { text } = scan;
  PHONE.lastIndex = beginning;
  const found = PHONE.exec(text);
  if (!found) return beginning;
  const end = beginning + found[0].length;
  scan.work += 24;
  const written = found[1] ?? found[2] ?? found[3] ?? '';
  const digits = written.replaceAll(/\D/g, '');
  if (digits.length < 8 || digits.length > 15 || /^(\d)\1+$/.test(digits) || /^\d{4}-\d\d-\d\d/.test(written))
    return end;
  if (found[3] === undefined && !COUNTRY_CODE.test(digits)) return end;
  // A line that a diff adds, or a sum, begins with a plus sign and bare digits too.
  const start = found.index;
  const atLineStart = start === 0 || text.charAt(start - 1) === '\n';
  if (
    atLineStart &&
    found[1] !== undefined &&
    !/[ ().-]/.test(written) &&
    /^[\d\s,+-]*$/.test(
      text
        .slice(start, start + 200)
        .split('\n', 2)
        .join(''),
    ) &&
    text.charAt(end) !== ''
  )
    return end;
  push(scan, 'phone', start, end);
  return end;
}

const NEAR = 48;

/** National numbers with a checksum, where a word before them says what they are. */
export const nationalIdDetectors: readonly Detector[] = PERSONAL_LITERALS.map(
  ({ words, pattern, check, id }) => {
    const after = new RegExp(`[^\\n]{0,${NEAR}}?(?<![\\w])(${pattern.source})(?![\\w])`, 'yid');
    return {
      literals: words,
      caseless: true,
      attempt(scan: Scan, at: number) {
        const { text } = scan;
        if (/[a-z]/i.test(text.charAt(at - 1))) return;
        const wordEnd =
          at +
          words.reduce(
            (longest, word) =>
              text.slice(at, at + word.length).toLowerCase() === word
                ? Math.max(longest, word.length)
                : longest,
            0,
          );
        if (
          /[a-z]/i.test(text.charAt(wordEnd)) &&
          !/[_-]/.test(text.charAt(wordEnd)) &&
          !/^(?:number|num|nr|no|code|id|s\b)/i.test(text.slice(wordEnd, wordEnd + 8))
        )
          return;
        scan.work += NEAR;
        after.lastIndex = wordEnd;
        const found = after.exec(text);
        if (!found) return;
        const [start, end] = found.indices![1]!;
        if (check(found[1]!.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))) push(scan, id, start, end);
      },
    };
  },
);

/** What cards, account and telephone numbers have in common; prose mostly does without. */
const FOUR_DIGITS = /\d\D{0,3}\d\D{0,3}\d\D{0,3}\d/;

export function findPersonal(scan: Scan): Match[] {
  findEmails(scan);
  if (FOUR_DIGITS.test(scan.text)) {
    findCards(scan);
    findIbans(scan);
    findPhones(scan);
  }
  return scan.matches;
}

const NONE: readonly RegExpExecArray[] = [];

/**
 * Returns all matches of a global expression. `matchAll` copies the expression for each text, which costs more than a search
 * of a text without a match.
 */
function matchesOf(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0;
  if (!pattern.test(text)) return NONE;
  pattern.lastIndex = 0;
  return text.matchAll(pattern);
}
