import { isUtf8 } from 'node:buffer';
import type { PlinthEvent } from '../../shared/event.ts';
import type { ProblemCode, ValidationError } from '../../shared/problem.ts';
import { validateEvent } from '../../shared/validate-event.ts';
import { ElementBudget, MAX_ELEMENTS } from './body-budget.ts';
import { hasDuplicateMembers, holdsNumberText, type ParsedJson, parseJsonText } from './json-text.ts';

/** The reason why a body is not accepted, in the contract's words. */
export interface BodyRefusal {
  code: ProblemCode;
  errors?: ValidationError[];
}

/** A valid event and the number of its members that were dropped. */
export interface BodyEvent {
  event: PlinthEvent;
  droppedMembers: number;
  /** A number of the event is kept as its own text. */
  numbersAsText: boolean;
}

/** The byte order marks of UTF-8 and UTF-16, which no editor shows. */
const MARK = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;

/** Returns the reason why a body cannot be parsed. */
export function unparsed(body: Uint8Array): BodyRefusal {
  const start = String.fromCharCode(...body.subarray(0, 3));
  return { code: MARK.test(start) ? 'byte_order_mark' : 'invalid_json' };
}

/**
 * Parses a body as JSON in strict UTF-8. A duplicate member at the top or in the member `nested` makes the body
 * invalid.
 */
function parseJson(body: Uint8Array, nested: string): { value: ParsedJson } | { refusal: BodyRefusal } {
  try {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    const value = parseJsonText(text);
    if (isUtf8(body) && !hasDuplicateMembers(text, value.value, nested)) return { value };
  } catch {
    // V8's message quotes the body, so it is dropped here.
  }
  return { refusal: unparsed(body) };
}

/** Returns the event of a body of the developer API, or the reason for its refusal. */
export function eventOfBody(body: Uint8Array): { value: BodyEvent } | { refusal: BodyRefusal } {
  // A shorter body cannot have as many elements. The validation tells a deep event from a large one.
  const isLong = body.length > MAX_ELEMENTS;
  if (isLong && !new ElementBudget().take(body, 0)) return { refusal: { code: 'payload_too_large' } };
  const parsed = parseJson(body, 'data');
  if ('refusal' in parsed) return parsed;
  const { value, numbersAsText } = parsed.value;
  const validation = validateEvent(value);
  if (!validation.ok) return { refusal: { code: validation.code, errors: validation.errors } };
  const { event, droppedMembers } = validation;
  const hasText = numbersAsText && holdsNumberText(event.data);
  return { value: { event, droppedMembers, numbersAsText: hasText } };
}
