import { LABELS, type LabelSort } from '../rules/labels.ts';

/** A label as it is looked for: its words, what it announces, and what may follow it. */
export interface Label {
  text: string;
  sort: LabelSort;
  /** Written without spaces between words, so that a label can stand in the middle of a run of letters. */
  joined: boolean;
  /** English, as the names in programs are. */
  english: boolean;
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

function index(): Map<string, Label> {
  const gathered = new Map<
    string,
    { sort: LabelSort; english: boolean; valueFirst: boolean; copulas: Set<string> }
  >();
  for (const labels of LABELS) {
    for (const sort of SORTS) {
      for (const word of labels[sort] ?? []) {
        const entry = gathered.get(word) ?? {
          sort,
          english: labels.language === 'English',
          valueFirst: VALUE_FIRST.has(labels.language),
          copulas: new Set<string>(),
        };
        // People say PIN in every language.
        for (const { copulas } of /^pin/.test(word) ? LABELS : [labels])
          for (const copula of copulas) entry.copulas.add(copula);
        gathered.set(word, entry);
      }
    }
  }
  const found = new Map<string, Label>();
  for (const [text, { sort, english, valueFirst, copulas }] of gathered) {
    const longestFirst = [...copulas].sort((one, other) => other.length - one.length);
    found.set(text, {
      text,
      sort,
      english,
      valueFirst,
      literals: /^[\x20-\x7e]{2}$/.test(text) ? AFTER_SHORT.map((mark) => text + mark) : [text],
      joined: WITHOUT_SPACES.test(text),
      copulas: longestFirst.map(quoted).join('|'),
    });
  }
  return found;
}

/** All labels by their words in small letters. */
export const LABEL_INDEX: ReadonlyMap<string, Label> = index();
