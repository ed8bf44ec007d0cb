/** A yes/no table over ASCII, for the loops that must not allocate. */
type CharacterSet = Uint8Array;

export function characterSet(of: RegExp): CharacterSet {
  const set = new Uint8Array(128);
  for (let code = 0; code < 128; code += 1) set[code] = of.test(String.fromCharCode(code)) ? 1 : 0;
  return set;
}

export function isIn(set: CharacterSet, code: number): boolean {
  return code < 128 && set[code] === 1;
}

export const WORD = characterSet(/[A-Za-z0-9_]/);
export const ALPHANUMERIC = characterSet(/[A-Za-z0-9]/);
export const NAME = characterSet(/[A-Za-z0-9_.$-]/);
export const BASE64 = characterSet(/[A-Za-z0-9+/_-]/);
export const BASE64URL = characterSet(/[A-Za-z0-9_-]/);
export const HEX = characterSet(/[0-9A-Fa-f]/);
export const BLANK = characterSet(/[ \t]/);

/** The end of the run of `set` that begins at `from`, at most `limit` characters on. */
export function runEnd(text: string, from: number, set: CharacterSet, limit: number): number {
  const stop = Math.min(text.length, from + limit);
  let at = from;
  while (at < stop && isIn(set, text.charCodeAt(at))) at += 1;
  return at;
}

/** The start of the run of `set` that ends before `before`, at most `limit` characters back. */
export function runStart(text: string, before: number, set: CharacterSet, limit: number): number {
  const stop = Math.max(0, before - limit);
  let at = before;
  while (at > stop && isIn(set, text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** The start of the first run of at least `shortest` characters of `set` between `from` and `end`; -1 where there is none. */
export function longRun(
  text: string,
  from: number,
  set: CharacterSet,
  shortest: number,
  end = text.length,
): number {
  // Such a run has a character at every `shortest`-th place: where one is not of the set, the run begins after it.
  let start = from;
  while (start + shortest <= end) {
    let at = start + shortest - 1;
    while (at >= start && isIn(set, text.charCodeAt(at))) at -= 1;
    if (at < start) return start;
    start = at + 1;
  }
  return -1;
}

const ESCAPE_BEFORE = /(?:\\(?:[nrtbfv0]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}|\[[0-9;]{1,12}m)$/;

/**
 * True when a token may begin at `at`. A letter before it can be the tail of an escape: in JSON text a line feed
 * is `\n`, in a URL `=` is `%3D`, on a terminal a colour ends in `m`.
 */
export function startsToken(text: string, at: number): boolean {
  if (at === 0 || !isIn(WORD, text.charCodeAt(at - 1))) return true;
  return ESCAPE_BEFORE.test(text.slice(Math.max(0, at - 14), at));
}
