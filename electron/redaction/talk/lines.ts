/** What a line of a message is: something said, a program or a log, the head of a turn, or nothing. */
type LineKind = 'said' | 'code' | 'head' | 'empty';

/** One line of a text. */
export interface Line {
  start: number;
  end: number;
  kind: LineKind;
  /** Where what is said begins: behind the name of a speaker, the mark of a comment, or the sign of a quotation. */
  content: number;
  /** A name stands before what is said: `Obi: network is Flat3_5G`, `<gil> the qnap`. */
  hasSpeaker: boolean;
}

const FENCE = /^[ \t>]*(?:```|~~~)/;
/** The mark of a comment: `// deployer + Oliebol`, `# the old one`. */
const COMMENT =
  /^[ \t]*(?:\/\/+|#+(?![!\w]|[ \t]*(?:include|define|if|endif|else|pragma)\b)|--(?=[ \t])|\*+(?=[ \t])|\/\*+|<!--|;+(?=[ \t])|REM\b)[ \t]*(?=\S)/;
/** A comment behind a statement. */
const COMMENT_BEHIND = /[ \t](?:\/\/|#)[ \t]+(?=\S)/;
const WORD = /(?:^|[\s(“"'])[\p{L}\p{M}]{2,}(?=[\s,.!?:;)”"']|$)/gu;
const FEWEST_WORDS_OF_COMMENT = 2;
const STAMP = String.raw`(?:\[[^\]\n]{1,40}\]:?[ \t]*|\(?\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:[ \t]?[apAP]\.?[mM]\.?)?\)?[ \t,:–-]*|\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},?[ \t]*)`;
/** Dates, times and the name of a speaker before what is said. */
const SPEAKER = new RegExp(
  String.raw`^[ \t>]*(?:[-*•][ \t])?${STAMP}*(?:<[^>\n]{1,32}>:?|(?:\*\*|__)?@?[\p{L}][\p{L}\p{M}\p{N} ._'’()#&@-]{0,36}?(?:\*\*|__)?(?:[ \t]*[([]?\d{1,2}[:.]\d{2}[^:\n]{0,6}[)\]]?)?[ \t]*(?:[:：]|[—–](?=[ \t])|-(?=[ \t])))[ \t]*(?=\S)`,
  'u',
);
const STAMPED = new RegExp(String.raw`^[ \t>]*${STAMP}+(?=\S)`, 'u');
/** `Maya Okafor  9:14 AM`, `**kestrel** — Today at 21:07`: the head of a turn, with what is said on the next line. */
const HEAD =
  /^[ \t>]*(?:\*\*|\[)?@?[\p{L}][\p{L}\p{M}\p{N} ._'’()\]-]{0,32}(?:\*\*)?[ \t]*(?:[,—–-]|[([])?[ \t]*[\p{L} ,]{0,12}[([]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \t]?[apAP]\.?[mM]\.?)?[)\]]?[ \t:]*$/u;
/** What each head has. */
const TIME = /\d[:.]\d{2}/;
const QUOTED = /^[ \t]*(?:>[ \t]?)+/;
const LONGEST_HEAD = 64;
/** A shorter turn is said, whatever signs it has: it can be a password. */
const SHORTEST_JUDGED_TURN = 24;

const ENDS_AS_CODE = /(?:[;{}]|\);?|=>|\\|,\s*\/\/.*)[ \t]*$/;
const LOG =
  /^[ \t]*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*[ \t]+\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|NOTICE)|at \S+\(|File "|Traceback|Caused by:|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+:|(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE)[: ])/;
const BEGINS_AS_CODE =
  /^[ \t]*(?:\$ \S|[+-]{3} |@@ |#include|#define|import [\w{*"'.]+|from \w+ import|(?:export )?(?:const|let|var|function|class|interface|type|enum) \w+|(?:public|private|protected|static|void|async|def|func|fn|package|using|namespace) \w+.*[({;:]|return\b.*;|<\/?\w+[^>]*>\s*$|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|GRANT) |[A-Z_]{3,}=\S|--[a-z][\w-]+(?:[ =]\S+)?[ \t]*\\?$|[\w.-]+\s*=\s*\S|[{}()[\]]+[;,]?\s*$)/;
const SIGNS = /[{}()[\];=<>&$\\_/]/g;
/** A member with its type: `password: string;`. */
const TYPED =
  /^[ \t]*(?:readonly )?\w+\??:[ \t]*(?:string|number|boolean|any|unknown|void|\w+(?:\[\]|<.*>))(?: \| \w+)*[;,]?[ \t]*$/;
/** A line of JSON. */
const JSON_LINE = /^[ \t]*(?:[{[].*[}\]][,;]?|"[\w.-]{1,40}"[ \t]*:.*)[ \t]*$/;
/** More signs than one in so many characters are a program or a command. */
const LEAST_CHARACTERS_FOR_SIGN = 9;
/** No word is shorter, with the blank before it. The first of a line has none. */
const LENGTH_OF_WORD = 3;
/** Fewer signs stand in a sentence, too. */
const FEWEST_SIGNS = 3;
/** A line with so many words in a row of words is said by somebody, whatever signs it has. */
const FEWEST_WORDS_SAID = 5;
/** What is read of a line to judge it. */
export const LONGEST_JUDGED = 400;

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function isCode(line: string): boolean {
  const part = line.length > LONGEST_JUDGED ? line.slice(0, LONGEST_JUDGED) : line;
  if (LOG.test(part) || JSON_LINE.test(part) || TYPED.test(part)) return true;
  const signs = countOf(part, SIGNS);
  const hasFewer = (words: number) => part.length + 1 < LENGTH_OF_WORD * words || countOf(part, WORD) < words;
  if (BEGINS_AS_CODE.test(part) && hasFewer(FEWEST_WORDS_SAID + signs)) return true;
  if (signs < FEWEST_SIGNS) return false;
  const isDense = signs * LEAST_CHARACTERS_FOR_SIGN > part.length;
  return ENDS_AS_CODE.test(part)
    ? isDense || hasFewer(FEWEST_WORDS_SAID)
    : isDense && hasFewer(FEWEST_WORDS_SAID);
}

/** Returns where a comment begins to say something; -1 where it says nothing. */
function commentIn(line: string): number {
  const found = COMMENT.exec(line);
  const mayBeBehind = line.includes('#') || line.includes('//');
  const at = found !== null ? 0 : mayBeBehind ? line.search(COMMENT_BEHIND) : -1;
  if (at < 0) return -1;
  const content = found === null ? at + COMMENT_BEHIND.exec(line.slice(at))![0].length : found[0].length;
  return countOf(line.slice(content, content + LONGEST_JUDGED), WORD) >= FEWEST_WORDS_OF_COMMENT
    ? content
    : -1;
}

function lineOf(text: string, start: number, end: number, isFenced: boolean): Line {
  const written = text.slice(start, end);
  const line = (kind: LineKind, content = 0, hasSpeaker = false): Line => ({
    start,
    end,
    kind,
    content: start + content,
    hasSpeaker,
  });
  if (written.trim() === '') return line('empty');
  if (!isFenced && written.length <= LONGEST_HEAD && TIME.test(written) && HEAD.test(written))
    return line('head');
  const speaker = isFenced ? null : (SPEAKER.exec(written) ?? STAMPED.exec(written));
  const told = speaker === null ? written : written.slice(speaker[0].length);
  const isJudged = speaker === null || told.length > SHORTEST_JUDGED_TURN || LOG.test(written);
  if (isFenced || (isJudged && (isCode(told) || (speaker !== null && LOG.test(written))))) {
    const comment = commentIn(written);
    return comment < 0 ? line('code') : line('said', comment);
  }
  if (speaker !== null) return line('said', speaker[0].length, true);
  return line('said', QUOTED.exec(written)?.[0].length ?? 0);
}

const CARRIAGE_RETURN = 13;

/**
 * Takes a text apart into lines. `head` is the beginning of the first line, if the text begins inside it: a line of a
 * program is one to its end. Blocks of code and logs are set apart; their comments are read as something said.
 */
export function readLines(text: string, head?: string): Line[] {
  const lines: Line[] = [];
  let isFenced = false;
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const next = found === -1 ? text.length : found;
    const end = next > start && text.charCodeAt(next - 1) === CARRIAGE_RETURN ? next - 1 : next;
    if (FENCE.test(text.slice(start, Math.min(end, start + 16)))) {
      isFenced = !isFenced;
      lines.push({ start, end, kind: 'code', content: start, hasSpeaker: false });
    } else if (start === 0 && head !== undefined)
      lines.push({ start, end, kind: isCode(head) ? 'code' : 'said', content: start, hasSpeaker: false });
    else lines.push(lineOf(text, start, end, isFenced));
    start = next + 1;
  }
  return lines;
}
