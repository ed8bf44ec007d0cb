import type { Exclusions, ReceiptFilter } from '../../../shared/control.ts';
import { RECEIPT_TYPES } from '../../../shared/event.ts';
import { FINGERPRINT } from '../../../shared/fingerprint.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { FOUND_KINDS } from '../../../shared/search/filter.ts';
import type { Route } from '../../../shared/window-route.ts';

const WHOLE_NUMBER = /^[0-9]{1,15}$/;
const YES = '1';
/** Gives a text if it is one of the allowed ones. The address can be edited by hand. */
const oneOf = <T extends string>(allowed: readonly T[], text: string | undefined): T | undefined =>
  allowed.find((each) => each === text);
const instant = (text: string | undefined) =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text;

const isListOf = (value: unknown, holds: (each: unknown) => boolean) =>
  Array.isArray(value) && value.length > 0 && value.every(holds);
const isText = (value: unknown) => typeof value === 'string' && value !== '';
const among = (allowed: readonly string[]) => (value: unknown) => allowed.includes(value as string);

/** What each excluded member holds. */
const EXCLUDED: Record<keyof Exclusions, (value: unknown) => boolean> = {
  integrationId: (value) => isListOf(value, isText),
  event: (value) => isListOf(value, among(RECEIPT_TYPES)),
  sessionKey: (value) => isListOf(value, Number.isSafeInteger),
  found: (value) => isListOf(value, among(FOUND_KINDS)),
  project: (value) => isListOf(value, isText),
  destination: (value) => isListOf(value, isText),
  notable: (value) => isListOf(value, among(NOTABLE_KINDS)),
  fingerprint: (value) => isListOf(value, (each) => FINGERPRINT.test(String(each))),
  path: (value) => isListOf(value, isText),
  tool: (value) => isListOf(value, isText),
  mcp: (value) => isListOf(value, isText),
  model: (value) => isListOf(value, isText),
  mode: (value) => isListOf(value, isText),
  words: (value) => isListOf(value, isText),
  late: (value) => value === true,
};

/** Reads what a filter excludes. A broken member excludes nothing. */
function exclusionsOf(text: string | undefined): Exclusions | undefined {
  let written: unknown;
  try {
    written = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  const kept = Object.entries(written ?? {}).filter(([name, value]) =>
    EXCLUDED[name as keyof Exclusions]?.(value),
  );
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Exclusions);
}

/** Removes the unset members of a filter, so that equal filters compare as equal. */
function withoutUnset(filter: { [K in keyof ReceiptFilter]: ReceiptFilter[K] | undefined }): ReceiptFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** Reads the filter from the address. */
export function filterOf(query: Route['query'] = {}): ReceiptFilter {
  return withoutUnset({
    text: query.q || undefined,
    integrationId: query.agent,
    event: oneOf(RECEIPT_TYPES, query.type),
    sessionKey: WHOLE_NUMBER.test(query.session ?? '') ? Number(query.session) : undefined,
    project: query.project,
    destination: query.to,
    found: oneOf(FOUND_KINDS, query.has),
    notable: oneOf(NOTABLE_KINDS, query.worth),
    late: query.late === YES ? true : undefined,
    fingerprint: FINGERPRINT.test(query.secret ?? '') ? query.secret : undefined,
    since: instant(query.since),
    until: instant(query.until),
    path: query.path || undefined,
    tool: query.tool || undefined,
    mcp: query.mcp || undefined,
    model: query.model || undefined,
    mode: query.mode || undefined,
    exclude: exclusionsOf(query.not),
  });
}

/** Writes a filter for the address. */
export function queryOf(filter: ReceiptFilter): Record<string, string> {
  const query = {
    q: filter.text,
    agent: filter.integrationId,
    type: filter.event,
    session: filter.sessionKey?.toString(),
    project: filter.project,
    to: filter.destination,
    has: filter.found,
    worth: filter.notable,
    late: filter.late ? YES : undefined,
    secret: filter.fingerprint,
    since: filter.since,
    until: filter.until,
    path: filter.path,
    tool: filter.tool,
    mcp: filter.mcp,
    model: filter.model,
    mode: filter.mode,
    not: filter.exclude === undefined ? undefined : JSON.stringify(filter.exclude),
  };
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
