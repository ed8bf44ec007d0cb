import type { Scan } from '../engine/scan.ts';
import type { Written } from './written-value.ts';

const setOf = (words: string) => new Set(words.split(' '));

/** Words that come before an option where a sentence speaks of it. */
const SPEAKING_BEFORE = setOf(
  'a an the and or nor of for to by in on at with without via using use uses used pass passes passing specify specifies specifying provide provides providing supply give given set sets setting add adds adding allow allows accept accepts accepting ' +
    'if when unless where while both either neither your our their its this that these new old support supports supporting remove removes removing drop handle handles handling fix fixes fixed fixing introduce implement implements document documents deprecate deprecates ' +
    'deprecated rename renames require requires required requiring need needs missing unknown invalid unrecognized like see from instead not no optional optionally named called option flag options flags argument arguments parameter is are was only also then as but prefer replace replaces ignore ignores respect mention',
);
/** Words that come after it there. */
const SPEAKING_AFTER = setOf(
  'option options opt flag flags switch argument arguments arg args parameter parameters param params value values setting settings support handling parsing processing prompt prompts prompting field input authentication authorization auth login logic code path case usage help error errors warning message behaviour behavior feature variable ' +
    'is are was were be been being has have had does do did can could may might must shall should will would to too and or nor but if when where while unless until because since so that which who what how as at by for from in into of off on onto over than then through under via with without within ' +
    'the a an this these those it its your you we they he she i me my our their not no only also just already always never ever now here there again instead either neither both otherwise however therefore works work worked takes take took reads read needs need needed requires require required accepts accept ' +
    'expects expect gets get got sets set goes go gives give given uses use used using passes fails fail failed makes make made means mean asks ask asked tells tell specifies specify specified provided provide provides supplied allows allow allowed enables disables overrides override defaults default ' +
    'prints shows lets contains appears exists changes returns causes becomes became seems looks like per etc ' +
    'oder wird kann muss sind nicht para como pour avec dans sont doit agus requiere debe deve',
);
/** True when a word follows an option in a command, and not in a sentence about the option. */
export function followsInCommand(scan: Scan, start: number, written: Written): boolean {
  const { text } = scan;
  if (/^--?(?:ask|prompt|read|show|use|with|generate)[-_]/i.test(text.slice(start, start + 12))) return false;
  const before = text.slice(Math.max(0, start - 240), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  scan.work += 240;
  if (SPEAKING_AFTER.has(written.value.toLowerCase())) return false;
  const last = line
    .trim()
    .split(/[ \t]+/)
    .at(-1)!;
  // A sentence has its marks before the option, a command has none there but those of a shell.
  if (/[\w)\]][.,:!?]$|^[-–—*]$/.test(last) || SPEAKING_BEFORE.has(last.toLowerCase().replace(/^\W+/, '')))
    return false;
  const after = /^(?:[ \t]{1,8}([^\s"'`;|&<>)]{1,80}))?/.exec(text.slice(written.end, written.end + 96))!;
  // Two blanks and more are the columns of a help text.
  if (/^(?:[ \t]{2}|\t| ?[.,:!?…–—])/.test(text.slice(written.end, written.end + 2))) return false;
  const next = after[1]?.toLowerCase().replace(/[.,:;!?]+$/, '');
  return next === undefined || !(SPEAKING_AFTER.has(next) || /^(?:pass|user|token|secret)/.test(next));
}
