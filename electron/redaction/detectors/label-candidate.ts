import type { Scan } from '../engine/scan.ts';

/** Words between a label and its value, and the value: further on nothing is read. */
const REACH = 300;
const LINE_FEED = 10;
/** What a value has, or what stands before it: digits, capitals, and marks other than those of ordinary sentences. */
const SIGNS = new Uint8Array(128);
for (let code = 33; code < SIGNS.length; code += 1)
  if (!/[a-z,.;]/.test(String.fromCharCode(code))) SIGNS[code] = 1;
SIGNS[LINE_FEED] = 1;
/** Digits of other scripts, quotes and colons beyond ASCII. */
const SIGN_BEYOND_ASCII = /[\p{Nd}\p{P}\p{S}]/u;
/** Filled as characters occur. */
const KNOWN = new Uint8Array(1 << 16);
const NO = 1;
const YES = 2;

function isSign(code: number): boolean {
  if (code < SIGNS.length) return SIGNS[code] === 1;
  let known = KNOWN[code]!;
  if (known === 0) {
    known = SIGN_BEYOND_ASCII.test(String.fromCharCode(code)) ? YES : NO;
    KNOWN[code] = known;
  }
  return known === YES;
}

/**
 * True where a value can stand behind a label that is not English: its line goes on with a digit, a capital or a mark. A
 * word of small letters is no password in a longer text. Labels that follow each other read the same characters once.
 */
export function canHaveValue(scan: Scan, from: number): boolean {
  const { text, unsigned } = scan;
  let at = from;
  if (from >= unsigned.from && from < unsigned.to) at = unsigned.to;
  else unsigned.from = from;
  const stop = Math.min(text.length, from + REACH);
  while (at < stop && !isSign(text.charCodeAt(at))) at += 1;
  scan.work += Math.max(0, at - Math.max(from, unsigned.to));
  unsigned.to = Math.max(at, unsigned.from);
  return at < stop && text.charCodeAt(at) !== LINE_FEED;
}
