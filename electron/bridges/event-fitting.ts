import { eventData } from '../../shared/event.ts';
import {
  EVENT_SCHEMA,
  MAX_EVENT_BYTES,
  MAX_LABEL_LENGTH,
  MAX_PATH_LENGTH,
  MAX_SESSION_ID_LENGTH,
} from '../../shared/limits.ts';
import { type EventValidation, validateEvent } from '../../shared/validate-event.ts';
import type { AdaptedEvent } from './harnesses/adaptation.ts';

const paths = new Set(['cwd', 'path', 'previousPath']);
const unbounded = new Set(['content', 'command', 'toolInput', 'changeType']);
const lengthOf = (text: string) => [...text].length;

function isTooLong(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || unbounded.has(name)) return false;
  // A text never has more code points than code units, so most texts need no count.
  const limit = paths.has(name) ? MAX_PATH_LENGTH : MAX_LABEL_LENGTH;
  return value.length > limit && lengthOf(value) > limit;
}

/** The largest member of a tool's input that is kept where the whole input is over the limit of an event. */
const MAX_KEPT_MEMBER_BYTES = 16_384;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps the small members of a tool's input, such as the path of a file whose text is too large. */
function withoutLargeMembers(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([, member]) => bytesOf(member) <= MAX_KEPT_MEMBER_BYTES),
  );
}

/** The part of a session id that is looked at. An id of megabytes costs no more than this. */
const LOOKED_AT = 4 * MAX_SESSION_ID_LENGTH;

/** Fits a harness's session id to the contract. An invalid id is changed so that the event is not lost. */
export function fittingSessionId(id: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the contract forbids
  return [...id.slice(0, LOOKED_AT).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '')]
    .slice(0, MAX_SESSION_ID_LENGTH)
    .join('');
}

/**
 * Validates an adapted event against the contract. A member over its limit is omitted and counted. The event
 * still gets a receipt without that text.
 */
export function fitEvent(
  adapted: AdaptedEvent,
  integration: string,
  receivedAt: string,
): { validation: EventValidation; leftOut: number; bytes: number } {
  const known = eventData[adapted.event].properties;
  const data: Record<string, unknown> = {};
  let leftOut = 0;
  let bytes = 0;
  for (const [name, given] of Object.entries(adapted.data)) {
    let value = given;
    let size = bytesOf(value);
    if (name === 'toolInput' && bytes + size > MAX_EVENT_BYTES && isPlainObject(given)) {
      const small = withoutLargeMembers(given);
      leftOut += Object.keys(given).length - Object.keys(small).length;
      value = small;
      size = bytesOf(small);
    }
    if (!Object.hasOwn(known, name) || isTooLong(name, value) || bytes + size > MAX_EVENT_BYTES) {
      leftOut += 1;
      continue;
    }
    bytes += size;
    data[name] = value;
  }
  const body = (members: Record<string, unknown>) => ({
    schema: EVENT_SCHEMA,
    integration,
    event: adapted.event,
    sessionId: fittingSessionId(adapted.sessionId),
    occurredAt: adapted.occurredAt ?? receivedAt,
    data: members,
  });
  const validation = validateEvent(body(data));
  if (validation.ok || !('toolInput' in data)) return { validation, leftOut, bytes };
  // A tool's input is any JSON, and can nest deeper than the contract allows.
  const { toolInput: _toolInput, ...rest } = data;
  return { validation: validateEvent(body(rest)), leftOut: leftOut + 1, bytes };
}
