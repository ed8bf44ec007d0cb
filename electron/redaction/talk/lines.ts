import { isBlank as isWhite } from '../text/talk-spans.ts';
import { codesOf } from '../text/text-codes.ts';
import {
  contentOf,
  countSigns,
  hasFewerWords,
  isBlank,
  isOf,
  KIND,
  KINDS,
  lastOf,
} from './line-characters.ts';

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
const FEWEST_WORDS_OF_COMMENT = 2;
const STAMP = String.raw`(?:\[[^\]\n]{1,40}\]:?[ \t]*|(?:\(\p{L}{1,4} )?\(?\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:[ \t]?[apAP]\.?[mM]\.?)?\)?[ \t,:–-]*|\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},?[ \t]*)`;
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

const ENDS_AS_CODE = /(?:=>|,\s*\/\/.*)[ \t]*$/;
const LOG =
  /^[ \t]*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*[ \t]+\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|NOTICE)|at \S+\(|File "|Traceback|Caused by:|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+:|(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE)[: ])/;
const BEGINS_AS_CODE =
  /^[ \t]*(?:\$ \S|[+-]{3} |@@ |#include|#define|import [\w{*"'.]+|from \w+ import|(?:export )?(?:const|let|var|function|class|interface|type|enum) \w+|(?:public|private|protected|static|void|async|def|func|fn|package|using|namespace) \w+.*[({;:]|return\b.*;|<\/?\w+[^>]*>\s*$|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|GRANT) |[A-Z_]{3,}=\S|--[a-z][\w-]+(?:[ =]\S+)?[ \t]*\\?$|[\w.-]+\s*=\s*\S|[{}()[\]][{}()[\] ]*[;,]?\s*$)/;
/** `passphrase = soup before noon`: words without a quote or a sign. */
const SAID_SETTING = /^[ \t]*[\w.-]{1,40} ?= ?\p{L}+(?: [\p{L}\d]+){1,7}[ \t]*$/u;
/** A member with its type: `password: string;`. */
const TYPED =
  /^[ \t]*(?:readonly )?\w+\??:[ \t]*(?:string|number|boolean|any|unknown|void|\w+(?:\[\]|<.*>))(?: \| \w+)*[;,]?[ \t]*$/;
/** A line of JSON. */
const JSON_LINE = /^[ \t]*(?:[{[].*[}\]][,;]?|"[\w.-]{1,40}"[ \t]*:.*)[ \t]*$/;
/** More signs than one in so many characters are a program or a command. */
const LEAST_CHARACTERS_FOR_SIGN = 9;
/** Fewer signs stand in a sentence, too. */
const FEWEST_SIGNS = 3;
/** A line with so many words in a row of words is said by somebody, whatever signs it has. */
const FEWEST_WORDS_SAID = 5;
/** What is read of a line to judge it. */
export const LONGEST_JUDGED = 400;

const [HYPHEN, DOT, ZERO, NINE, COLON] = [45, 46, 48, 57, 58] as const;
const [GREATER, AT_SIGN, BACKTICK, TILDE] = [62, 64, 96, 126] as const;

/** True for a stretch of one line that is a line of a program or a log. */
function isCode(text: string, from: number, to: number): boolean {
  const codes = codesOf(text);
  const end = Math.min(to, from + LONGEST_JUDGED);
  const part = text.slice(from, end);
  const signs = countSigns(codes, from, end);
  if (signs >= FEWEST_SIGNS) {
    const isDense = signs * LEAST_CHARACTERS_FOR_SIGN > part.length;
    const last = lastOf(codes, from, end);
    const mayEnd = last === GREATER || part.includes('//');
    const ends = isOf(last, KIND.ends) || (mayEnd && ENDS_AS_CODE.test(part));
    if (ends && isDense) return true;
    if ((ends || isDense) && hasFewerWords(text, from, end, FEWEST_WORDS_SAID)) return true;
  }
  const first = codes[contentOf(codes, from, end)]!;
  if (isOf(first, KIND.log) && LOG.test(part)) return true;
  if (isOf(first, KIND.json) && JSON_LINE.test(part)) return true;
  if (part.includes(':') && TYPED.test(part)) return true;
  return (
    hasFewerWords(text, from, end, FEWEST_WORDS_SAID + signs) &&
    BEGINS_AS_CODE.test(part) &&
    !SAID_SETTING.test(part)
  );
}

/** Returns where a comment begins to say something; -1 where it says nothing. */
function commentIn(text: string, start: number, end: number): number {
  const codes = codesOf(text);
  const line = text.slice(start, end);
  const mayBeFirst = isOf(codes[contentOf(codes, start, end)]!, KIND.comment);
  const mayBeBehind = line.includes('#') || line.includes('//');
  const found = (mayBeFirst ? COMMENT.exec(line) : null) ?? (mayBeBehind ? COMMENT_BEHIND.exec(line) : null);
  if (found === null) return -1;
  const content = start + found.index + found[0].length;
  const stop = Math.min(end, content + LONGEST_JUDGED);
  return hasFewerWords(text, content, stop, FEWEST_WORDS_OF_COMMENT) ? -1 : content;
}

/** False where neither {@link SPEAKER} nor {@link STAMPED} can match, which begin behind the blanks of a line. */
function mayHaveSpeaker(codes: Uint16Array, from: number, end: number): boolean {
  const first = codes[from]!;
  if (first >= KINDS.length || (KINDS[first]! & KIND.mark) !== 0) return true;
  if ((KINDS[first]! & KIND.letter) === 0 && first !== AT_SIGN) return false;
  for (let at = from + 1; at < end; at += 1) {
    const code = codes[at]!;
    if (code === COLON || code >= KINDS.length) return true;
    if ((KINDS[code]! & KIND.ofName) === 0) return false;
    // A dash before a blank, or a time with a dot.
    const before = codes[at - 1]!;
    if (isBlank(code) ? before === HYPHEN : code === DOT && before >= ZERO && before <= NINE) return true;
  }
  return false;
}

/** True where {@link HEAD} can match. */
function mayBeHead(codes: Uint16Array, from: number, end: number): boolean {
  let last = end - 1;
  while (last > from && (isBlank(codes[last]!) || codes[last] === COLON)) last -= 1;
  return isOf(codes[last]!, KIND.endsHead);
}

/** Reads a line of a text, whose first character but for blanks and signs of quotations is at `from`. */
function lineOf(text: string, start: number, end: number, from: number, isFenced: boolean): Line {
  const codes = codesOf(text);
  const line = (kind: LineKind, content = start, hasSpeaker = false): Line => ({
    start,
    end,
    kind,
    content,
    hasSpeaker,
  });
  const written = text.slice(start, end);
  if ((from === end || isWhite(codes[from]!)) && written.trim() === '') return line('empty');
  if (
    !isFenced &&
    end - start <= LONGEST_HEAD &&
    mayBeHead(codes, from, end) &&
    TIME.test(written) &&
    HEAD.test(written)
  )
    return line('head');
  const isTried = !isFenced && mayHaveSpeaker(codes, from, end);
  const speaker = isTried ? (SPEAKER.exec(written) ?? STAMPED.exec(written)) : null;
  const told = start + (speaker?.[0].length ?? 0);
  const isLog = speaker !== null && LOG.test(written);
  const isJudged = speaker === null || end - told > SHORTEST_JUDGED_TURN || isLog;
  if (isFenced || (isJudged && (isLog || isCode(text, told, end)))) {
    const comment = commentIn(text, start, end);
    return comment < 0 ? line('code') : line('said', comment);
  }
  if (speaker !== null) return line('said', told, true);
  const isQuoted = codes[contentOf(codes, start, end)] === GREATER;
  return line('said', start + (isQuoted ? QUOTED.exec(written)![0].length : 0));
}

/** `  listener: (`, `  ) => void,`: an indented line that ends inside a program. */
const ENDS_WITH_ARROW = /=> ?\w*[,;]?$/;
/** A statement with its types has more words: `  emit(event: "stream", headers: IncomingHttpHeaders): boolean;`. */
const FEWEST_WORDS_BEFORE_MARK = 2 * FEWEST_WORDS_SAID;

/**
 * Sets indented lines between lines of a program apart, too: the arguments of a call, each in a line of its own, and
 * members with their types, which look like a speaker (`  session: ServerHttp2Session<Request>,`).
 */
function setProgramsApart(text: string, lines: Line[]): void {
  const codes = codesOf(text);
  /** The lines since the last line of a program; undefined where something is said since. */
  let waiting: Line[] | undefined;
  for (const line of lines) {
    const { start, end } = line;
    let mayBeCode = line.kind === 'said' && isBlank(codes[start]!) && end - start <= LONGEST_JUDGED;
    if (mayBeCode) {
      const written = text.slice(start, end);
      // A comment inside a program stays what it is.
      if (isOf(codes[contentOf(codes, start, end)]!, KIND.comment) && COMMENT.test(written)) continue;
      const last = codes[end - 1]!;
      const fewest = isOf(last, KIND.endsWithMark) ? FEWEST_WORDS_BEFORE_MARK : FEWEST_WORDS_SAID;
      mayBeCode = hasFewerWords(text, start, end, fewest + countSigns(codes, start, end));
      const isInside =
        isOf(last, KIND.endsInside) || (written.includes('=>') && ENDS_WITH_ARROW.test(written));
      if (mayBeCode && isInside) line.kind = 'code';
    }
    if (line.kind === 'code') {
      for (const each of waiting ?? []) each.kind = 'code';
      if (waiting?.length !== 0) waiting = [];
    } else if (!mayBeCode) waiting = undefined;
    else waiting?.push(line);
  }
}

const CARRIAGE_RETURN = 13;

/**
 * Takes a text apart into lines. `head` is the beginning of the first line, if the text begins inside it: a line of a
 * program is one to its end. Blocks of code and logs are set apart; their comments are read as something said.
 */
export function readLines(text: string, head?: string): Line[] {
  const lines: Line[] = [];
  const isInsideCode = head !== undefined && isCode(head, 0, head.length);
  const codes = codesOf(text);
  let isFenced = false;
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const next = found === -1 ? text.length : found;
    const end = next > start && codes[next - 1] === CARRIAGE_RETURN ? next - 1 : next;
    let from = start;
    while (from < end && (isBlank(codes[from]!) || codes[from] === GREATER)) from += 1;
    const mayBeFence = from < end && (codes[from] === BACKTICK || codes[from] === TILDE);
    if (mayBeFence && FENCE.test(text.slice(start, Math.min(end, start + 16)))) {
      isFenced = !isFenced;
      lines.push({ start, end, kind: 'code', content: start, hasSpeaker: false });
    } else if (start === 0 && head !== undefined)
      lines.push({ start, end, kind: isInsideCode ? 'code' : 'said', content: start, hasSpeaker: false });
    else lines.push(lineOf(text, start, end, from, isFenced));
    start = next + 1;
  }
  setProgramsApart(text, lines);
  return lines;
}
