import { TALK_WORDS, TOPIC } from '../rules/talk-vocabulary.ts';

/** A word of a sentence, or a run of characters in a script that is written without blanks. */
export interface Unit {
  start: number;
  end: number;
  /** The topics of the word, one bit each. */
  topics: number;
  /** A mark that ends a sentence, or the end of a line, stands between the unit before and this one. */
  sentence: number;
  line: number;
  /** It is a name of a program, a file or a variable, or the number of an issue. */
  isTechnical: boolean;
}

/** Letters that Unicode does not take apart. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\x00-\x7f]*$/;
const MARKS = /[\u0300-\u036f\u064b-\u0655]/g;

/** Returns a word without case and without accents. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(/[łøđıßæ]/g, (letter) => WHOLE_LETTERS[letter]!);
}

const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー`;
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
/** Scripts that glue articles and prepositions to the front of a word. */
const HAS_PREFIXES = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;
/** A stem of this length is a word of its own wherever it stands: `Zugangspasswort`. */
const LONG_STEM = 6;
const KEY_LENGTH = 3;

interface Stem {
  text: string;
  isWhole: boolean;
  topic: number;
}

const whole = new Map<string, number>();
const stems = new Map<string, Stem[]>();
const insideStems = new Map<string, Stem[]>();
const phrases = new Map<string, { rest: readonly string[]; topic: number }[]>();

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function addWords(list: readonly string[], topic: number): void {
  for (const written of list) {
    const text = fold(written.replace(/\$$/, ''));
    if (text.includes(' ')) {
      const [first, ...rest] = text.split(' ');
      addTo(phrases, first!, { rest, topic });
    } else if (written.endsWith('$')) whole.set(text, (whole.get(text) ?? 0) | topic);
    else {
      const stem = { text, isWhole: false, topic };
      const isInside = IS_UNSPACED.test(text) || HAS_PREFIXES.test(text);
      if (isInside) addTo(insideStems, text.charAt(0), stem);
      else {
        addTo(stems, text.slice(0, KEY_LENGTH), stem);
        if (text.length >= LONG_STEM && (topic & (TOPIC.password | TOPIC.pin)) !== 0)
          addTo(insideStems, text.charAt(0), stem);
      }
    }
  }
}

/** The topics whose words in other languages are no words of English. */
const TELLS_LANGUAGE = TOPIC.password | TOPIC.login;
for (const [name, lists] of Object.entries(TALK_WORDS)) {
  const topic = TOPIC[name as keyof typeof TOPIC];
  for (const [index, list] of lists.entries())
    addWords(list, index > 0 && (topic & TELLS_LANGUAGE) !== 0 ? topic | TOPIC.foreign : topic);
}

/** Articles and prepositions that a word begins with: `l'alarme`. */
const ELISION = /^(?:qu|dell|all|nell|dall|un|[cdjlmnst])['’]/;

function topicsOf(written: string): number {
  const word = written.replace(ELISION, '');
  return word === written ? topicsOfWord(word) : topicsOfWord(word) | topicsOfWord(written);
}

function topicsOfWord(word: string): number {
  let topics = whole.get(word) ?? 0;
  for (const { text, topic } of stems.get(word.slice(0, KEY_LENGTH)) ?? [])
    if (word.startsWith(text)) topics |= topic;
  for (let at = 0; at < word.length; at += 1)
    for (const { text, topic } of insideStems.get(word.charAt(at)) ?? [])
      if (word.startsWith(text, at)) topics |= topic;
  return topics;
}

const UNIT = new RegExp(
  String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[^\s"“”„«»\x60<>()[\]{}|,;:=。，、：；？！（）「」『』“”؟،؛…→])+`,
  'gu',
);
const ENDS_SENTENCE = /[.!?;。！？；؟।](?=\s|$)|[。！？；؟।]|\n/;
const EDGE = /^['’*_.!?¿¡-]+|['’*_.!?।-]+$/g;
const WORD = /^\p{L}[\p{L}\p{M}'’-]*$/u;

/** Names of files, variables, functions and options, and numbers of issues. */
const TECHNICAL =
  /[a-z\d)]\/[\w*]|\w_\w|[a-z][A-Z][a-z]|^--?[a-z]|\w\.[a-z]{1,4}$|^#\d{2,}|^[A-Z]{2,}_|^0x|\d\.\d+\.|^v\d|:\w|[a-z]\d+[a-z]|^[A-Z]{2,}-\d|^\w+-\w+-\w/;

/** `pass` is a verb as well, except at the head of a column or before a colon. */
const BEHIND_COLUMN = /^(?:[ \t]*(?:[|:=\n]|$))/;
const isColumn = (word: string, text: string, end: number) =>
  (word === 'pass' || word === 'passes') && BEHIND_COLUMN.test(text.slice(end, end + 8));

/** Takes a text apart into words, sentences and lines, and says what each word is about. */
export function readUnits(text: string): Unit[] {
  const units: Unit[] = [];
  const folded: string[] = [];
  let sentence = 0;
  let line = 0;
  let last = 0;
  for (const found of text.matchAll(UNIT)) {
    const start = found.index;
    const end = start + found[0].length;
    const between = text.slice(Math.max(0, last - 1), start);
    if (last > 0 && ENDS_SENTENCE.test(between)) sentence += 1;
    if (between.includes('\n')) line += 1;
    const word = found[0].replace(EDGE, '');
    const plain = WORD.test(word) ? fold(word) : '';
    folded.push(plain);
    const topics = (plain === '' ? 0 : topicsOf(plain)) | (isColumn(plain, text, end) ? TOPIC.password : 0);
    units.push({
      start,
      end,
      topics,
      sentence,
      line,
      isTechnical: TECHNICAL.test(word),
    });
    last = end;
  }
  for (const [index, word] of folded.entries()) {
    if (word === '') continue;
    for (const { rest, topic } of phrases.get(word) ?? [])
      if (rest.every((part, offset) => folded[index + 1 + offset]?.startsWith(part))) {
        for (let number = index; number <= index + rest.length; number += 1) units[number]!.topics |= topic;
      }
  }
  return units;
}
