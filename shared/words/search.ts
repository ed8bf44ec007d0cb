import type { SearchNote } from '../search/filter.ts';
import { FILTER_NAMES, type FilterName } from '../search/grammar.ts';

/** Names that a sentence lists. More are no help. */
const MOST_NAMES = 8;

const listed = (names: readonly string[]) =>
  names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')} …` : names.join(', ');

const KINDS: Partial<Record<FilterName, string>> = { agent: 'agent', project: 'project', secret: 'secret' };

/** Says that a value is not known, and what it could have been. */
export function unknownValueSentence({ name, value, close, known }: SearchNote): string {
  const kind = name === undefined ? undefined : KINDS[name];
  const said = kind === undefined ? `“${value}” is no value of ${name}:.` : `There is no ${kind} “${value}”.`;
  if (close.length > 0) return `${said} Did you mean ${listed(close)}?`;
  return known.length === 0 ? said : `${said} Known: ${listed(known)}.`;
}

/** Says that a part of a search is searched as text, and what Plinth would understand. */
export function searchNoteSentence(note: SearchNote): string {
  const said = `“${note.word}” is searched as text.`;
  if (note.name !== undefined) return `${said} ${unknownValueSentence(note)}`;
  return `${said} Filters: ${FILTER_NAMES.map((name) => `${name}:`).join(', ')}.`;
}
