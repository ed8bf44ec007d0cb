import Type, { type Static } from 'typebox';

/** Every failure of the protocol (design §1.3), in the order of its checks. */
export const PROBLEMS = {
  forbidden_host: {
    status: 403,
    title: 'The Host header must be 127.0.0.1, [::1] or localhost, with the port of this collector.',
  },
  forbidden_origin: { status: 403, title: 'Requests from web pages are refused.' },
  not_found: { status: 404, title: 'There is no such endpoint.' },
  method_not_allowed: { status: 405, title: 'This endpoint does not take that method.' },
  unauthorized: { status: 401, title: 'A valid token is required.' },
  insufficient_permission: { status: 403, title: 'The token lacks the permission this endpoint needs.' },
  managed_credential: { status: 403, title: 'A managed credential works only on its own bridge.' },
  rate_limited: { status: 429, title: 'Too many requests with this token. Try again later.' },
  unsupported_media_type: { status: 415, title: 'Send uncompressed application/json in UTF-8.' },
  payload_too_large: { status: 413, title: 'The body is larger than the limit.' },
  byte_order_mark: {
    status: 400,
    title: 'The body begins with a byte order mark. Send it in UTF-8 without the mark.',
  },
  invalid_json: { status: 400, title: 'The body is not valid JSON.' },
  invalid_event: { status: 400, title: 'The event does not match its schema.' },
  forbidden_field: { status: 400, title: 'The event carries content that is never accepted.' },
  integration_mismatch: {
    status: 403,
    title: 'The integration member differs from the name this token was generated for.',
  },
  unavailable: { status: 503, title: 'The collector cannot record right now. Try again later.' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** Codes of single validation errors. */
const VALIDATION_CODES = [
  'required',
  'unknown_member',
  'wrong_type',
  'wrong_value',
  'too_short',
  'too_long',
  'invalid_format',
  'too_deep',
  'never_accepted',
] as const;
export type ValidationCode = (typeof VALIDATION_CODES)[number];

const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

/** What is allowed where an error is: keywords of the contract's schema, with their meaning in JSON Schema, and two more. */
export const Expectation = Type.Object(
  {
    type: Type.Optional(Type.String()),
    enum: Type.Optional(Type.Array(Type.String(), { description: 'All allowed values' })),
    minLength: count('Characters'),
    maxLength: count('Characters'),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    minItems: count('Entries'),
    maxItems: count('Entries'),
    pattern: Type.Optional(Type.String()),
    members: Type.Optional(Type.Array(Type.String(), { description: 'All members that are defined' })),
    maxDepth: count('Levels of objects and arrays'),
  },
  { additionalProperties: false },
);
export type Expectation = Static<typeof Expectation>;

export const ValidationError = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer made only of members that the contract defines' }),
    code: Type.Unsafe<ValidationCode>(Type.Enum([...VALIDATION_CODES])),
    expected: Type.Optional(Expectation),
  },
  { additionalProperties: false },
);
export type ValidationError = Static<typeof ValidationError>;

export const Problem = Type.Object(
  {
    type: Type.Enum(PROBLEM_CODES.map((code) => `urn:plinth:problem:${code}`)),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    code: Type.Unsafe<ProblemCode>(Type.Enum(PROBLEM_CODES)),
    errors: Type.Optional(Type.Array(ValidationError)),
    tokenIntegration: Type.Optional(
      Type.String({ description: 'With integration_mismatch: the name this token was generated for' }),
    ),
  },
  { additionalProperties: false },
);
export type Problem = Static<typeof Problem>;

/** What a failure says beside its code. */
export type ProblemFacts = Pick<Problem, 'errors' | 'tokenIntegration'>;

/** RFC 9457 body of a failure. It contains nothing that a client sent. */
export function buildProblem(code: ProblemCode, { errors, tokenIntegration }: ProblemFacts = {}): Problem {
  const { status, title } = PROBLEMS[code];
  const problem: Problem = { type: `urn:plinth:problem:${code}`, title, status, code };
  if (errors !== undefined && errors.length > 0) problem.errors = errors;
  if (tokenIntegration !== undefined) problem.tokenIntegration = tokenIntegration;
  return problem;
}
