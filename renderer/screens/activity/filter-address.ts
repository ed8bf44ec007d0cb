import type { Exclusions, ReceiptFilter } from '../../../shared/control.ts';
import { RECEIPT_TYPES } from '../../../shared/event.ts';
import { FINGERPRINT } from '../../../shared/fingerprint.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { FOUND_KINDS } from '../../../shared/search/filter.ts';
import type { Route } from '../../../shared/window-route.ts';

type Condition = Exclude<keyof ReceiptFilter, 'exclude' | 'sessionId'>;
/** Reads a value, or gives undefined for one that is not allowed. The address can be edited by hand. */
type Read = (written: string) => string | number | true | undefined;

const WHOLE_NUMBER = /^[0-9]{1,15}$/;
const YES = '1';
const text: Read = (written) => (written === '' ? undefined : written);
const oneOf =
  (allowed: readonly string[]): Read =>
  (written) =>
    allowed.find((each) => each === written);
const instant: Read = (written) => (Number.isNaN(Date.parse(written)) ? undefined : written);

/** The name of each condition in the address, and how its value is read. */
const CONDITIONS: Record<Condition, [name: string, read: Read]> = {
  text: ['q', text],
  integrationId: ['agent', text],
  event: ['type', oneOf(RECEIPT_TYPES)],
  sessionKey: ['session', (written) => (WHOLE_NUMBER.test(written) ? Number(written) : undefined)],
  project: ['project', text],
  destination: ['to', text],
  found: ['has', oneOf(FOUND_KINDS)],
  notable: ['worth', oneOf(NOTABLE_KINDS)],
  late: ['late', (written) => (written === YES ? true : undefined)],
  fingerprint: ['secret', (written) => (FINGERPRINT.test(written) ? written : undefined)],
  since: ['since', instant],
  until: ['until', instant],
  path: ['path', text],
  tool: ['tool', text],
  mcp: ['mcp', text],
  model: ['model', text],
  mode: ['mode', text],
};
const EXCLUDED = 'not';
/** Words are excluded instead of a text, and the complement of a range is another range. */
const ONLY_SET: readonly string[] = ['text', 'since', 'until'] satisfies Exclude<
  Condition,
  keyof Exclusions
>[];

function isExcluded(member: string, values: unknown): boolean {
  if (member === 'late') return values === true;
  const read = member === 'words' ? text : CONDITIONS[member as Condition]?.[1];
  if (read === undefined || ONLY_SET.includes(member) || !Array.isArray(values) || values.length === 0)
    return false;
  return values.every((value) => read(String(value)) === value);
}

/** Reads what a filter excludes. A broken member excludes nothing. */
function exclusionsOf(written: string): Exclusions | undefined {
  let members: unknown;
  try {
    members = JSON.parse(written);
  } catch {
    return undefined;
  }
  const kept = Object.entries(members ?? {}).filter(([member, values]) => isExcluded(member, values));
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Exclusions);
}

/** Reads the filter from the address. Unset members are absent, so that equal filters compare as equal. */
export function filterOf(query: Route['query'] = {}): ReceiptFilter {
  const members: [string, unknown][] = Object.entries(CONDITIONS).map(([member, [name, read]]) => [
    member,
    read(query[name] ?? ''),
  ]);
  members.push(['exclude', exclusionsOf(query[EXCLUDED] ?? '')]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Writes a filter for the address. */
export function queryOf(filter: ReceiptFilter): Record<string, string> {
  const query = Object.entries(CONDITIONS).flatMap(([member, [name]]): [string, string][] => {
    const value = filter[member as Condition];
    return value === undefined || value === false ? [] : [[name, value === true ? YES : String(value)]];
  });
  if (filter.exclude !== undefined) query.push([EXCLUDED, JSON.stringify(filter.exclude)]);
  return Object.fromEntries(query);
}
