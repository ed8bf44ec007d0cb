import type { Detector, Scan } from '../engine/scan.ts';
import { LABEL_INDEX, type Label } from '../text/label-words-index.ts';
import {
  isCode,
  isMixedPassword,
  isProseKey,
  isProsePassword,
  type Tie,
  withoutSentenceEnd,
} from '../text/prose-secret.ts';

const LONGEST_VALUE = 256;
/** Letters that a language adds to a word: `паролями`, `jelszavamat`, `şifresinin`. */
const LONGEST_ENDING = 8;
/** What may follow a label before its value, all on one line: some words and a verb. */
const LONGEST_BETWEEN = 160;
const GAP = '[ \\t\\u00a0\\u3000\\u200f\\u200e]';
const OPERATOR = /[ \t\u00a0\u3000]{0,8}(?::=|=>|==?|:|：|->|→|⇒|—|–|﹕|-(?=[ \t]))[ \t\u00a0\u3000]{0,4}/y;
const CLOSERS = /[*_"'`”»」』)\]]{0,6}/y;
const ASIDE = /[ \t\u00a0]?[（(][^()（）\n]{1,48}[)）]/y;
/** `now`, `currently`, between the verb and the value. */
const ADVERB =
  /(?:now|still|currently|just|actually|temporarily|again|jetzt|nun|noch|aktuell|derzeit|maintenant|actuellement|toujours|ahora|actualmente|agora|atualmente|adesso|attualmente|nu|momenteel|teraz|obecnie|nyní|teď|şimdi|hâlâ|сейчас|теперь|пока|зараз|τώρα|الآن|כרגע|עכשיו|अभी|nå|nyt|most|jelenleg|acum|sekarang|hiện|bây giờ)(?=[ \t:])[ \t]{0,3}:?[ \t]{0,3}/iy;
const OPENERS = /(?:[*_]{1,3}[ \t]{1,3})?[*_]{0,3}(["'`“”„‟«‹「『‘’‚])?/y;
const CLOSING: Record<string, string> = {
  '“': '”“"',
  '”': '”"',
  '„': '“”"',
  '‟': '”"',
  '«': '»',
  '‹': '›',
  '「': '」',
  '『': '』',
  '‘': "’'",
  '’': "’'",
  '‚': "‘’'",
};
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]/u;
const ASCII_START = /[\x21-\x7e]/;
const LETTER = /[\p{L}\p{M}]/u;
/** `changed the password to X`, in the languages of the table. */
const TO =
  /[ \t]{1,3}(?:to|with|as|на|у|na|a|à|en|para|em|în|in|till|til|naar|auf|su|σε|sang|thành|jadi|menjadi|ke|إلى|ב|ל|को|बदलकर)(?:[ \t]{1,3}|-?(?=["„“«]))/iuy;
/** `, it is now X` and `, c'est maintenant X`: the sentence goes on about the label. */
const GOES_ON =
  /(?:[ \t][\p{L}\p{M}\p{N}'’.-]{1,20}){0,6},?[ \t](?:but |and )?(?:it['’]s|it is|that['’]s|es heißt|es ist|er lautet|es lautet|c['’]est|ahora es|agora é|adesso è|ora è|nu är det|теперь|тепер|to teraz|teď je)(?:[ \t](?:now|currently|still|jetzt|maintenant|ahora|agora))?[ \t:]{1,3}/iuy;
/** Words between a label and its value where the language needs no verb: `kata sandi saya X`. */
const POSSESSED = /(?:[ \t][\p{L}\p{M}'’-]{1,16}){1,2}[ \t]{1,2}(?=["'«„“]?[^\s]{0,40}\p{N})/uy;
/** `X as the password`. */
const AS_LABEL =
  /(?:^|[\s"'`(])([^\s"'`()]{6,64})["'`]?[ \t](?:as|for)[ \t](?:the |a |my |your |our |its )?(?:[\w-]{1,16} )?$/;
const JUST_BEFORE = /(?:^|[\s"'`(])([^\s"'`()]{6,64})["'`]?[ \t]{1,2}$/u;
const REACH_BEFORE = 96;
/** Keys of databases, tables, maps and keyboards, and what every program publishes. */
const NO_SECRET_BEFORE =
  /(?:primary|foreign|sort|cache|public|partition|index|idempotency|row|group|object|unique|hash|lookup|translation|registry|route|query|react|dedup\w*|trace|composite|natural|surrogate|candidate|storage|session|json|map|dict\w*|arrow|enter|shift|ctrl|control|alt|hot|short|function|return|escape|delete|any|next|page|cancel\w*|csrf|xsrf|host|ssh host|gpg|pgp|verification|publishable|anon|site|continuation|pagination|sync|cursor|design|lexer|parser|syntax|string|keyword|foreign-|etag|commit|artifact|s3 object|redis)[ _-]$/i;
const NAME_BEFORE = /[\p{L}\p{N}_$.]/u;

interface Reader {
  /** A verb of the label's language, with what may stand around it. */
  verb: RegExp;
  /** Up to eight words, and then a verb or an operator: `password for the staging database is`. */
  later: RegExp;
}

const readers = new Map<string, Reader>();
function readerOf(label: Label): Reader {
  let reader = readers.get(label.copulas);
  if (reader === undefined) {
    const verb = label.joined
      ? `${GAP}{0,2}(?:${label.copulas})${GAP}{0,2}`
      : `${GAP}{1,3}(?:${label.copulas})(?=[ \\t\\u00a0:"'\`“„«*])${GAP}{0,3}`;
    // A word of ordinary text; a comma or a full stop ends the sentence that is about the label.
    const word = `${GAP}{1,2}[\\p{L}\\p{N}#@"'’“”(\\[][\\p{L}\\p{M}\\p{N}_@.'’"“”()\\[\\]/+-]{0,31}`;
    reader = {
      verb: new RegExp(verb, 'iyu'),
      later: new RegExp(
        `(?:${word}){1,8}?(?:${GAP}{1,3}(?:${label.copulas})(?=[ \\t:"'\`“„«*])${GAP}{0,3}:?${GAP}{0,3}|${GAP}{0,2}(?::|=|：|→|->|—|–)${GAP}{0,4}(?!//))`,
        'iyu',
      ),
    };
    readers.set(label.copulas, reader);
  }
  return reader;
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

interface ReadValue {
  value: string;
  start: number;
  end: number;
  quoted: boolean;
  endsLine: boolean;
}

/** The value that begins at `at`: in quotes or emphasis, or one word. */
function readAt(scan: Scan, at: number): ReadValue | undefined {
  const { text } = scan;
  OPENERS.lastIndex = at;
  const opener = OPENERS.exec(text)!;
  const quote = opener[1];
  const start = at + opener[0].length;
  const stop = Math.min(text.length, start + LONGEST_VALUE);
  const emphasis = /[*_]+$/.exec(opener[0])?.[0] ?? '';
  const closing = quote === undefined ? undefined : (CLOSING[quote] ?? quote);
  let end = start;
  if (closing !== undefined) {
    while (end < stop && !closing.includes(text.charAt(end)) && text.charAt(end) !== '\n') end += 1;
    scan.work += end - start;
    if (end >= stop || text.charAt(end) === '\n' || end === start) return undefined;
    const inside = text.slice(start, end);
    const value = inside.trim();
    if (value === '') return undefined;
    const from = start + inside.indexOf(value);
    return { value, start: from, end: from + value.length, quoted: true, endsLine: true };
  }
  const ascii = ASCII_START.test(text.charAt(start));
  for (; end < stop; end += 1) {
    const character = text.charAt(end);
    if (/[\s"`“”«»「」『』<>|]/.test(character)) break;
    if (ascii && character > '\u2e7f' && CJK.test(character)) break;
    // A suffix that Turkish puts on a value, and a closing quote.
    if (character === "'" || character === '’') {
      if (/^['’](?:\p{Ll}{1,5})?(?:[\s.,;!?)]|$)/u.test(text.slice(end, end + 8))) break;
    }
    if (!ascii && /[，。；、：！？）]/.test(character)) break;
    // The next pair of a connection string.
    if (character === ';' && /^;[A-Za-z]\w{1,40}=/.test(text.slice(end, end + 44))) break;
    if (character === '\\' && /[nrt"]/.test(text.charAt(end + 1))) break;
  }
  scan.work += end - start;
  if (end === start) return undefined;
  let raw = text.slice(start, end);
  if (emphasis !== '' && raw.includes(emphasis)) raw = raw.slice(0, raw.lastIndexOf(emphasis));
  const value = withoutSentenceEnd(raw);
  if (value === '') return undefined;
  const after = text.slice(start + value.length, start + value.length + 4);
  return {
    value,
    start,
    end: start + value.length,
    quoted: emphasis !== '',
    endsLine:
      /^(?:[*_`]{0,3}[.;!]?\s*$|[*_`]{0,3}[.;!]?[ \t]{0,2}[\r\n]|\\n|[ \t]*\|)/.test(after) ||
      start + value.length >= text.length,
  };
}

function isSecret(label: Label, read: ReadValue, tie: Tie): boolean {
  switch (label.sort) {
    case 'password':
      return isProsePassword(read.value, tie, read.quoted, read.endsLine);
    case 'pin':
      return isCode(read.value, tie);
    case 'key':
      return isProseKey(read.value, tie);
    case 'phrase':
      return false;
  }
}

const MASKS = { password: 'password', pin: 'secret', key: 'token', phrase: 'secret' } as const;

function accept(scan: Scan, label: Label, at: number, tie: Tie): boolean {
  const read = readAt(scan, at);
  if (!read || !isSecret(label, read, tie)) return false;
  scan.matches.push({
    rule: `spoken-${label.sort}`,
    tier: 'candidate',
    start: read.start,
    end: read.end,
    replacement: `[${MASKS[label.sort]}]`,
    secret: read.value,
  });
  scan.done.label = Math.max(scan.done.label, read.end);
  return true;
}

/** Characters behind an English label among which a value would have to show itself. */
const REACH_OF_CANDIDATE = 140;

/** Whether anything behind a label on its line could be a value: a digit, a quote, a mark of emphasis, another script. */
function hasCandidate(text: string, from: number): boolean {
  const stop = Math.min(text.length, from + REACH_OF_CANDIDATE);
  for (let at = from; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10) return false;
    if ((code >= 48 && code <= 58) || code === 34 || code === 39 || code === 96 || code === 42 || code > 127)
      return true;
  }
  return /[ \t](?:as|for)[ \t][\w ]{0,24}$/.test(
    text.slice(Math.max(0, from - 40), from).replace(/\S+$/, ''),
  );
}

function attemptLabel(scan: Scan, at: number, label: Label): void {
  const { text } = scan;
  if (at < scan.done.label) return;
  const before = text.charAt(at - 1);
  // A name in a program is for the assignments; a compound of German or Finnish is a label.
  if (!label.joined && NAME_BEFORE.test(before)) {
    if (label.english || !/\p{L}/u.test(before)) return;
    if (text.charAt(at) !== label.text.charAt(0)) return;
  }
  let end = at + label.text.length;
  if (!label.joined) {
    const stop = Math.min(text.length, end + LONGEST_ENDING);
    while (end < stop && LETTER.test(text.charAt(end))) end += 1;
    if (/[\p{L}\p{N}_$]/u.test(text.charAt(end))) return;
    // English has no endings but that of the plural.
    if (label.english && end - at > label.text.length + 3) return;
  }
  if (/^(?:\(|\.\w|\[['"]|->|::|\+\+|\?\.)/.test(text.slice(end, end + 3))) return;
  if (label.english && !hasCandidate(text, end)) return;
  if (label.sort === 'key' && NO_SECRET_BEFORE.test(text.slice(Math.max(0, at - 24), at))) return;
  scan.work += 24;
  const closers = match(CLOSERS, text, end);
  // A member of an object, which the assignments judge.
  if (label.english && /^["'`]/.test(before) && /^\\?["'`]/.test(text.slice(end, end + 2))) return;
  end += closers;
  end += match(ASIDE, text, end);
  const operator = match(OPERATOR, text, end);
  if (operator > 0) {
    // A sign of equality is the assignments', too.
    if (label.english && closers === 0 && /^[ \t]*=/.test(text.slice(end, end + 4))) return;
    // `password: "formData"` and `pin = 12` are code; a sentence has no quote right after the sign.
    if (
      label.english &&
      closers === 0 &&
      /^\S/.test(text.slice(end)) &&
      /^[:=][ \t]*\\{0,2}["'`]|^\s*=/.test(text.slice(end, end + operator + 2))
    )
      return;
    accept(scan, label, end + operator, 'operator');
    return;
  }
  const reader = readerOf(label);
  const verb = match(reader.verb, text, end);
  if (verb > 0) {
    let from = end + verb;
    from += match(ADVERB, text, from);
    const sign = match(OPERATOR, text, from);
    if (accept(scan, label, from + sign, sign > 0 ? 'operator' : 'verb')) return;
  }
  const gap = /^[ \t\u00a0\u3000]{1,3}/.exec(text.slice(end, end + 3))?.[0].length ?? 0;
  if ((gap > 0 || label.joined) && accept(scan, label, end + gap, 'beside')) return;
  const to = match(TO, text, end);
  if (to > 0 && accept(scan, label, end + to, 'beside')) return;
  if (acceptBefore(scan, label, at)) return;
  if (gap === 0 && text.charAt(end) !== ',') return;
  const goesOn = match(GOES_ON, text, end);
  scan.work += goesOn + 16;
  if (goesOn > 0 && accept(scan, label, end + goesOn, 'verb')) return;
  reader.later.lastIndex = end;
  const later = reader.later.exec(text);
  scan.work += Math.min(LONGEST_BETWEEN, later?.[0].length ?? 64);
  if (later) {
    const from = end + later[0].length;
    const sign = /[:=：→>—–][ \t\u00a0]*$/.test(later[0]);
    if (accept(scan, label, from + match(ADVERB, text, from), sign ? 'operator' : 'verb')) return;
  }
  if (label.english && label.sort !== 'pin') return;
  const possessed = match(POSSESSED, text, end);
  if (possessed > 0) accept(scan, label, end + possessed, 'beside');
}

/** `use X as the password`, `X şifresiyle`: the value stands before its label. */
function acceptBefore(scan: Scan, label: Label, at: number): boolean {
  if (label.sort === 'pin') return false;
  if (!label.english && !label.valueFirst) return false;
  const { text } = scan;
  if (
    label.english &&
    !/(?:as|for)[ \t](?:the |a |my |your |our |its )?(?:[\w-]{1,16} )?$/.test(
      text.slice(Math.max(0, at - 32), at),
    )
  )
    return false;
  const before = text.slice(Math.max(0, at - REACH_BEFORE), at);
  scan.work += before.length;
  const found = (label.english ? AS_LABEL : JUST_BEFORE).exec(before);
  const value = found?.[1];
  if (!found || value === undefined || !/^[\x21-\x7e]+$/.test(value)) return false;
  const accepted = label.sort === 'key' ? isProseKey(value, 'beside') : isMixedPassword(value);
  if (!accepted) return false;
  const start = Math.max(0, at - REACH_BEFORE) + found.index + found[0].indexOf(value);
  scan.matches.push({
    rule: `spoken-${label.sort}`,
    tier: 'candidate',
    start,
    end: start + value.length,
    replacement: `[${MASKS[label.sort]}]`,
    secret: value,
  });
  return true;
}

/** `the password for staging is X`, `**Пароль:** X`, `密码是X`: a label in any language, and what it announces. */
export const labelDetectors: readonly Detector[] = [...LABEL_INDEX.values()]
  .filter(({ sort }) => sort !== 'phrase')
  .map((label) => ({
    literals: label.literals,
    caseless: true,
    attempt: (scan: Scan, at: number) => attemptLabel(scan, at, label),
  }));
