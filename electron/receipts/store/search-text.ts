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

const ASCII = 0x80;
const [OTHER, ALONE] = [1, 2] as const;
/** The kinds of the characters of one unit that occurred so far; 0 for all others. */
const kinds = new Uint8Array(1 << 16);

function kindOf(code: number): number {
  const known = code < kinds.length ? kinds[code]! : 0;
  if (known !== 0) return known;
  const kind = code >= ASCII && IDEOGRAPH.test(String.fromCodePoint(code)) ? ALONE : OTHER;
  if (code < kinds.length) kinds[code] = kind;
  return kind;
}

/** Adds the marks to a folded text. A receipt of a megabyte comes through here while events wait, so whole stretches are copied. */
function marked(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  let result = '';
  let copied = 0;
  let before: number = OTHER;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at)!;
    const kind = kindOf(code);
    if (kind === ALONE || before === ALONE) {
      result += text.slice(copied, at) + MARK;
      copied = at;
    }
    before = kind;
    if (code >= kinds.length) at += 1;
  }
  return result + text.slice(copied) + (before === ALONE ? MARK : '');
}

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

const ASCII_BITS = 7;
const ASCII_GROUPS = 1 << (ASCII_BITS * GROUP);
const BITS_OF_WORD = 32;
/** One bit for each group of ASCII characters. One text uses it at a time. */
const seenAscii = new Uint32Array(ASCII_GROUPS / BITS_OF_WORD);

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
  seenAscii.fill(0);
  const seenOthers = new Set<string>();
  let result = '';
  let [start, end] = [0, 0];
  /** The last characters as one number, and the place of the last one beyond ASCII. */
  let [group, lastOther] = [0, -1];
  for (let last = 0, groups = 0; last < characters.length && groups < MAX_GROUPS_OF_TEXT; last += 1) {
    const code = characters[last]!.codePointAt(0)!;
    if (code >= ASCII) lastOther = last;
    group = ((group << ASCII_BITS) | (code & (ASCII - 1))) & (ASCII_GROUPS - 1);
    const at = last - GROUP + 1;
    if (at < 0) continue;
    const before = seenOthers.size;
    const word = Math.floor(group / BITS_OF_WORD);
    const bit = 1 << group;
    if (lastOther >= at) {
      if (seenOthers.add(textOf(at, at + GROUP)).size === before) continue;
    } else if ((seenAscii[word]! & bit) !== 0) continue;
    else seenAscii[word]! |= bit;
    groups += 1;
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
    groups.add(characters.slice(at, at + GROUP).join(''));
  }
  return [...groups];
}
