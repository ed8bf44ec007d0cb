import { type Detector, pushCandidate, type Scan } from '../engine/scan.ts';
import { isWordOfOtherScript } from '../text/other-script.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { PASSWORD_WORDS, type SensitiveName, sensitiveName } from '../text/sensitive-name.ts';

/** `user[password]=X`, as forms of several frameworks send it, with the brackets as they are or encoded. */
const BRACKETED = /(?:\[|%5B)([\w-]{2,40})(?:\]|%5D)=([^&\s"'`]{3,256})/iy;
/** `name="user[password]" value="X"` and `"name":"user[password]","value":"X"`. */
const NAMED =
  /\[([\w-]{2,40})\](\\{0,3}["'])[^{}<>\n]{0,60}?value\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}(\\{0,3}["'])([^"'\\\n]{3,256})\3/iy;
/** A part of `multipart/form-data`: its name, and its value behind an empty line. */
const PART = /form-data; name="([\w.[\]-]{2,64})"[ \t]*\r?\n\r?\n([^\r\n]{3,256})(?=\r?\n|$)/iy;

function push(scan: Scan, kind: SensitiveName, start: number, value: string): void {
  pushCandidate(scan, 'form-field', kind.mask, start, value);
}

/** The kind of a name for which each value is a secret. */
function kindOf(name: string, value: string): SensitiveName | undefined {
  const kind = sensitiveName(name);
  if (!kind || kind.strength === 'hint' || isPlaceholder(value) || /^[${<]/.test(value)) return undefined;
  return kind.strength === 'password' || /\d/.test(value) ? kind : undefined;
}

/** Names in brackets that are written like a mask, in which no literal is looked for. */
const LIKE_MASKS = ['[password', '[secret', '[token', '[api-key', '[cookie'];

/** The same for a name that is written like a mask, from what stands behind its closing bracket. */
function attemptBehindMask(scan: Scan, at: number): void {
  const { text } = scan;
  if (text.charAt(at - 1) !== ']') return;
  const end = at - 1;
  const name = LIKE_MASKS.find(
    (mask) => text.startsWith(mask, end - mask.length) && /\w/.test(text.charAt(end - mask.length - 1)),
  );
  if (name !== undefined) attemptBracket(scan, end - name.length);
}

function attemptBracket(scan: Scan, at: number): void {
  const { text } = scan;
  scan.work += 8;
  BRACKETED.lastIndex = at;
  const sent = BRACKETED.exec(text);
  if (sent) {
    const kind = kindOf(sent[1]!, sent[2]!);
    if (kind) push(scan, kind, at + sent[0].length - sent[2]!.length, sent[2]!);
    return;
  }
  NAMED.lastIndex = at;
  const named = NAMED.exec(text);
  if (!named) return;
  const value = named[4]!;
  const kind = kindOf(named[1]!, value);
  if (kind) push(scan, kind, at + named[0].length - named[3]!.length - value.length, value);
}

function attemptPart(scan: Scan, at: number): void {
  scan.work += 8;
  PART.lastIndex = at;
  const part = PART.exec(scan.text);
  if (!part) return;
  const kind = kindOf(part[1]!, part[2]!);
  if (kind) push(scan, kind, at + part[0].length - part[2]!.length, part[2]!);
}

const SECRET_FIELDS = ['pass', 'pwd', 'secret', 'token', 'api_key', 'apikey', 'new_pass', 'current_pass'];

/** Fields of forms: a name in brackets behind that of its object, and the parts of a form that is sent. */
export const formFieldDetectors: readonly Detector[] = [
  {
    literals: SECRET_FIELDS.flatMap((name) => [`[${name}`, `%5b${name}`]),
    caseless: true,
    attempt: attemptBracket,
  },
  {
    literals: ['","val', '", "val', '" val', '" typ', "' val", '\\","val'],
    caseless: false,
    attempt: attemptBehindMask,
  },
  { literals: ['form-data; name="'], caseless: true, attempt: attemptPart },
];

/** Names for a password with letters beyond ASCII, which the detector of pairs does not read. */
const NAMES: readonly string[] = [
  ...[...PASSWORD_WORDS].filter((word) => /[^\x20-\x7e]/.test(word)),
  'парола',
  'лозинка',
  'гасло',
  'секрет',
  'токен',
  'clé',
];
const LONGEST_NAME = 40;
/** The end of the name, attributes, and the value up to the next mark. */
const REST = /[\p{L}\p{N}_.-]{0,40}(?: [^<>\n]{0,120})?>\s{0,16}([^<>\s][^<>\n]{2,255}?)\s{0,16}<\//uy;
const ELEMENT_BEFORE = /<(?:[\p{L}\p{N}]{1,12}:)?[\p{L}\p{N}_.-]{0,40}$/u;

/** `<Пароль>X</Пароль>`: elements whose names are written in another script than ASCII. */
export const scriptElementDetector: Detector = {
  literals: NAMES,
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    scan.work += 2;
    // Most of these words stand in sentences.
    const before = text.slice(Math.max(0, at - LONGEST_NAME - 1), at);
    const opens = before.lastIndexOf('<');
    if (opens === -1 || !ELEMENT_BEFORE.test(before.slice(opens))) return;
    REST.lastIndex = at;
    const found = REST.exec(text);
    scan.work += LONGEST_NAME;
    const value = found?.[1];
    if (!found || value === undefined || (isPlaceholder(value) && !isWordOfOtherScript(value))) return;
    const start = at + found[0].lastIndexOf(value);
    pushCandidate(scan, 'pair-in-text', 'password', start, value);
  },
};
