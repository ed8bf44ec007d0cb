import { CONTROL_CHARACTERS, type EventType, eventData, type UnreadableReason } from '../../shared/event.ts';
import {
  EVENT_SCHEMA,
  MAX_EVENT_BYTES,
  MAX_JSON_DEPTH,
  MAX_LABEL_LENGTH,
  MAX_PATH_LENGTH,
  MAX_SESSION_ID_LENGTH,
} from '../../shared/limits.ts';
import { withoutFileContents, withoutFileLines } from '../../shared/tool-content.ts';
import { isDeeperThan, validateEvent } from '../../shared/validate-event.ts';
import { holdsNumberText } from '../body/json-text.ts';
import type { PackedInput } from '../receipts/event/incoming-event.ts';
import { actionDigest } from './action-digest.ts';
import type { AdaptedEvent, Payload } from './harnesses/adaptation.ts';

const paths = new Set(['cwd', 'path', 'previousPath']);
const unbounded = new Set(['content', 'command', 'toolInput', 'changeType']);
const lengthOf = (text: string) => [...text].length;

function isTooLong(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || unbounded.has(name)) return false;
  // A text never has more code points than code units, so most texts need no count.
  const limit = paths.has(name) ? MAX_PATH_LENGTH : MAX_LABEL_LENGTH;
  // A code point has two code units at most. A text of megabytes is not taken apart.
  return value.length > 2 * limit || (value.length > limit && lengthOf(value) > limit);
}

/** The largest member of a tool's input that is kept where the whole input is over the limit of an event. */
const MAX_KEPT_MEMBER_BYTES = 16_384;

/** The nesting of a member of the data of an event. */
const DATA_DEPTH = MAX_JSON_DEPTH - 2;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps the small members of a tool's input, such as the path of a file whose text is too large. */
function withoutLargeMembers(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([, member]) => bytesOf(member) <= MAX_KEPT_MEMBER_BYTES),
  );
}

/** The member that an event type is about. A receipt without it would say nothing. */
const SUBJECTS: Partial<Record<EventType, string>> = {
  'prompt.submitted': 'content',
  'tool.before_use': 'toolName',
  'command.before_run': 'command',
  'file.changed': 'path',
};
/** The text of a prompt that was reported without one: an image alone, or a text that the harness withholds. */
export const NO_TEXT = '[The prompt was reported without text]';

const WITH_DRIVE = /^\/?([a-z]):(?=[\\/])/i;

/** Writes a path with a drive as Windows does. Agents, and editors with addresses of files, also write `/c:/work` and `c:\work`. */
const asOnWindows = (path: string): string =>
  WITH_DRIVE.test(path)
    ? path.replace(WITH_DRIVE, (_whole, drive: string) => `${drive.toUpperCase()}:`).replaceAll('/', '\\')
    : path;

/** Removes what a member tells of the contents of files. */
function withoutFiles(name: string, value: unknown): { input: unknown; leftOut: number } {
  if (name === 'toolInput') return withoutFileContents(value);
  if (paths.has(name) && typeof value === 'string') return { input: asOnWindows(value), leftOut: 0 };
  if (name !== 'command' || typeof value !== 'string') return { input: value, leftOut: 0 };
  const input = withoutFileLines(value);
  return { input, leftOut: input === value ? 0 : 1 };
}

/** The part of an id that is looked at. An id of megabytes, which many events can share, costs no more than this. */
export const LOOKED_AT = 4 * MAX_SESSION_ID_LENGTH;

/** Fits a harness's session id to the contract. An invalid id is changed so that the event is not lost. */
export function fittingSessionId(id: string): string {
  // Almost every id fits, and telemetry can name tens of thousands at once.
  if (id.length <= MAX_SESSION_ID_LENGTH && id.search(CONTROL_CHARACTERS) < 0) return id;
  return [...id.slice(0, LOOKED_AT).replaceAll(CONTROL_CHARACTERS, '')]
    .slice(0, MAX_SESSION_ID_LENGTH)
    .join('');
}

/** A tool's input of more JSON is moved between threads as text, because its objects take longer than its bytes. */
const MAX_UNPACKED_INPUT_BYTES = 16_384;
/** The validation needs an instant. An event without its own gets that of its arrival. */
const ANY_INSTANT = '1970-01-01T00:00:00.000Z';

/** An adapted event within the limits of the contract. `leftOut` counts every member that is not in `data`. */
export interface FittedEvent extends AdaptedEvent {
  leftOut: number;
  bytes: number;
  /** The tool's input, if it is large. `data` then has null in its place. */
  packedInput?: PackedInput;
}

/** Returns an id that is only compared. A longer one than the contract's is known by a digest of its length and both ends. */
export const fittingId = (id: string): string =>
  id.length <= MAX_LABEL_LENGTH ? id : actionDigest(id.length, id.slice(0, LOOKED_AT), id.slice(-LOOKED_AT));

/** Packs a large tool input. Its digest replaces it where actions are compared. */
function packed(event: FittedEvent): FittedEvent {
  const { toolInput } = event.data;
  if (typeof toolInput !== 'object' || event.bytes <= MAX_UNPACKED_INPUT_BYTES) return event;
  // The same input is packed on every route, whatever is beside it.
  const json = JSON.stringify(toolInput);
  if (json.length <= MAX_UNPACKED_INPUT_BYTES) return event;
  const packedInput = { json, digest: actionDigest(toolInput) };
  return { ...event, packedInput, data: { ...event.data, toolInput: null } };
}

/**
 * Fits an adapted event to the contract. A member over its limit is omitted and counted. The event still gets a receipt
 * without that text, unless it is about that member: the function then returns the reason.
 */
export function fitEvent(adapted: AdaptedEvent): FittedEvent | UnreadableReason {
  const known = eventData[adapted.event].properties;
  const data: Record<string, unknown> = {};
  let leftOut = adapted.leftOut ?? 0;
  let bytes = 0;
  const subject = SUBJECTS[adapted.event];
  const defaults: Payload = subject === 'content' ? { content: NO_TEXT } : {};
  for (const [name, sent] of Object.entries({ ...defaults, ...adapted.data })) {
    // The events of one report share members. A long one is not searched or written for each of them.
    if (!Object.hasOwn(known, name) || isTooLong(name, sent)) {
      leftOut += name === 'furtherFiles' ? Number(sent) : 1;
      continue;
    }
    const { input: given, leftOut: contents } = withoutFiles(name, sent);
    leftOut += contents;
    // A tool's input is any JSON. Nested without end, it cannot be written either.
    const isTooDeep = isDeeperThan(given, DATA_DEPTH);
    let value = given;
    let size = isTooDeep ? 0 : bytesOf(value);
    if (name === 'toolInput' && bytes + size > MAX_EVENT_BYTES && isPlainObject(given)) {
      const small = withoutLargeMembers(given);
      leftOut += Object.keys(given).length - Object.keys(small).length;
      value = small;
      size = bytesOf(small);
    }
    if (isTooDeep || bytes + size > MAX_EVENT_BYTES) {
      leftOut += 1;
      continue;
    }
    bytes += size;
    data[name] = value;
  }
  if (subject !== undefined && (data[subject] ?? '') === '') {
    return (adapted.data[subject] ?? '') === '' ? 'incomplete' : 'too_large';
  }
  const validation = validateEvent({
    schema: EVENT_SCHEMA,
    integration: '',
    event: adapted.event,
    sessionId: fittingSessionId(adapted.sessionId),
    occurredAt: adapted.occurredAt ?? ANY_INSTANT,
    data,
  });
  if (!validation.ok) return 'incomplete';
  const { sessionId, data: kept } = validation.event;
  const numbersAsText = adapted.numbersAsText === true && holdsNumberText(kept);
  leftOut += validation.droppedMembers;
  const action = adapted.action && fittingId(adapted.action);
  return packed({ ...adapted, sessionId, action, data: { ...kept }, numbersAsText, leftOut, bytes });
}
