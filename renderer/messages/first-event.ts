import type { ProblemCode, ValidationCode } from '../../shared/problem.ts';

/** Words of the wait for a first event, and of refusals. */
export const firstEventMessages = {
  firstEvent: {
    waiting: 'Waiting for your first event …',
    waitingAgain: 'Waiting for the next event …',
    arrivedAgain: 'An event has arrived',
    keepsNothing:
      'Your privacy setting keeps nothing of this: events are answered, but no receipt is written.',
    toPrivacy: 'Open Privacy',
    waitingPaused: 'Recording is paused: events are answered, but nothing is recorded until you resume.',
    notListening: 'Plinth has no address to listen on, so events cannot arrive. Diagnostics says why.',
    arrived: 'Your first event has arrived',
    open: 'Open the receipt',
    refusedTitle: 'An event arrived, but it was not recorded',
    strangerTitle: 'A request arrived with no token that Plinth knows',
    status: (status: number, code: string) => `Plinth answered ${status} ${code}.`,
    stillWaiting: 'Still waiting. Correct it and send the event again.',
  },

  /** Why a request was refused and what to do, by the protocol's code. */
  refusals: {
    forbidden_host: 'The request named another host. Use the base address exactly as shown here.',
    forbidden_origin: 'The request came from a web page. Report from a program, not from a browser.',
    not_found: 'The address is not one of Plinth’s. Check the path.',
    method_not_allowed: 'The address does not take that method. Events are sent with POST.',
    unauthorized:
      'The token is missing, mistyped or revoked. Check that the Authorization header is “Bearer” followed by the whole token.',
    insufficient_permission: 'The token does not have the permission for this. Generate one that has it.',
    managed_credential: 'This credential belongs to an agent’s own connection. Use a developer token.',
    rate_limited: 'Too many requests in a short time. Wait as long as Retry-After says.',
    unsupported_media_type: 'Send the header Content-Type: application/json, in UTF-8 and uncompressed.',
    payload_too_large: 'The event is larger than 1 MB. Send less of it.',
    invalid_json: 'The body is not valid JSON. Check quotes and commas.',
    invalid_event: 'The event does not have the form that Plinth expects:',
    forbidden_field:
      'The event carries something Plinth never takes, such as command output, environment variables or credentials. Leave it out.',
    integration_mismatch:
      'The “integration” in the event differs from the name this token was generated for. They must match character for character.',
    unavailable: 'Plinth could not write at that moment. Send the event again.',
  } satisfies Record<ProblemCode, string>,

  validation: {
    required: 'is missing',
    unknown_member: 'has a member that the contract does not know',
    wrong_type: 'has the wrong type',
    wrong_value: 'has a value that is not allowed',
    too_short: 'is too short',
    too_long: 'is too long',
    invalid_format: 'has the wrong format',
    too_deep: 'is nested too deeply',
    never_accepted: 'carries content that is never accepted',
  } satisfies Record<ValidationCode, string>,

  wholeEvent: 'the event',
} as const;
