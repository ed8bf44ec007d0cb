import type { Match } from '../engine/finding.ts';
import type { Scan } from '../engine/scan.ts';
import { characterSet, HEX, isIn } from '../text/characters.ts';

const URL_CHARACTERS = characterSet(/[\w.~+*!$&'()=:@/?;,%#[\]-]/);
const DEEPEST = 2;
const LONGEST = 262_144;

function encodedAt(text: string, at: number): number {
  if (
    text.charCodeAt(at) !== 37 ||
    !isIn(HEX, text.charCodeAt(at + 1)) ||
    !isIn(HEX, text.charCodeAt(at + 2))
  )
    return -1;
  const code = Number.parseInt(text.slice(at + 1, at + 3), 16);
  return code >= 32 && code < 127 ? code : code === 10 || code === 13 ? code : -1;
}

/** Looks at percent-encoded stretches as they read when decoded; `search` answers with the credentials in one. */
export function findInPercentEncoding(
  scan: Scan,
  search: (text: string, outer: Scan) => readonly Match[],
): void {
  if (scan.depth >= DEEPEST) return;
  const { text } = scan;
  let searchedTo = 0;
  for (
    let percent = text.indexOf('%');
    percent !== -1;
    percent = text.indexOf('%', Math.max(percent + 1, searchedTo))
  ) {
    if (encodedAt(text, percent) === -1) continue;
    let start = percent;
    while (start > searchedTo && isIn(URL_CHARACTERS, text.charCodeAt(start - 1))) start -= 1;
    const origins: number[] = [];
    const codes: number[] = [];
    let at = start;
    while (at < text.length && at - start < LONGEST && isIn(URL_CHARACTERS, text.charCodeAt(at))) {
      const code = encodedAt(text, at);
      origins.push(at);
      codes.push(code === -1 ? text.charCodeAt(at) : code);
      at += code === -1 ? 1 : 3;
    }
    origins.push(at);
    searchedTo = at;
    scan.work += at - start;
    if (at - start < 12) continue;
    for (const match of search(Buffer.from(codes).toString('latin1'), scan)) {
      scan.matches.push({ ...match, start: origins[match.start]!, end: origins[match.end]! });
    }
  }
}
