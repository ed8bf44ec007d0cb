/** The names of the filters that a search can have, as they are offered. */
export const FILTER_NAMES = [
  'agent',
  'project',
  'path',
  'tool',
  'mcp',
  'model',
  'mode',
  'to',
  'kind',
  'has',
  'is',
  'after',
  'before',
  'session',
  'secret',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The word before a word that must not occur. */
const NOT = 'not';

/** A part of a search between spaces, or with its spaces in quotes. */
interface Piece {
  raw: string;
  /** A dash precedes the name or the quotes. */
  dash: boolean;
  /** The word before the colon, if it is {@link NOT} or the name of a filter. */
  name: FilterName | typeof NOT | undefined;
  value: string;
  quoted: boolean;
}

const HEAD = /(-?)(?:([a-z]+):)?/y;
const WORD = /\S+/y;
const SPACE = /\s*/y;
/** A quote ends a phrase only before a space, so a phrase can hold quotes. */
const CLOSING = /"(?=\s|$)/g;

const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
};

const nameOf = (word: string | undefined): Piece['name'] =>
  word === NOT ? NOT : FILTER_NAMES.find((each) => each === word);

/** Cuts a search into its pieces. */
function piecesOf(search: string): Piece[] {
  const closings = [...search.matchAll(CLOSING)].map(({ index }) => index);
  const pieces: Piece[] = [];
  for (let at = endOf(SPACE, search, 0); at < search.length; at = endOf(SPACE, search, at)) {
    HEAD.lastIndex = at;
    const [head = '', dash, word] = HEAD.exec(search) ?? [];
    const name = nameOf(word);
    // What precedes a quote is a part of a word, unless it is a dash, a filter or nothing.
    const open = name === undefined ? at + (dash?.length ?? 0) : at + head.length;
    while (closings[0] !== undefined && closings[0] <= open) closings.shift();
    // Two quotes with nothing between them are text.
    const close = search[open] === '"' && closings[0] !== open + 1 ? closings[0] : undefined;
    const end = close === undefined ? endOf(WORD, search, at) : close + 1;
    pieces.push({
      raw: search.slice(at, end),
      dash: dash === '-',
      name,
      value: close === undefined ? search.slice(open, end) : search.slice(open + 1, close),
      quoted: close !== undefined,
    });
    at = end;
  }
  return pieces;
}

const isText = ({ dash, name, value, quoted }: Piece): boolean => {
  if (name === NOT) return dash || value === '';
  return name === undefined ? !(dash && quoted) : value === '';
};
/** A phrase in quotes stays together. Everything else is searched as it is written. */
const termOf = ({ raw, value, quoted, dash, name }: Piece): string =>
  quoted && !dash && name === undefined ? value : raw;

/** Returns the terms of a search without filters. A text must contain all of them. */
export const searchTerms = (text: string): string[] => piecesOf(text).map(termOf);

/** A filter that was written in a search. */
export interface SearchToken {
  name: FilterName;
  value: string;
  excluded: boolean;
  raw: string;
}

/** The parts of a search. */
interface Search {
  /** The pieces of text as they were written, and the filters, in their order. */
  parts: (string | SearchToken)[];
  /** Words and phrases that must not occur. */
  without: string[];
}

/** Reads a search: words and phrases, `not:word` and `-"a phrase"`, and filters such as `agent:codex` and `-agent:codex`. */
export function parseSearch(search: string): Search {
  const parsed: Search = { parts: [], without: [] };
  for (const piece of piecesOf(search)) {
    const { raw, name, value, dash } = piece;
    if (isText(piece)) parsed.parts.push(raw);
    else if (name === undefined || name === NOT) parsed.without.push(value);
    else parsed.parts.push({ name, value, excluded: dash, raw });
  }
  return parsed;
}

/** A word and a colon, as in `localhost:3000`. An address or a scope such as `std::vector` is no filter to anybody. */
const LIKE_FILTER = /^-?(\p{L}[\p{L}\p{N}_-]*:)(?!\/\/|:)/u;

/** Returns the word before the colon of a text that looks like a filter that Plinth does not know, such as `localhost:`. */
export const unknownFilterIn = (raw: string): string | undefined => LIKE_FILTER.exec(raw)?.[1];
