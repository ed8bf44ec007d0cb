import type { ReceiptFilter } from '../../../shared/control.ts';
import { FILE_MEMBERS } from '../../../shared/named-file.ts';
import { searchTerms } from '../../../shared/search/grammar.ts';
import { folded } from '../../../shared/search/terms.ts';
import { remembering } from '../../proof/canonical-json.ts';
import { collectTexts, groupsOf } from './search-text.ts';

/** The members of a filter that are compared with the stored text of a receipt. */
const MEMBERS = ['path', 'tool', 'mcp', 'model', 'mode'] as const;
type Member = (typeof MEMBERS)[number];
/** Names that are compared as a whole. Of the others, a part is enough. */
const WHOLE: readonly Member[] = ['tool', 'mcp'];

/** Folds what a member is compared with. Windows writes one path with either slash. */
const foldedAs = (member: Member, text: string): string =>
  member === 'path' ? folded(text).replaceAll(/[\\/]+/g, '/') : folded(text);

type Data = Record<string, unknown>;

const VALUES_OF: Record<Member, (data: Data) => unknown[]> = {
  path: ({ path, previousPath, toolInput }) => {
    const input = typeof toolInput === 'object' && toolInput !== null ? (toolInput as Data) : {};
    return [path, previousPath, ...FILE_MEMBERS.map((name) => input[name])];
  },
  tool: ({ toolName }) => [toolName],
  mcp: ({ mcpServer }) => [mcpServer],
  model: ({ model }) => [model],
  mode: ({ mode }) => [mode],
};

/** What the text of a receipt is compared with. All texts are folded. */
interface RowSearch {
  words: string[];
  /** The words as JSON writes them. A receipt without them needs no closer look. */
  escaped: string[];
  without: string[];
  members: [Member, string][];
  withoutMembers: [Member, string][];
}

/** A comparison with the stored text, prepared for the text index and for {@link matchesSearch}. */
export type TextSearch = NonNullable<ReturnType<typeof textSearch>>;

/** Prepares the part of a filter that is compared with the stored text. Undefined if there is none. */
export function textSearch(filter: ReceiptFilter, shorten: (text: string) => string) {
  const { text = '', exclude = {} } = filter;
  const words = searchTerms(shorten(text));
  const members = MEMBERS.flatMap((member): [Member, string][] => {
    const value = filter[member];
    return value === undefined ? [] : [[member, shorten(value)]];
  });
  const withoutMembers = MEMBERS.flatMap((member) =>
    (exclude[member] ?? []).map((value): [Member, string] => [member, foldedAs(member, shorten(value))]),
  );
  const without = (exclude.words ?? []).map((word) => folded(shorten(word)));
  if (words.length + members.length + without.length + withoutMembers.length === 0) return undefined;
  const indexed = members.flatMap(([member, value]) => (member === 'path' ? value.split(/[\\/]/) : [value]));
  const groups = new Set([...words, ...indexed].flatMap(groupsOf));
  const search: RowSearch = {
    words: words.map(folded),
    escaped: words.map((word) => folded(JSON.stringify(word).slice(1, -1))),
    without,
    members: members.map(([member, value]) => [member, foldedAs(member, value)]),
    withoutMembers,
  };
  return {
    /** FTS5 expression of the groups of characters. Undefined if the index cannot narrow the search. */
    match:
      groups.size === 0
        ? undefined
        : [...groups].map((group) => `"${group.replaceAll('"', '""')}"`).join(' AND '),
    /** The search for {@link matchesSearch}, as JSON. */
    search: JSON.stringify(search),
  };
}

const searchOf = remembering(1, (search: string) => JSON.parse(search) as RowSearch);

/** Compares a receipt with a search: 1 if it has everything that the search names, and nothing that it excludes. */
export function matchesSearch(json: string, sessionLabel: string, search: string): 0 | 1 {
  const { words, escaped, without, members, withoutMembers } = searchOf(search);
  const text = words.length === 0 ? '' : folded(json);
  const label = folded(sessionLabel);
  const isHopeless = words.some((word, index) => !text.includes(escaped[index]!) && !label.includes(word));
  return !isHopeless && holdsAll(json, label) ? 1 : 0;

  function holdsAll(json: string, label: string): boolean {
    const data = dataOf(json);
    const has = ([member, value]: [Member, string]) =>
      VALUES_OF[member](data).some((each) => {
        if (typeof each !== 'string') return false;
        const compared = foldedAs(member, each);
        return WHOLE.includes(member) ? compared === value : compared.includes(value);
      });
    if (!members.every(has) || withoutMembers.some(has)) return false;
    if (words.length + without.length === 0) return true;
    // The characters of JSON between two texts are in none of them.
    const texts = [label, ...collectTexts(data).map(folded)];
    const occurs = (word: string) => texts.some((each) => each.includes(word));
    return words.every(occurs) && !without.some(occurs);
  }
}

function dataOf(json: string): Data {
  try {
    return JSON.parse(json) as Data;
  } catch {
    // A damaged text has no members.
    return {};
  }
}
