import { pushCandidate } from '../engine/candidate.ts';
import type { Detector, Scan } from '../engine/scan.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { type SensitiveName, sensitiveName } from '../text/sensitive-name.ts';

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
