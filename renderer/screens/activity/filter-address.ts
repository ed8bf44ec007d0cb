import type { ReceiptFilter } from '../../../shared/control.ts';
import { RECEIPT_TYPES } from '../../../shared/event.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import type { Route } from '../../../shared/window-route.ts';

const FINGERPRINT = /^[0-9a-f]{16}$/;
const WHOLE_NUMBER = /^[0-9]{1,15}$/;
const YES = '1';
/** Gives a text if it is one of the allowed ones. The address can be edited by hand. */
const oneOf = <T extends string>(allowed: readonly T[], text: string | undefined): T | undefined =>
  allowed.find((each) => each === text);
const instant = (text: string | undefined) =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text;

/** Removes the unset members of a filter, so that equal filters compare as equal. */
function withoutUnset(filter: { [K in keyof ReceiptFilter]: ReceiptFilter[K] | undefined }): ReceiptFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** Reads the filter from the address. */
export function filterOf(query: Route['query'] = {}): ReceiptFilter {
  const found = oneOf(['secret', 'personal'], query.has);
  return withoutUnset({
    text: query.q || undefined,
    integrationId: query.agent,
    event: oneOf(RECEIPT_TYPES, query.type),
    sessionKey: WHOLE_NUMBER.test(query.session ?? '') ? Number(query.session) : undefined,
    project: query.project,
    destination: query.to,
    found,
    withFindings: query.has === 'any' ? true : undefined,
    notable: oneOf(NOTABLE_KINDS, query.worth),
    late: query.late === YES ? true : undefined,
    fingerprint: FINGERPRINT.test(query.secret ?? '') ? query.secret : undefined,
    since: instant(query.since),
    until: instant(query.until),
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
    has: filter.found ?? (filter.withFindings ? 'any' : undefined),
    worth: filter.notable,
    late: filter.late ? YES : undefined,
    secret: filter.fingerprint,
    since: filter.since,
    until: filter.until,
  };
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
