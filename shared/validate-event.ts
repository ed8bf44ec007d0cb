import { Compile } from 'typebox/compile';
import {
  EVENT_TYPES,
  type EventType,
  EventTypeSchema,
  eventData,
  eventSchemas,
  isNeverAccepted,
  type PlinthEvent,
} from './event.ts';
import { isObject } from './is-object.ts';
import { MAX_JSON_DEPTH } from './limits.ts';
import type { ProblemCode, ValidationError } from './problem.ts';
import { errorAt, expectationOf, schemaErrors } from './schema-errors.ts';

type EventValidation =
  | { ok: true; event: PlinthEvent; droppedMembers: number }
  | {
      ok: false;
      code: Extract<ProblemCode, 'invalid_event' | 'forbidden_field'>;
      errors: ValidationError[];
    };

type Validator = ReturnType<typeof Compile>;

const validators: Partial<Record<EventType, Validator>> = {};

/** Returns the validator of a type. Compiles it at its first use, because few processes need all. */
function validatorOf(type: EventType): Validator {
  const compiled = validators[type] ?? (Compile(eventSchemas[type]) as unknown as Validator);
  validators[type] = compiled;
  return compiled;
}

const knownMembers = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, new Set(Object.keys(eventData[type].properties))]),
) as Record<EventType, Set<string>>;

const isEventType = (value: unknown): value is EventType =>
  typeof value === 'string' && Object.hasOwn(eventSchemas, value);

/** True when objects and arrays are nested deeper than the limit. Stops at the first such place. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1));
  for (const key in value) {
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * True when a text in the pattern `YYYY-MM-DDTHH:mm:ss.sssZ` is a valid date and time: no 30 February, no hour 24, no
 * leap second. The caller has checked the pattern.
 */
function isCalendarInstant(text: string): boolean {
  const number = (start: number) => (text.charCodeAt(start) - 48) * 10 + text.charCodeAt(start + 1) - 48;
  const month = number(5);
  const day = number(8);
  if (month < 1 || month > 12 || day < 1 || day > DAYS_IN_MONTH[month - 1]!) return false;
  if (number(11) > 23 || number(14) > 59 || number(17) > 59) return false;
  if (month !== 2 || day !== 29) return true;
  const year = number(0) * 100 + number(2);
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function invalid(errors: ValidationError[]): EventValidation {
  return { ok: false, code: 'invalid_event', errors };
}

const errorsOf = (type: EventType, body: unknown): ValidationError[] =>
  schemaErrors(eventSchemas[type], validatorOf(type).Errors(body));

/** Finds the errors of a body whose `event` member names no type. Any one schema can check the envelope. */
function envelopeErrors(body: Record<string, unknown>): ValidationError[] {
  const ofType = typeof body.event === 'string' ? 'wrong_value' : 'wrong_type';
  const code = Object.hasOwn(body, 'event') ? ofType : 'required';
  const others = errorsOf('session.ended', body).filter(
    ({ pointer }) => pointer !== '/event' && !pointer.startsWith('/data/'),
  );
  return [errorAt('/event', code, expectationOf(EventTypeSchema)), ...others];
}

/**
 * Validates a parsed body against the contract and drops unknown `data` members before any other processing.
 * The caller checks that `integration` is the token's own name.
 */
export function validateEvent(body: unknown): EventValidation {
  if (!isObject(body)) return invalid([errorAt('', 'wrong_type', { type: 'object' })]);
  if (isDeeperThan(body, MAX_JSON_DEPTH))
    return invalid([errorAt('', 'too_deep', { maxDepth: MAX_JSON_DEPTH })]);
  if (!isEventType(body.event)) return invalid(envelopeErrors(body));

  const type = body.event;
  if (!validatorOf(type).Check(body)) return invalid(errorsOf(type, body));
  const event = body as PlinthEvent;
  if (!isCalendarInstant(event.occurredAt)) {
    return invalid([
      errorAt('/occurredAt', 'invalid_format', expectationOf(eventSchemas[type].properties.occurredAt)),
    ]);
  }

  const sent = event.data as Record<string, unknown>;
  const names = Object.keys(sent);
  const known = knownMembers[type];
  let droppedMembers = 0;
  for (const name of names) {
    if (known.has(name)) continue;
    if (isNeverAccepted(name)) {
      return { ok: false, code: 'forbidden_field', errors: [errorAt('/data', 'never_accepted')] };
    }
    droppedMembers += 1;
  }
  if (droppedMembers === 0) return { ok: true, event, droppedMembers };

  const data = Object.fromEntries(names.filter((name) => known.has(name)).map((name) => [name, sent[name]]));
  return { ok: true, event: { ...event, data } as PlinthEvent, droppedMembers };
}
