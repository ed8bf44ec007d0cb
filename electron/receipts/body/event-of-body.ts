import { isUtf8 } from 'node:buffer';
import type { PlinthEvent } from '../../../shared/event.ts';
import type { ProblemCode, ValidationError } from '../../../shared/problem.ts';
import { validateEvent } from '../../../shared/validate-event.ts';
import { hasDuplicateMembers } from './duplicate-members.ts';

/** The reason why a body is not accepted, in the contract's words. */
export interface BodyRefusal {
  code: ProblemCode;
  errors?: ValidationError[];
}

/** A valid event and the number of its members that were dropped. */
export interface BodyEvent {
  event: PlinthEvent;
  droppedMembers: number;
}

/**
 * Parses a body as JSON in strict UTF-8. A duplicate member at the top or in the member `nested` makes the body
 * invalid.
 */
function parseJson(body: Uint8Array, nested: string): { value: unknown } | { refusal: BodyRefusal } {
  const refusal: BodyRefusal = { code: 'invalid_json' };
  if (!isUtf8(body)) return { refusal };
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // V8's message quotes the body, so it is dropped here.
    return { refusal };
  }
  return hasDuplicateMembers(text, value, nested) ? { refusal } : { value };
}

/** Returns the event of a body of the developer API, or the reason for its refusal. */
export function eventOfBody(body: Uint8Array): { value: BodyEvent } | { refusal: BodyRefusal } {
  const parsed = parseJson(body, 'data');
  if ('refusal' in parsed) return parsed;
  const validation = validateEvent(parsed.value);
  if (validation.ok) return { value: validation };
  return { refusal: { code: validation.code, errors: validation.errors } };
}
