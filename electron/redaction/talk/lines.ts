import { codesOf } from '../text/text-codes.ts';

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

const ENDS_AS_CODE = /(?:[;{}]|\);?|=>|\\|,\s*\/\/.*)[ \t]*$/;
const LOG =
  /^[ \t]*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*[ \t]+\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|NOTICE)|at \S+\(|File "|Traceback|Caused by:|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+:|(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE)[: ])/;
const BEGINS_AS_CODE =
  /^[ \t]*(?:\$ \S|[+-]{3} |@@ |#include|#define|import [\w{*"'.]+|from \w+ import|(?:export )?(?:const|let|var|function|class|interface|type|enum) \w+|(?:public|private|protected|static|void|async|def|func|fn|package|using|namespace) \w+.*[({;:]|return\b.*;|<\/?\w+[^>]*>\s*$|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|GRANT) |[A-Z_]{3,}=\S|--[a-z][\w-]+(?:[ =]\S+)?[ \t]*\\?$|[\w.-]+\s*=\s*\S|[{}()[\]][{}()[\] ]*[;,]?\s*$)/;
const SIGNS = '{}()[];=<>&$\\_/';
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

/** Kinds of characters of ASCII. Most lines are judged by them before an expression is tried. */
const KIND = { letter: 1, sign: 2, beforeWord: 4, behindWord: 8, ofName: 16, mark: 32 } as const;
const KINDS = new Uint8Array(128);
function mark(characters: string, kind: number): void {
  for (const character of characters) KINDS[character.charCodeAt(0)]! |= kind;
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
mark(LETTERS, KIND.letter);
mark(SIGNS, KIND.sign);
mark(' \t\n\v\f\r("\'', KIND.beforeWord);
mark(' \t\n\v\f\r,.!?:;)"\'', KIND.behindWord);
mark(`${LETTERS}${DIGITS} \t._'()#&@-*[`, KIND.ofName);
/** What can stand first in a line with a speaker or a stamp, beside letters. */
mark(`${DIGITS}[(<*_-`, KIND.mark);

const kindOf = (code: number) => (code < KINDS.length ? KINDS[code]! : 0);

/** True for fewer words than so many. */
function hasFewerWords(line: string, words: number): boolean {
  if (line.length + 1 < LENGTH_OF_WORD * words) return true;
  let count = 0;
  let start = 0;
  for (let at = 0; at <= line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code >= KINDS.length) return (line.match(WORD)?.length ?? 0) < words;
    const kinds = kindOf(code);
    if ((kinds & KIND.letter) !== 0) continue;
    if (at - start >= 2 && (at === line.length || (kinds & KIND.behindWord) !== 0)) count += 1;
    if (count === words) return false;
    start = (kinds & KIND.beforeWord) !== 0 ? at + 1 : Number.POSITIVE_INFINITY;
  }
  return true;
}

function countSigns(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at += 1) if ((kindOf(line.charCodeAt(at)) & KIND.sign) !== 0) count += 1;
  return count;
}

function isCode(line: string): boolean {
  const part = line.length > LONGEST_JUDGED ? line.slice(0, LONGEST_JUDGED) : line;
  if (LOG.test(part) || JSON_LINE.test(part) || (part.includes(':') && TYPED.test(part))) return true;
  const signs = countSigns(part);
  const hasFewer = (words: number) => hasFewerWords(part, words);
  if (hasFewer(FEWEST_WORDS_SAID + signs) && BEGINS_AS_CODE.test(part)) return true;
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
  return hasFewerWords(line.slice(content, content + LONGEST_JUDGED), FEWEST_WORDS_OF_COMMENT) ? -1 : content;
}

const [TAB, BLANK, HYPHEN, DOT, ZERO, NINE, COLON] = [9, 32, 45, 46, 48, 57, 58] as const;
const [QUOTE_SIGN, AT_SIGN, BACKTICK, TILDE] = [62, 64, 96, 126] as const;
const isBlank = (code: number) => code === BLANK || code === TAB;

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

function lineOf(text: string, start: number, end: number, from: number, isFenced: boolean): Line {
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
  const isTried = !isFenced && mayHaveSpeaker(codesOf(text), from, end);
  const speaker = isTried ? (SPEAKER.exec(written) ?? STAMPED.exec(written)) : null;
  const told = speaker === null ? written : written.slice(speaker[0].length);
  const isJudged = speaker === null || told.length > SHORTEST_JUDGED_TURN || LOG.test(written);
  if (isFenced || (isJudged && (isCode(told) || (speaker !== null && LOG.test(written))))) {
    const comment = commentIn(written);
    return comment < 0 ? line('code') : line('said', comment);
  }
  if (speaker !== null) return line('said', speaker[0].length, true);
  return line('said', QUOTED.exec(written)?.[0].length ?? 0);
}

/** `  listener: (`, `  ) => void,`: an indented line that ends inside a program. */
const ENDS_INSIDE = /(?:[({[<]|=> ?\w*[,;]?)$/;
/** A statement with its types has more words: `  emit(event: "stream", headers: IncomingHttpHeaders): boolean;`. */
const FEWEST_WORDS_BEFORE_MARK = 2 * FEWEST_WORDS_SAID;
const ENDS_WITH_MARK = /[;,]$/;

/**
 * Sets indented lines between lines of a program apart, too: the arguments of a call, each in a line of its own, and
 * members with their types, which look like a speaker (`  session: ServerHttp2Session<Request>,`).
 */
function setProgramsApart(text: string, lines: Line[]): void {
  /** The lines since the last line of a program; undefined where something is said since. */
  let waiting: Line[] | undefined;
  for (const line of lines) {
    const { start, end } = line;
    let mayBeCode = line.kind === 'said' && isBlank(text.charCodeAt(start)) && end - start <= LONGEST_JUDGED;
    if (mayBeCode) {
      const written = text.slice(start, end);
      // A comment inside a program stays what it is.
      if (COMMENT.test(written)) continue;
      const fewest = ENDS_WITH_MARK.test(written) ? FEWEST_WORDS_BEFORE_MARK : FEWEST_WORDS_SAID;
      mayBeCode = hasFewerWords(written, fewest + countSigns(written));
      if (mayBeCode && ENDS_INSIDE.test(written)) line.kind = 'code';
    }
    if (line.kind === 'code') {
      for (const each of waiting ?? []) each.kind = 'code';
      waiting = [];
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
  const codes = codesOf(text);
  let isFenced = false;
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const next = found === -1 ? text.length : found;
    const end = next > start && text.charCodeAt(next - 1) === CARRIAGE_RETURN ? next - 1 : next;
    let from = start;
    while (from < end && (isBlank(codes[from]!) || codes[from] === QUOTE_SIGN)) from += 1;
    const mayBeFence = from < end && (codes[from] === BACKTICK || codes[from] === TILDE);
    if (mayBeFence && FENCE.test(text.slice(start, Math.min(end, start + 16)))) {
      isFenced = !isFenced;
      lines.push({ start, end, kind: 'code', content: start, hasSpeaker: false });
    } else if (start === 0 && head !== undefined)
      lines.push({ start, end, kind: isCode(head) ? 'code' : 'said', content: start, hasSpeaker: false });
    else lines.push(lineOf(text, start, end, from, isFenced));
    start = next + 1;
  }
  setProgramsApart(text, lines);
  return lines;
}
