import type { ProblemCode, ValidationCode } from '../../shared/problem.ts';

/** Words of the wait for a first event, and of refusals. */
export const firstEventMessages = {
  firstEvent: {
    waiting: 'Waiting for your first event …',
    waitingAgain: 'Waiting for the next event …',
    arrivedAgain: 'An event has arrived',
    keepsNothing:
      'The privacy level for these events is “Nothing”: Plinth answers them but stores no receipt.',
    toPrivacy: 'Open Privacy',
    waitingPaused: 'Recording is paused: Plinth answers events but records nothing until you resume.',
    notListening:
      'Plinth is not listening on any address, so events cannot arrive. Diagnostics shows the reason.',
    arrived: 'Your first event has arrived',
    open: 'Open the receipt',
    refusedTitle: 'An event arrived, but it was not recorded',
    strangerTitle: 'A request arrived without a valid token',
    status: (status: number, code: string) => `Plinth answered ${status} ${code}.`,
    stillWaiting: 'Plinth is still waiting. Correct the request and send the event again.',
  },

  /** The cause of a refusal and the next step, by the protocol's code. */
  refusals: {
    forbidden_host: 'The Host header names another host. Use the base address exactly as shown here.',
    forbidden_origin: 'The request came from a web page. Report from a program, not from a browser.',
    not_found: 'Plinth has no such address. Check the path.',
    method_not_allowed: 'This address does not accept that method. Send events with POST.',
    unauthorized:
      'The token is missing, mistyped or revoked. Check that the Authorization header is “Bearer” followed by the whole token.',
    insufficient_permission: 'The token does not have the required permission. Generate a token that has it.',
    managed_credential: 'This credential belongs to the connection of an agent. Use a developer token.',
    rate_limited:
      'There were too many requests in a short time. Wait for the time in the Retry-After header.',
    unsupported_media_type: 'Send the header Content-Type: application/json, in UTF-8 and uncompressed.',
    payload_too_large: 'The event is larger than 1 MiB. Send less data.',
    byte_order_mark:
      'The body begins with a byte order mark, which editors do not show. Save or send it as UTF-8 without a byte order mark.',
    invalid_json: 'The body is not valid JSON. Check quotes and commas.',
    invalid_event: 'The event is not valid:',
    forbidden_field:
      'The event contains something that Plinth never accepts, such as command output, environment variables or credentials. Leave it out.',
    integration_mismatch:
      'The “integration” in the event differs from the name of this token. The two must match character for character.',
    unavailable: 'Plinth could not store the event at that moment. Send it again.',
  } satisfies Record<ProblemCode, string>,

  validation: {
    required: 'is missing',
    unknown_member: 'has a member that the contract does not define',
    wrong_type: 'has the wrong type',
    wrong_value: 'has a value that is not allowed',
    too_short: 'is too short',
    too_long: 'is too long',
    invalid_format: 'has the wrong format',
    too_deep: 'is nested too deeply',
    never_accepted: 'contains content that Plinth never accepts',
  } satisfies Record<ValidationCode, string>,

  wholeEvent: 'the event',
  expected: (text: string) => `Expected: ${text}.`,
} as const;
