import type { Match } from '../engine/finding.ts';
import { lineEnd, type Scan } from '../engine/scan.ts';
import { isChosenWord } from '../text/message-word.ts';
import { areChosenWords } from '../text/trusted-value.ts';

const LONGEST_REST = 160;
/** The next groups of a number that is written in groups. */
const GROUPS = /^(?:[ -](\d{3,6}|[0-9A-F]{4,6}))+(?![\w-])/;
/** Words to the end of the line behind the first word of a phrase. */
const WORDS = /^(?: [\p{Ll}\p{M}]{3,14}){1,4}[.!]?$/u;
/** `from X to Y`: the password that was, and the one that is. */
const FROM = /\b(?:from|von|de|da|van|z|ze|från|fra|с)[ ]["'`]?$/iu;
const TO = /^["'`]? (?:to|auf|zu|à|a|en|para|naar|na|till|til|på) ["'`]?([^\s"'`]{4,64})/iu;

/** Values that only a label tells: the label of a number or of a phrase is that of all of it. */
const isOfLabel = ({ rule, tier }: Match): boolean =>
  tier === 'candidate' && (rule.startsWith('spoken-') || rule.endsWith('-assignment') || rule === 'talk');

function grow(match: Match, end: number): void {
  match.end = end;
  delete match.secret;
}

/** A mask covers the whole of a value: all groups of a number, all words of a phrase, and both of two passwords. */
export function coverWholeValues(scan: Scan): void {
  const { text, matches } = scan;
  for (const match of [...matches]) {
    if (!isOfLabel(match)) continue;
    const value = text.slice(match.start, match.end);
    const rest = text.slice(match.end, lineEnd(text, match.end, LONGEST_REST));
    scan.work += 8;
    if (/^(?:\d{3,6}|[0-9A-F]{4,6})$/.test(value)) {
      const groups = GROUPS.exec(rest);
      if (groups && groups[1]!.length === value.length) grow(match, match.end + groups[0].length);
      continue;
    }
    const from = text.slice(Math.max(0, match.start - 12), match.start);
    const to = FROM.test(from) ? TO.exec(rest) : null;
    if (to) {
      const word = to[1]!.replace(/[.,;!?)]+$/, '');
      const start = match.end + to[0].length - to[1]!.length;
      if (isChosenWord(word) || /\d/.test(word))
        matches.push({ ...match, start, end: start + word.length, secret: word });
      continue;
    }
    if (
      /[:=][ \t]{1,2}$/.test(from) &&
      /^\p{L}{3,14}$/u.test(value) &&
      WORDS.test(rest) &&
      areChosenWords('', value + rest.replace(/[.!]$/, ''))
    )
      grow(match, match.end + rest.replace(/[.!]$/, '').length);
  }
}
