import { type Detector, pushMatch, type Scan } from '../engine/scan.ts';
import { BASE64, runEnd } from '../text/characters.ts';

const LONGEST_KEY = 65_536;
const SPACE = '(?: |\\+|%20)';
const HEADER = new RegExp(
  `-{4,5}${SPACE}?BEGIN${SPACE}(?:[A-Z0-9]{1,12}${SPACE}){0,4}PRIVATE${SPACE}KEY(?:${SPACE}BLOCK)?${SPACE}?-{4,5}`,
  'y',
);
const FOOTER = new RegExp(
  `-{4,5}${SPACE}?END${SPACE}(?:[A-Z0-9]{1,12}${SPACE}){1,6}?KEY(?:${SPACE}BLOCK)?${SPACE}?-{0,5}`,
  'y',
);
const ARMOUR_LINE =
  /(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|MessageID|Subject|X-[\w-]{1,30}):[^\n\\"]{0,200}/y;
const PUTTY = /PuTTY-User-Key-File-[1-3](?::[^\n\\]{0,60})?/y;
const PUTTY_LINE =
  /(?:\r?\n|\\r?\\?n)[ \t>+#|"']{0,8}(?:[A-Za-z-]{2,24}: ?[^\n\\]{0,200}|[A-Za-z0-9+/=]{1,100})(?=[\r\n\\"']|$)/y;

/** Line breaks, quotes, concatenation, diff and comment marks: what may stand between the lines of a key. */
function skipBetweenLines(text: string, from: number): number {
  let at = from;
  for (const stop = Math.min(text.length, from + 48); at < stop; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      const next = text.charAt(at + 1);
      if (next === 'n' || next === 'r' || next === 't') at += 1;
    } else if (character === '%' && /^%0[AaDd]/.test(text.slice(at, at + 3))) {
      at += 2;
    } else if (
      !' \t\r\n"\'`+,>#*|;().&-'.includes(character) ||
      (character === '+' && /[A-Za-z0-9]/.test(text.charAt(at + 1)) && !/[\s\\]/.test(text.charAt(at - 1)))
    ) {
      break;
    }
  }
  return at;
}

/** How far a key without its last line goes: as long as the lines look like one. */
function bodyEnd(scan: Scan, from: number, limit: number): number {
  const { text } = scan;
  let end = from;
  let at = from;
  while (at < limit) {
    at = skipBetweenLines(text, at);
    ARMOUR_LINE.lastIndex = at;
    const armour = ARMOUR_LINE.exec(text);
    if (armour) {
      at += armour[0].length;
      continue;
    }
    let to = runEnd(text, at, BASE64, Math.max(0, limit - at));
    while (text.charAt(to) === '=' || text.slice(to, to + 3).toUpperCase() === '%3D')
      to += text.charAt(to) === '=' ? 1 : 3;
    scan.work += to - at + 1;
    const length = to - at;
    if (length >= 16) end = to;
    else if (length > 0 && end > from && text.charAt(to - 1) === '=') return to;
    else return end;
    at = to;
  }
  return end;
}

function keyMaterial(body: string): string {
  return (body.replaceAll(/\\[nrt]/g, ' ').match(/[A-Za-z0-9+/=_-]{16,}/g) ?? []).join('');
}

/** How much base64 there is between the first and the last line. */
function looksLikeAKey(scan: Scan, body: string): boolean {
  scan.work += body.length;
  if (keyMaterial(body).length >= 32) return true;
  // The first and the last line stand alone, so what is between them is not source code.
  return (
    /^\r?\n[^"'`]{8,}\r?\n[ \t]{0,40}$/.test(body.slice(0, 4096)) && !/^\s{0,8}(?:\.{3}|…|<|\[|\{)/.test(body)
  );
}

/** PEM, OpenSSH, PGP and PuTTY private keys: whole, cut off, indented, in a diff, or on one line with `\n` escapes. */
export const privateKeyDetector: Detector = {
  literals: ['-----BEGIN', '---- BEGIN', 'PuTTY-User-Key-File'],
  caseless: false,
  attempt(scan, at) {
    const { text } = scan;
    if (at < scan.done.privateKey) return;
    if (text.startsWith('PuTTY', at)) {
      findPutty(scan, at);
      return;
    }
    scan.work += 1;
    HEADER.lastIndex = at;
    const header = HEADER.exec(text);
    if (!header) return;
    const bodyStart = at + header[0].length;
    const window = text.slice(bodyStart, bodyStart + LONGEST_KEY);
    const nextBegin = window.search(/-{4,5} ?BEGIN/);
    // Only as far as the next key: many first lines in a row must not each search what follows them all.
    const body = nextBegin === -1 ? window : window.slice(0, nextBegin);
    const footerAt = body.search(/-{4,5}(?: |\+|%20)?END/);
    scan.work += body.length;
    const limit = nextBegin === -1 ? bodyStart + window.length : bodyStart + nextBegin;
    let end = -1;
    if (footerAt !== -1) {
      FOOTER.lastIndex = bodyStart + footerAt;
      const footer = FOOTER.exec(text);
      if (footer && looksLikeAKey(scan, body.slice(0, footerAt)))
        end = bodyStart + footerAt + footer[0].length;
    }
    if (end === -1) {
      const reached = bodyEnd(scan, bodyStart, limit);
      if (reached - bodyStart >= 24) end = reached;
    }
    // A window without another key in it need not be searched again by the marks inside it.
    scan.done.privateKey = Math.max(end, nextBegin === -1 ? bodyStart : limit, at + 1);
    if (end === -1) return;
    const secret = keyMaterial(text.slice(bodyStart, end));
    pushMatch(scan, { rule: 'private-key', tier: 'definite' }, at, end, secret);
  },
};

function findPutty(scan: Scan, at: number): void {
  const { text } = scan;
  PUTTY.lastIndex = at;
  const first = PUTTY.exec(text);
  if (!first) return;
  let end = at + first[0].length;
  const stop = at + LONGEST_KEY;
  while (end < stop) {
    PUTTY_LINE.lastIndex = end;
    const line = PUTTY_LINE.exec(text);
    if (!line) break;
    end += line[0].length;
    if (/Private-MAC/.test(line[0])) break;
  }
  scan.work += end - at;
  scan.done.privateKey = end;
  if (end === at + first[0].length) {
    // The header alone on its line announces a key, whatever follows it.
    const next = /^(?:\r?\n)[^\n]{1,200}/.exec(text.slice(end, end + 204));
    if (!next || (at > 0 && text.charAt(at - 1) !== '\n')) return;
    end += next[0].length;
  }
  const secret = keyMaterial(text.slice(at, end));
  pushMatch(scan, { rule: 'private-key', tier: 'definite' }, at, end, secret);
}
