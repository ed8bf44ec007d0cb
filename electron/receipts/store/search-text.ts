import { folded } from '../../../shared/search/terms.ts';

/*
 * The text index stores groups of three characters, so it finds every part of a word that has three. A mark on each side of an
 * ideograph or an emoji lets a single one be found. Other terms of one or two characters are compared with each receipt.
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
const SURROGATE = /[\ud800-\udfff]/;
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
const EDGE_OF_IDEOGRAPH = new RegExp(`(?=${IDEOGRAPH.source})|(?<=${IDEOGRAPH.source})`, 'gu');

/** Adds the marks to a folded text. A megabyte of them takes 20 ms, and one without ideographs 5 ms. */
const marked = (text: string): string =>
  BEYOND_ASCII.test(text) ? text.replace(EDGE_OF_IDEOGRAPH, MARK) : text;

/** Returns every stored string of a receipt, including keys of nested objects. */
export function collectTexts(data: Record<string, unknown>): string[] {
  const texts: string[] = [];
  const collect = (value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'number') texts.push(String(value));
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, nested] of Object.entries(value)) {
        texts.push(key);
        collect(nested);
      }
    }
  };
  Object.values(data).forEach(collect);
  return texts;
}

/**
 * Leaves out the passages of a long text whose groups all occur earlier in it: the index stores each group of a receipt
 * once. The work of the index is thus bounded by the number of different groups. Where two passages meet, groups arise
 * that the text does not have. They do no harm, because the stored text is compared afterwards.
 */
function thinned(text: string): string {
  if (text.length <= MAX_UNTHINNED) return text;
  const characters = SURROGATE.test(text) ? [...text] : text;
  const textOf = (from: number, to: number) => {
    const part = characters.slice(from, to);
    return typeof part === 'string' ? part : part.join('');
  };
  const seen = new Set<string>();
  let result = '';
  let [start, end] = [0, 0];
  for (let at = 0; at + GROUP <= characters.length && seen.size < MAX_GROUPS_OF_TEXT; at += 1) {
    const before = seen.size;
    if (seen.add(textOf(at, at + GROUP)).size === before) continue;
    if (at > end) {
      result += textOf(start, end);
      start = at;
    }
    end = at + GROUP;
  }
  return result + textOf(start, end);
}

/** Returns the text of a receipt as the text index stores it. */
export const searchText = (sessionLabel: string, data: Record<string, unknown>): string =>
  thinned(marked(folded([sessionLabel, ...collectTexts(data)].join('\n'))));

/** Returns the groups that a text with this term contains. None if the term is too short for the index. */
export function groupsOf(term: string): string[] {
  const text = folded(term);
  const all = [...marked(text)];
  // The term may begin in the middle of a word. An ideograph has its mark there, too.
  let start = 0;
  if (!IDEOGRAPH.test(String.fromCodePoint(text.codePointAt(0) ?? 0))) while (all[start] === MARK) start += 1;
  const characters = all.slice(start);
  const groups = new Set<string>();
  for (let at = 0; at + GROUP <= characters.length && groups.size < MAX_GROUPS; at += 1) {
    const group = characters.slice(at, at + GROUP).join('');
    // FTS5 leaves this character out of a text, and an expression ends at it.
    if (!group.includes('\0')) groups.add(group);
  }
  return [...groups];
}
