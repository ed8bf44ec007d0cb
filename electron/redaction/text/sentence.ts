import { isMessage, type Scan } from '../engine/scan.ts';

/** A line is judged by what stands around the token. */
const REACH_OF_LINE = 160;
/** Marks of source code, of configuration and of markup on a line; a sentence has none of them. */
const CODE_LINE =
  /\[[\w-]+[~|^$*]?=\\?["']|(?<!\p{sc=Greek})[;{}]\s*$|[=!]==|=>|->|::|\(\)|&&|\|\||<\/|\/>|\$\(|\w\(["'$]|^\s*(?:#include|import |const |let |var |def |func |return |if \(|\/\/|\/\*|\* @|msgid|msgstr)|\w = ["']|["'],\s*["']|":\s*["[{]/u;
const WORD = /(?:^|[\s(“"'])\p{L}{2,}(?=[\s,.!?:;)”"']|$)/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2}/u;
const FEWEST_WORDS = 3;

/** True where the line around a value is a sentence and no code. */
export function isSentence(scan: Scan, start: number, end: number): boolean {
  const { text } = scan;
  const before = text.slice(Math.max(0, start - REACH_OF_LINE), start);
  const behind = text.slice(end, end + REACH_OF_LINE);
  scan.work += before.length + behind.length;
  const line = `${before.slice(before.lastIndexOf('\n') + 1)} ${behind.split('\n', 1)[0]!}`;
  if (CODE_LINE.test(line)) return false;
  // In a message the words about it stand on other lines, too.
  return isMessage(scan) || UNSPACED.test(line) || (line.match(WORD)?.length ?? 0) >= FEWEST_WORDS;
}
