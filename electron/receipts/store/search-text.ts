import { folded, type SearchTerm, searchTerms } from '../../../shared/search-terms.ts';

/*
 * The text index stores groups of three characters, so it finds every part of a word that has three. Marks make shorter
 * queries possible: two marks before each word let one or two letters find the start of a word, and a mark on each side
 * of an ideograph or an emoji lets a single one be found.
 */
const MARK = '\u0002';
const GROUP = 3;
/** More groups do not make a match more exact, because the stored text is compared afterwards. */
const MAX_GROUPS = 12;
/** Longer texts are thinned before they are indexed. */
const MAX_UNTHINNED = 32_768;
/**
 * Maximum number of different groups of a long text in the index. A megabyte of prose or source code has fewer. Random
 * characters have more, and all of them would keep the receipt worker busy for a second.
 */
const MAX_GROUPS_OF_TEXT = 32_768;

const BEYOND_ASCII = /[\u0080-\uffff]/;
const ASCII_WORD_START = /(^|[^A-Za-z0-9])(?=[A-Za-z0-9])/g;
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/** Adds the marks to a text. */
function marked(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.replaceAll(ASCII_WORD_START, `$1${MARK}${MARK}`);
  let result = '';
  let before: 'word' | 'ideograph' | 'other' = 'other';
  for (const character of text.normalize('NFC')) {
    const kind =
      character > '\u007f' && IDEOGRAPH.test(character)
        ? 'ideograph'
        : WORD_CHARACTER.test(character)
          ? 'word'
          : 'other';
    if (kind === 'ideograph') result += MARK;
    else {
      if (before === 'ideograph') result += MARK;
      if (kind === 'word' && before !== 'word') result += MARK + MARK;
    }
    result += character;
    before = kind;
  }
  return before === 'ideograph' ? result + MARK : result;
}

/** Returns every stored string of a receipt, including keys of nested objects. */
function storedText(sessionLabel: string, data: Record<string, unknown>): string {
  const parts: string[] = [sessionLabel];
  const collect = (value: unknown) => {
    if (typeof value === 'string') parts.push(value);
    else if (typeof value === 'number') parts.push(String(value));
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, nested] of Object.entries(value)) {
        parts.push(key);
        collect(nested);
      }
    }
  };
  Object.values(data).forEach(collect);
  return parts.join('\n');
}

const ASCII = 0x80;
const ASCII_BITS = 7;
const ASCII_GROUPS = 1 << (ASCII_BITS * GROUP);
const BITS_OF_WORD = 32;
/** One bit for each group of ASCII characters. One text uses it at a time. */
const seenAscii = new Uint32Array(ASCII_GROUPS / BITS_OF_WORD);

/** Finds the groups of a text that did not occur before. Groups that differ only by case are one. */
function newGroupsOf(characters: string | readonly string[]): (at: number) => boolean {
  seenAscii.fill(0);
  const seenOthers = new Set<string>();
  let group = 0;
  let lastOther = -1;
  const take = (at: number) => {
    const unit = typeof characters === 'string' ? characters.charCodeAt(at) : characters[at]!.charCodeAt(0);
    if (unit >= ASCII) lastOther = at;
    const folded = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
    group = ((group << ASCII_BITS) | (folded & (ASCII - 1))) & (ASCII_GROUPS - 1);
  };
  for (let at = 0; at < GROUP - 1; at += 1) take(at);
  return (at) => {
    take(at + GROUP - 1);
    if (lastOther >= at) {
      const before = seenOthers.size;
      return seenOthers.add(`${characters[at]}${characters[at + 1]}${characters[at + 2]}`).size > before;
    }
    const word = Math.floor(group / BITS_OF_WORD);
    const bit = 1 << group;
    if ((seenAscii[word]! & bit) !== 0) return false;
    seenAscii[word]! |= bit;
    return true;
  };
}

/**
 * Leaves out the passages of a long text whose groups all occur earlier in it: the index stores each group of a receipt
 * once. The work of the index is thus bounded by the number of different groups. Where two passages meet, groups arise
 * that the text does not have. They do no harm, because the stored text is compared afterwards.
 */
function thinned(text: string): string {
  if (text.length <= MAX_UNTHINNED) return text;
  const characters = BEYOND_ASCII.test(text) ? [...text] : text;
  const isNew = newGroupsOf(characters);
  const passage = (start: number, end: number) => {
    const part = characters.slice(start, end);
    return typeof part === 'string' ? part : part.join('');
  };
  let result = '';
  let start = 0;
  let end = 0;
  for (let at = 0, groups = 0; at + GROUP <= characters.length && groups < MAX_GROUPS_OF_TEXT; at += 1) {
    if (!isNew(at)) continue;
    groups += 1;
    if (at > end) {
      result += passage(start, end);
      start = at;
    }
    end = at + GROUP;
  }
  return result + passage(start, end);
}

/** Returns the text of a receipt as the text index stores it. */
export const searchText = (sessionLabel: string, data: Record<string, unknown>): string =>
  thinned(marked(storedText(sessionLabel, data)));

/** Returns the groups that a text with this term contains. None if the term is too short for the index. */
function groupsOf(term: string): string[] {
  const all = [...marked(term)];
  // The term may begin in the middle of a word.
  let start = 0;
  if (!IDEOGRAPH.test(term.normalize('NFC').slice(0, 2))) while (all[start] === MARK) start += 1;
  const characters = all.length - start >= GROUP ? all.slice(start) : all;
  const groups = new Set<string>();
  for (let at = 0; at + GROUP <= characters.length && groups.size < MAX_GROUPS; at += 1) {
    groups.add(characters.slice(at, at + GROUP).join(''));
  }
  return [...groups];
}

/** A search, prepared for the text index and for a comparison with the stored text. */
export interface TextSearch {
  /** FTS5 expression of the groups. Undefined if the index cannot narrow the search. */
  match: string | undefined;
  /** The terms for {@link holdsTerms}, as JSON. */
  terms: string;
  /** True if no text can match. */
  impossible: boolean;
}

export function textSearch(search: string): TextSearch {
  const terms = searchTerms(search);
  const groups = new Set(terms.filter(({ excluded }) => !excluded).flatMap(({ text }) => groupsOf(text)));
  return {
    match:
      groups.size === 0
        ? undefined
        : [...groups].map((group) => `"${group.replaceAll('"', '""')}"`).join(' AND '),
    terms: JSON.stringify(
      terms.map(({ text, excluded }) => ({
        // The stored text is compared as JSON.
        text: folded(JSON.stringify(text).slice(1, -1)),
        excluded,
      })),
    ),
    impossible: groups.size === 0 && !terms.some(({ excluded }) => excluded),
  };
}

let lastTerms = '';
let parsedTerms: SearchTerm[] = [];

/** Compares a receipt with the terms of a search: 1 if its text holds all of them and none of the excluded ones. */
export function holdsTerms(data: string, sessionLabel: string, terms: string): 0 | 1 {
  if (terms !== lastTerms) {
    lastTerms = terms;
    parsedTerms = JSON.parse(terms) as SearchTerm[];
  }
  const text = folded(data);
  let label: string | undefined;
  for (const { text: term, excluded } of parsedTerms) {
    label ??= text.includes(term) ? undefined : folded(sessionLabel);
    const holds = text.includes(term) || (label?.includes(term) ?? false);
    if (holds === excluded) return 0;
  }
  return 1;
}
