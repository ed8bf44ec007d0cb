import {
  type ErrorFacts,
  type FieldError,
  NotPlinthError,
  type PlinthError,
  PlinthForbiddenError,
  PlinthInvalidError,
  PlinthProtocolError,
  PlinthRateLimitedError,
  PlinthTooLargeError,
  PlinthUnauthorizedError,
  PlinthUnavailableError,
} from './errors.ts';
import type { Answer, Reply } from './transport-contract.ts';

type Refusal = [new (message: string, facts?: ErrorFacts) => PlinthError, string];

const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: [PlinthInvalidError, 'the event is not valid'],
  401: [PlinthUnauthorizedError, 'the token is unknown or revoked'],
  403: [PlinthForbiddenError, 'this is not allowed, see `problem`'],
  413: [PlinthTooLargeError, 'the event is too large'],
  415: [PlinthInvalidError, 'the event is not JSON'],
  429: [PlinthRateLimitedError, 'too many requests, see `retryAfterMs`'],
};
/** What a problem means whose status has several. */
const PROBLEMS = new Map<unknown, string>([
  ['forbidden_host', 'it does not serve this base URL'],
  ['insufficient_permission', 'the token lacks the permission'],
  ['integration_mismatch', 'the token has another `integration` name'],
]);
const UNAVAILABLE: Refusal = [PlinthUnavailableError, 'it cannot take this now'];
const UNEXPECTED: Refusal = [PlinthProtocolError, 'the SDK does not expect that'];

// A server might put what it was sent where a pointer or a code belongs: only what looks like the contract's own passes.
const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;
const codeOf = (value: { code?: unknown } | null) => matching(value?.code, /^[a-z_]{1,32}$/);
const pointerOf = (value: { pointer?: unknown } | null) =>
  matching(value?.pointer, /^(\/[a-z]{1,14}){0,2}$/i) ?? '';
// Numbers, single words, and the patterns of the contract, which have no words.
const isOwn = (value: unknown) =>
  typeof value === 'number' ||
  matching(value, /^([a-z_.]{1,32}\d?|\^[[\]{}^\\$*.:\dtzuf-]{1,80})$/i) !== undefined;

function fieldErrorOf(value: { pointer?: unknown; code?: unknown; expected?: object } | null): FieldError {
  const expected = Object.entries({ ...value?.expected }).filter(
    ([keyword, of]) => /^[a-z]+$/i.test(keyword) && [of].flat().every(isOwn),
  );
  return {
    pointer: pointerOf(value),
    code: codeOf(value) ?? 'invalid',
    ...(expected[0] && { expected: Object.fromEntries(expected) }),
  };
}

const textOf = ({ pointer, code, expected }: FieldError) =>
  `${pointer} ${code}${expected ? `, expected ${JSON.stringify(expected)}` : ''}`.trim();

function parseObject(text = ''): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  } catch {
    // Not JSON: the caller tells what that means for this answer.
  }
  return undefined;
}

// Seconds or an HTTP date; undefined when absent, past or neither.
function retryAfterMs(text: unknown): number | undefined {
  const wait = /^\d+$/.test(`${text}`) ? Number(text) * 1000 : Date.parse(`${text}`) - Date.now();
  return wait >= 0 ? wait : undefined;
}

// The one text of an answer that an error repeats. It is never the token or a whole value of what was sent.
function namesOf(tokenName: unknown, sent: Uint8Array): string | undefined {
  const body = Buffer.from(sent).toString();
  if (typeof tokenName !== 'string' || !/^\P{C}{1,64}$/u.test(tokenName) || tokenName.includes('plint_'))
    return undefined;
  if (body.includes(JSON.stringify(tokenName))) return undefined;
  return `the token is for "${tokenName}", the event says "${JSON.parse(body).integration}"`;
}

/** The object Plinth sent, or the typed error that its answer means. */
export function readReply(
  { status, headers, body }: Reply,
  baseUrl: string,
  sent: Uint8Array | undefined,
): Answer | PlinthError {
  const facts = { status, retryAfterMs: retryAfterMs(headers['retry-after']) };
  const version = headers['plinth-api-version'];
  if (version === undefined) {
    return new NotPlinthError(`What answers at ${baseUrl} is not Plinth (HTTP ${status}).`, facts);
  }
  if (!/^1\.\d/.test(`${version}`)) {
    return new PlinthProtocolError('This Plinth speaks no protocol 1.x: update the SDK.', facts);
  }
  const value = parseObject(body);
  if (status >= 200 && status < 300) {
    return value !== undefined && /^application\/json *(;|$)/i.test(`${headers['content-type']}`)
      ? { value, headers }
      : new PlinthProtocolError(`Plinth answered ${status} without a JSON object.`, facts);
  }
  const problem = value && codeOf(value);
  const [Refused, meaning] = REFUSALS[status] ?? (status < 500 ? UNEXPECTED : UNAVAILABLE);
  const errors = Array.isArray(value?.errors) ? value.errors.map(fieldErrorOf) : [];
  const names =
    problem === 'integration_mismatch' && sent ? namesOf(value?.tokenIntegration, sent) : undefined;
  const said = [names ?? PROBLEMS.get(problem) ?? meaning, errors.map(textOf).join('; ')].filter(Boolean);
  return new Refused(`Plinth answered ${status}: ${said.join(': ')}.`, { ...facts, problem, errors });
}
