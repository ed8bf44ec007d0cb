import { isSurrogate, UnitClass } from '../text/unit-classes.ts';
import { match } from './label-grammar.ts';
import { VerbBeginnings } from './label-verbs.ts';

const PHRASES =
  "it['’]s|it is|that['’]s|es heißt|es ist|er lautet|es lautet|c['’]est|ahora es|agora é|adesso è|ora è|nu är det|теперь|тепер|to teraz|teď je";
/** `, it is now X` and `, c'est maintenant X`: the sentence goes on about the label. */
const GOES_ON = new RegExp(
  `,?[ \\t](?:but |and )?(?:${PHRASES})(?:[ \\t](?:now|currently|still|jetzt|maintenant|ahora|agora))?[ \\t:]{1,3}`,
  'iuy',
);
const beginnings = new VerbBeginnings(`but|and|${PHRASES.replaceAll('[', '|').replaceAll(']', '|')}`);
const WORD = /[ \t][\p{L}\p{M}\p{N}'’.-]{1,20}/iuy;
const REST_OF_WORD = new UnitClass(/[\p{L}\p{M}\p{N}'’.-]/u);
const LONGEST_WORD = 20;
/** Words between the label and what goes on. */
const MOST_WORDS = 6;
const COMMA = 44;

const isBlank = (code: number) => code === 32 || code === 9;

function wordEnd(text: string, at: number): number {
  if (!isBlank(text.charCodeAt(at))) return -1;
  const stop = Math.min(text.length, at + 1 + LONGEST_WORD);
  let end = at + 1;
  while (end < stop && REST_OF_WORD.has(text.charCodeAt(end))) end += 1;
  if (end < stop && isSurrogate(text.charCodeAt(end))) {
    const length = match(WORD, text, at);
    return length === 0 ? -1 : at + length;
  }
  return end === at + 1 ? -1 : end;
}

function phraseAt(text: string, at: number): number {
  const blank = text.charCodeAt(at) === COMMA ? at + 1 : at;
  if (!isBlank(text.charCodeAt(blank)) || !beginnings.canBeginAt(text, blank + 1)) return 0;
  return match(GOES_ON, text, at);
}

/**
 * The length of some words behind a label and of what goes on about it, or 0: `password, it is now X`. The last of the
 * places where it can go on counts.
 */
export function goesOnAt(text: string, from: number): number {
  let end = from;
  let length = 0;
  for (let words = 0; end !== -1; words += 1) {
    const phrase = phraseAt(text, end);
    if (phrase > 0) length = end + phrase - from;
    if (words === MOST_WORDS) break;
    end = wordEnd(text, end);
  }
  return length;
}
