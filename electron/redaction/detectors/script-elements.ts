import { pushCandidate } from '../engine/candidate.ts';
import type { Detector } from '../engine/scan.ts';
import { isWordOfOtherScript } from '../text/other-script.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { PASSWORD_WORDS } from '../text/sensitive-name.ts';

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
