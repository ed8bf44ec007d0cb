import { EVENT_TYPES, eventData } from '../../shared/event.ts';
import {
  EVENT_SCHEMA,
  MAX_JSON_DEPTH,
  MAX_LABEL_LENGTH,
  MAX_PATH_LENGTH,
  MAX_SESSION_ID_LENGTH,
} from '../../shared/limits.ts';
import type { ValidationError } from '../../shared/problem.ts';

const { enum: changeTypes } = eventData['file.changed'].properties.changeType;
const PATHS = ['/data/path', '/data/previousPath', '/data/cwd'];
const MEMBERS: Readonly<Record<string, string>> = {
  '/schema': EVENT_SCHEMA,
  '/integration': 'the name of the token, character for character',
  '/event': EVENT_TYPES.join(', '),
  '/sessionId': `1 to ${MAX_SESSION_ID_LENGTH} characters, without control characters`,
  '/occurredAt': 'an instant in UTC with milliseconds, such as 2026-11-21T10:00:00.000Z',
  '/data': 'an object',
  '/data/changeType': changeTypes.join(', '),
};

/** Says what is allowed where a request was refused. Gives undefined where the error says it itself. */
export function allowedValues({ pointer, code }: ValidationError): string | undefined {
  if (code === 'too_deep') return `at most ${MAX_JSON_DEPTH} levels of objects and arrays`;
  if (code === 'unknown_member') return 'schema, integration, event, sessionId, occurredAt, data';
  if (code === 'never_accepted') return undefined;
  const member = MEMBERS[pointer];
  if (member !== undefined) return member;
  if (code === 'too_long') {
    return `at most ${PATHS.includes(pointer) ? MAX_PATH_LENGTH : MAX_LABEL_LENGTH} characters`;
  }
  return code === 'wrong_type' && pointer.startsWith('/data/') ? 'text' : undefined;
}
