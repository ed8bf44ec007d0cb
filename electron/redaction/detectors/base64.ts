import { firstRun, type Scan, SHORTEST_RUN as SHORTEST } from '../engine/scan.ts';
import { BASE64, isIn, longRun } from '../text/characters.ts';

const LONGEST = 262_144;
const DEEPEST = 2;
const VALUE = new Uint8Array(128).fill(255);
for (const [index, character] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  VALUE[character.charCodeAt(0)] = index;
VALUE[45] = 62;
VALUE[95] = 63;

function isText(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9;
}

/** True when the first nine bytes are text: random characters and pictures fail here. */
function beginsAsText(text: string, at: number): boolean {
  return (
    beginsAs(text, at, isText) ||
    beginsAs(text, at, (byte, index) => (index % 2 === 0 ? isText(byte) : byte === 0))
  );
}

function beginsAs(text: string, at: number, isPart: (byte: number, index: number) => boolean): boolean {
  for (let group = 0; group < 3; group += 1) {
    let bits = 0;
    for (let index = 0; index < 4; index += 1)
      bits = (bits << 6) | VALUE[text.charCodeAt(at + group * 4 + index)]!;
    for (let byte = 0; byte < 3; byte += 1)
      if (!isPart((bits >> (16 - 8 * byte)) & 255, 3 * group + byte)) return false;
  }
  return true;
}

/** The beginning of what is decoded, which shows if it is text. Of random bytes one in nine is a control character. */
const SAMPLE = 256;
const CHARACTERS_OF_A_CONTROL = 24;

/** True where pictures and archives fail that begin as text by chance. */
function goesOnAsText(decoded: string): boolean {
  const length = Math.min(decoded.length, SAMPLE);
  let controls = 0;
  for (let at = 0; at < length; at += 1) {
    const code = decoded.charCodeAt(at);
    if (code < 128 && !isText(code)) controls += 1;
  }
  return controls * CHARACTERS_OF_A_CONTROL <= length;
}

/** Lines of 64 or 76 characters go on after the line break; anything else ends there. */
function continues(text: string, lineStart: number, at: number): number {
  const length = at - lineStart;
  if (length < 60 || length > 80) return -1;
  let next = at;
  while (next - at < 12 && ' \r'.includes(text.charAt(next)) && text.charAt(next) !== '') next += 1;
  if (text.charCodeAt(next) !== 10) return -1;
  next += 1;
  let skipped = 0;
  while (skipped < 16 && ' \t>+#*|'.includes(text.charAt(next)) && text.charAt(next) !== '') {
    next += 1;
    skipped += 1;
  }
  return isIn(BASE64, text.charCodeAt(next)) ? next : -1;
}

export interface DecodedSecret {
  rule: string;
  mask: string;
  definite: boolean;
  secret?: string;
}

/**
 * Looks inside base64: whatever decodes to text is searched, and the whole run is masked when a credential lies in it.
 * `search` answers with the most certain credential of a text.
 */
export function findInBase64(
  scan: Scan,
  search: (text: string, outer: Scan) => DecodedSecret | undefined,
): void {
  if (scan.depth >= DEEPEST) return;
  const { text, matches } = scan;
  const length = text.length;
  let at = firstRun(scan);
  if (at === -1) return;
  for (;;) {
    const start = longRun(text, at, BASE64, SHORTEST);
    if (start === -1) return;
    at = start + SHORTEST;
    while (at < length && isIn(BASE64, text.charCodeAt(at))) at += 1;
    const from = beginningOfText(text, start, at);
    if (from === -1) continue;
    let encoded = text.slice(from, at);
    let end = at;
    let lineStart = from;
    while (end - from < LONGEST) {
      const next = continues(text, lineStart, end);
      if (next === -1) break;
      lineStart = next;
      end = next;
      while (end < length && isIn(BASE64, text.charCodeAt(end))) end += 1;
      encoded += text.slice(lineStart, end);
    }
    at = end;
    while (text.charCodeAt(end) === 61 && end - at < 2) end += 1;
    scan.work += encoded.length;
    const bytes = Buffer.from(encoded, 'base64');
    // PowerShell encodes its commands as UTF-16.
    const decoded = bytes.toString(bytes[1] === 0 && bytes[3] === 0 ? 'utf16le' : 'latin1');
    if (!goesOnAsText(decoded)) continue;
    const found = search(decoded, scan);
    if (!found) continue;
    matches.push({
      rule: found.rule,
      tier: found.definite ? 'definite' : 'candidate',
      start: from,
      end,
      replacement: `[${found.mask}]`,
      ...(found.secret === undefined ? {} : { secret: found.secret }),
    });
  }
}

/** A run can begin with something else: a path's directory, `\n`, or the key and `=` of a pair. */
function beginningOfText(text: string, start: number, end: number): number {
  if (beginsAsText(text, start)) return start;
  if (text.charCodeAt(start - 1) === 92 && end - start > SHORTEST && beginsAsText(text, start + 1))
    return start + 1;
  if (text.charCodeAt(start - 1) === 37 && end - start > SHORTEST + 2 && beginsAsText(text, start + 2))
    return start + 2;
  let tries = 0;
  for (let at = start; at < end - SHORTEST && tries < 4; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 47 && code !== 43 && code !== 45 && code !== 95) continue;
    tries += 1;
    if (beginsAsText(text, at + 1)) return at + 1;
  }
  return -1;
}
