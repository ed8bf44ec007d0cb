import { LABELS, type LabelSort } from '../rules/labels.ts';

/** A label as it is looked for: its words, what it announces, and what may follow it. */
export interface Label {
  text: string;
  sort: LabelSort;
  /** Written without spaces between words, so that a label can stand in the middle of a run of letters. */
  joined: boolean;
  /** English, as the names in programs are. */
  english: boolean;
  /** The labels of the same script that begin with it. */
  longer: readonly string[];
  /** Of a language whose verbs, and much else, stand behind: the value can come before its label. */
  valueFirst: boolean;
  /** What the prefilter looks for. */
  literals: readonly string[];
  /** Verbs and particles between the label and its value, the longest first, as a pattern. */
  copulas: string;
}

const quoted = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const SORTS = ['password', 'pin', 'key', 'phrase', 'slang'] as const;
/** The marks after a label of two letters, without which it is too short to be looked for. */
const AFTER_SHORT = [' ', ':', '=', '"', '*', '`', "'"];
const VALUE_FIRST = new Set(['Turkish', 'Hindi', 'Hungarian', 'Japanese', 'Korean', 'Finnish']);
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Languages whose writers leave out the marks above letters where typing them takes longer. */
const MAY_LACK_MARKS = new Set([
  'French',
  'Spanish',
  'Portuguese',
  'Italian',
  'Polish',
  'Czech, Slovak',
  'Turkish',
  'Greek',
  'Hungarian',
  'Romanian',
  'Vietnamese',
]);
const LETTERS_WITHOUT_MARKS: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ı: 'i' };
/** A shorter label without its marks is a word of another language too often. */
const SHORTEST_WITHOUT_MARKS = 5;

/** A label, and the same as it is typed without marks. */
function spellingsOf(word: string, language: string): readonly string[] {
  if (!MAY_LACK_MARKS.has(language)) return [word];
  const plain = word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łđı]/g, (letter) => LETTERS_WITHOUT_MARKS[letter]!);
  return plain === word || plain.length < SHORTEST_WITHOUT_MARKS ? [word] : [word, plain];
}

/** The copulas of the languages with these numbers as one pattern, the longest first. */
function patternOf(languages: readonly number[]): string {
  const copulas = new Set(languages.flatMap((language) => LABELS[language]!.copulas));
  const longestFirst = [...copulas].sort((one, other) => other.length - one.length);
  return longestFirst.map(quoted).join('|');
}

const EVERY_LANGUAGE = [...LABELS.keys()];

function index(): Map<string, Label> {
  const gathered = new Map<
    string,
    { sort: LabelSort; english: boolean; valueFirst: boolean; languages: number[] }
  >();
  for (const [language, labels] of LABELS.entries()) {
    for (const sort of SORTS) {
      for (const word of (labels[sort] ?? []).flatMap((label) => spellingsOf(label, labels.language))) {
        const entry = gathered.get(word) ?? {
          sort,
          english: labels.language === 'English',
          valueFirst: VALUE_FIRST.has(labels.language),
          // People say PIN in every language.
          languages: /^pin/.test(word) ? EVERY_LANGUAGE : [],
        };
        if (!entry.languages.includes(language)) entry.languages.push(language);
        gathered.set(word, entry);
      }
    }
  }
  const found = new Map<string, Label>();
  // A thousand labels have the copulas of some forty sets of languages.
  const patterns = new Map<string, string>();
  for (const [text, { sort, english, valueFirst, languages }] of gathered) {
    const name = languages.join(' ');
    const copulas = patterns.get(name) ?? patternOf(languages);
    patterns.set(name, copulas);
    found.set(text, {
      text,
      sort,
      english,
      valueFirst,
      literals: /^[\x20-\x7e]{2}$/.test(text) ? AFTER_SHORT.map((mark) => text + mark) : [text],
      longer: [],
      joined: WITHOUT_SPACES.test(text),
      copulas,
    });
  }
  const joined = [...found.values()].filter((label) => label.joined);
  for (const label of joined)
    label.longer = joined
      .map(({ text }) => text)
      .filter((text) => text !== label.text && text.startsWith(label.text));
  return found;
}

/** All labels by their words in small letters. */
export const LABEL_INDEX: ReadonlyMap<string, Label> = index();
