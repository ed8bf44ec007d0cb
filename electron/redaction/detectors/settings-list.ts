import { lineEnd, lineStart, type Scan } from '../engine/scan.ts';

const LONGEST_LINE = 160;
/** A line of a file of settings that is nothing but a name and a plain value. */
const SETTING = /^[ \t]{0,8}[\w.-]{2,64}[ \t]{0,4}=[ \t]{0,4}[^\s"'`;(){}=]{1,120}[ \t]*$/;
/** A setting that says where to log in, or as whom. */
const WHERE_OR_WHO =
  /^[ \t]{0,8}[\w.-]{0,48}(?:user|usr|login|host|server|url|uri|port|database|db|schema|email|mail|account|driver|protocol|bind|endpoint)[\w-]{0,16}[ \t]{0,4}=/i;

/** True when the pair from `start` to `end` is a line of its own beside one that says where to log in, or as whom. */
export function standsInSettings(scan: Scan, start: number, end: number): boolean {
  const { text } = scan;
  const from = lineStart(text, start, LONGEST_LINE);
  const to = lineEnd(text, end, LONGEST_LINE);
  scan.work += 2 * LONGEST_LINE;
  if (!SETTING.test(text.slice(from, to))) return false;
  const before = text
    .slice(lineStart(text, from - 1, LONGEST_LINE), Math.max(0, from - 1))
    .replace(/\r$/, '');
  const nextFrom = to + (text.startsWith('\r\n', to) ? 2 : 1);
  const after = text.slice(nextFrom, lineEnd(text, Math.min(nextFrom, text.length), LONGEST_LINE));
  return [before, after].some((line) => SETTING.test(line) && WHERE_OR_WHO.test(line));
}
