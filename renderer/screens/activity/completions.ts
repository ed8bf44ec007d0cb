import { FILTER_NAMES, type FilterName } from '../../../shared/search/grammar.ts';

/** A value that a token can have. */
interface TokenValue {
  value: string;
  /** What a value that is for programs means. */
  name?: string;
  note?: string;
  /** Another name by which a user may look for it. */
  alias?: string;
}

export type TokenValues = Readonly<Record<FilterName, readonly TokenValue[]>>;

/** One line of the list below the search field. `text` is the search after the choice. */
interface Completion {
  label: string;
  note: string;
  text: string;
}

const MOST = 8;
const UNFINISHED = /(?<!\S)(-?)([a-z]+):("[^"]*|[^\s"]*)$/;
/** A word or a phrase that must not occur, and that is being typed. */
const UNFINISHED_NOT = /(?<!\S)(?:not:(?:"[^"]*|[^\s"]*)|-"[^"]*)$/;
const LAST_WORD = /(?<!\S)-?[a-z]+$/;
/** A single letter begins too many words to wait for a token. */
const LEAST_LETTERS = 2;

const quoted = (value: string) => (/\s/.test(value) ? `"${value}"` : value);

/** The token that is being typed at the end of a search. */
interface UnfinishedToken {
  name: FilterName;
  /** The dash before a filter that excludes. */
  dash: string;
  typed: string;
  /** The search before the token. */
  before: string;
}

function unfinishedToken(text: string): UnfinishedToken | undefined {
  const match = UNFINISHED.exec(text);
  const name = FILTER_NAMES.find((each) => each === match?.[2]);
  if (match === null || name === undefined) return undefined;
  return { name, dash: match[1]!, typed: match[3]!.replace('"', ''), before: text.slice(0, match.index) };
}

/** Says whether the last word may become the name of a token, such as `proj`. It may also be a word to search for. */
export function mayBecomeToken(text: string): boolean {
  const word = LAST_WORD.exec(text)?.[0].replace('-', '') ?? '';
  return word.length >= LEAST_LETTERS && FILTER_NAMES.some((name) => name.startsWith(word));
}

/** Offers names of tokens for the last word, or values for the token that is being typed. Empty: all names. */
export function completionsOf(
  text: string,
  values: TokenValues,
  notes: Readonly<Record<FilterName, string>>,
) {
  const token = unfinishedToken(text);
  if (token !== undefined) {
    const typed = token.typed.toLowerCase();
    return values[token.name]
      .filter(({ value, name = '', note = '' }) => `${value} ${name} ${note}`.toLowerCase().includes(typed))
      .slice(0, MOST)
      .map(
        ({ value, name, note = '' }): Completion => ({
          label: value,
          note: name ?? note,
          text: `${token.before}${token.dash}${token.name}:${quoted(value)} `,
        }),
      );
  }
  const word = LAST_WORD.exec(text)?.[0].replace('-', '') ?? '';
  if (word === '' && text.trim() !== '') return [];
  const before = text.slice(0, text.length - word.length);
  return FILTER_NAMES.filter((name) => name.startsWith(word)).map(
    (name): Completion => ({ label: `${name}:`, note: notes[name], text: `${before}${name}:` }),
  );
}

/**
 * Gives the part of a search that can be applied while the user types. A token at the end waits for a space, unless
 * its value is known and no longer value begins with it.
 */
export function settledText(text: string, values: TokenValues): string {
  const token = unfinishedToken(text);
  if (token === undefined) return text.replace(UNFINISHED_NOT, '');
  const typed = token.typed.toLowerCase();
  const longer = values[token.name].filter(({ value }) => value.toLowerCase().startsWith(typed));
  return longer.length === 1 && longer[0]!.value.toLowerCase() === typed ? text : token.before;
}
