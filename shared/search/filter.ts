import type { Exclusions, ReceiptFilter } from '../control/receipts.ts';
import { RECEIPT_TYPES } from '../event.ts';
import { FINGERPRINT, shownDigits } from '../fingerprint.ts';
import { NOTABLE_KINDS } from '../insight.ts';
import { parseLocalInstant } from '../local-instant.ts';
import { isWithin } from '../path-below.ts';
import { type FilterName, parseSearch, type SearchToken, unknownFilterIn } from './grammar.ts';
import { chosenName } from './names.ts';

/** The names of the record that a search can mention. */
export interface KnownNames {
  /** All integrations. Of those with one name, the first is meant. */
  agents: readonly { id: string; name: string }[];
  projects: readonly string[];
  /** Fingerprints of secrets. */
  secrets: readonly string[];
  /** The own home folder, which stored paths write as `~`. */
  home?: string | undefined;
}

/** A part of a search that looks like a filter and is none. */
export interface SearchNote {
  /** The part, such as `localhost:` or `agent:nobody`. */
  word: string;
  /** The filter whose value is not known. Undefined if the filter itself is not. */
  name?: FilterName;
  value?: string;
  /** What it could have been. */
  close: readonly string[];
  known: readonly string[];
}

export const FOUND_KINDS = ['secret', 'personal', 'any'] as const;
export const IS_KINDS: readonly string[] = [...NOTABLE_KINDS, 'late'];
/** Fewer digits than this are too easily those of another secret. */
const LEAST_DIGITS = 6;
const DIGITS = /^[0-9a-f]{6,16}$/;
const SESSION_KEY = /^[0-9]{1,15}$/;
/** Home folders, as long as nobody says which one is the own. */
const HOMES = /^(?:\/(?:home|Users)\/[^/]+|\/root|[A-Za-z]:[\\/][Uu]sers[\\/][^\\/]+)(?=[\\/]|$)/;

type Meaning = { filter: ReceiptFilter } | Pick<SearchNote, 'close' | 'known'>;
const nothing = (known: readonly string[] = [], close: readonly string[] = []): Meaning => ({ close, known });

function agentMeaning(value: string, { agents }: KnownNames): Meaning {
  const named = agents.find(({ id }) => id === value);
  if (named !== undefined) return { filter: { integrationId: named.id } };
  const names = [...new Set(agents.map(({ name }) => name))];
  const chosen = chosenName(value, names);
  if ('close' in chosen) return nothing(names, chosen.close);
  return { filter: { integrationId: agents.find(({ name }) => name === chosen.name)!.id } };
}

function projectMeaning(value: string, { projects, home }: KnownNames): Meaning {
  const typed = value.length > 1 ? value.replace(/[\\/]$/, '') : value;
  const inHome = home !== undefined && isWithin(typed, home);
  const shortened = inHome ? `~${typed.slice(home.length)}` : typed.replace(HOMES, '~');
  for (const each of [typed, shortened]) {
    const chosen = chosenName(each, projects, true);
    if ('name' in chosen) return { filter: { project: chosen.name } };
    if (chosen.close.length > 0 && each === shortened) return nothing(projects, chosen.close);
  }
  return nothing(projects);
}

function secretMeaning(value: string, { secrets }: KnownNames): Meaning {
  const typed = value.toLowerCase();
  if (FINGERPRINT.test(typed)) return { filter: { fingerprint: typed } };
  const found = DIGITS.test(typed) ? secrets.filter((each) => each.startsWith(typed)) : [];
  if (found.length === 1) return { filter: { fingerprint: found[0]! } };
  return nothing(found.length > 1 || typed.length >= LEAST_DIGITS ? [] : secrets.map(shownDigits), found);
}

/** Finds the one of some fixed values that is meant. */
function valueMeaning<V extends string>(
  value: string,
  values: readonly V[],
  filterOf: (value: V) => ReceiptFilter,
): Meaning {
  const chosen = chosenName(value, values);
  return 'name' in chosen ? { filter: filterOf(chosen.name as V) } : nothing(values, chosen.close);
}

function timeMeaning(member: 'since' | 'until', value: string, now: number): Meaning {
  const time = parseLocalInstant(value, now);
  if (time === undefined) return nothing(['yesterday', '14:30', '2026-11-21', '2026-11-21T14:30']);
  return { filter: { [member]: new Date(time).toISOString() } };
}

/** Returns what a filter with a value means. */
export function meaningOf(name: FilterName, value: string, known: KnownNames, now = Date.now()): Meaning {
  switch (name) {
    case 'agent':
      return agentMeaning(value, known);
    case 'project':
      return projectMeaning(value, known);
    case 'secret':
      return secretMeaning(value, known);
    case 'to':
      return { filter: { destination: value } };
    case 'path':
    case 'tool':
    case 'mcp':
    case 'model':
    case 'mode':
      return { filter: { [name]: value } };
    case 'kind':
      return valueMeaning(value, RECEIPT_TYPES, (event) => ({ event }));
    case 'has':
      return valueMeaning(value, FOUND_KINDS, (found) => ({ found }));
    case 'is':
      return valueMeaning(value, IS_KINDS, (kind) => {
        const notable = NOTABLE_KINDS.find((each) => each === kind);
        return notable === undefined ? { late: true } : { notable };
      });
    case 'session':
      return SESSION_KEY.test(value) ? { filter: { sessionKey: Number(value) } } : nothing();
    case 'after':
      return timeMeaning('since', value, now);
    case 'before':
      return timeMeaning('until', value, now);
  }
}

/** The complement of a range from an instant on is the range before it. */
const OPPOSITE: Partial<Record<FilterName, FilterName>> = { after: 'before', before: 'after' };

/** Excludes what a filter means, beside what is excluded already. */
function withExcluded(exclude: Exclusions = {}, meant: Exclusions): Exclusions {
  const excluded: Record<string, unknown> = { ...exclude };
  for (const [member, value] of Object.entries(meant)) {
    const earlier = (excluded[member] ?? []) as unknown[];
    excluded[member] = Array.isArray(value) ? [...new Set([...earlier, ...value])] : value;
  }
  return excluded as Exclusions;
}

function add(filter: ReceiptFilter, { name, value, excluded }: SearchToken, known: KnownNames): Meaning {
  const opposite = excluded ? OPPOSITE[name] : undefined;
  const meaning = meaningOf(opposite ?? name, value, known);
  if (!('filter' in meaning)) return meaning;
  if (!excluded || opposite !== undefined) {
    Object.assign(filter, meaning.filter);
    return meaning;
  }
  const several = Object.entries(meaning.filter).map(([member, each]) => [
    member,
    each === true ? each : [each],
  ]);
  filter.exclude = withExcluded(filter.exclude, Object.fromEntries(several));
  return meaning;
}

/**
 * Adds what a search says to a filter, whose own text the search replaces. What is no filter stays text, and `notes` has
 * what looks like one.
 */
export function withSearch(
  filter: ReceiptFilter,
  search: string,
  known: KnownNames,
): { filter: ReceiptFilter; notes: SearchNote[] } {
  const { text: _, ...found } = filter;
  const notes: SearchNote[] = [];
  const texts: string[] = [];
  const { parts, without } = parseSearch(search);
  for (const part of parts) {
    if (typeof part === 'string') {
      const word = unknownFilterIn(part);
      if (word !== undefined) notes.push({ word, close: [], known: [] });
      texts.push(part);
      continue;
    }
    const meaning = add(found, part, known);
    if ('filter' in meaning) continue;
    texts.push(part.raw);
    notes.push({ word: part.raw, name: part.name, value: part.value, ...meaning });
  }
  if (without.length > 0) found.exclude = withExcluded(found.exclude, { words: without });
  return { filter: texts.length === 0 ? found : { ...found, text: texts.join(' ') }, notes };
}
