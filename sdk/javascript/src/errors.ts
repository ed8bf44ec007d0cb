/** What went wrong, as one word; stable, and the same in every Plinth SDK. */
export type PlinthErrorCode =
  | 'configuration'
  | 'down'
  | 'timeout'
  | 'aborted'
  | 'not_plinth'
  | 'unauthorized'
  | 'forbidden'
  | 'invalid'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable'
  | 'dropped'
  | 'protocol';

/** One reason why an event was refused: where (a JSON Pointer of the contract's own names), why, and what is expected there. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  /** Keywords of JSON Schema, such as `enum` and `maxLength`. */
  readonly expected?: Readonly<Record<string, unknown>>;
}

/** What an error may carry besides its code. */
export interface ErrorFacts {
  /** HTTP status, when something answered. */
  readonly status?: number | undefined;
  /** Plinth's problem code, such as `insufficient_permission`. */
  readonly problem?: string | undefined;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Why each part was refused; empty unless `code` is `invalid`. */
  readonly errors?: readonly FieldError[];
}

/** Base of all errors of this SDK. The message never holds the token, content, or anything a server wrote but the name of the token’s integration and names and limits of the contract. */
export abstract class PlinthError extends Error implements ErrorFacts {
  abstract readonly code: PlinthErrorCode;
  declare readonly status?: number | undefined;
  declare readonly problem?: string | undefined;
  declare readonly retryAfterMs?: number | undefined;
  readonly errors: readonly FieldError[] = [];

  constructor(message: string, facts?: ErrorFacts) {
    super(message);
    // One name for all: a bundler that shortens class names would garble any other. `code` tells them apart.
    this.name = 'PlinthError';
    Object.assign(this, facts);
  }
}

/** An option, an environment variable or the token cannot be used; thrown before anything is sent. */
export class PlinthConfigurationError extends PlinthError {
  readonly code = 'configuration';
}

/** Nothing answers: Plinth is not running there, or the connection broke. */
export class PlinthDownError extends PlinthError {
  readonly code: 'down' | 'timeout' = 'down';
}

/** No answer within the total time allowed. */
export class PlinthTimeoutError extends PlinthDownError {
  override readonly code = 'timeout';
}

/** The caller's `signal` ended the call. */
export class PlinthAbortedError extends PlinthError {
  readonly code = 'aborted';
}

/**
 * The error of a call that its caller ended.
 *
 * @internal
 */
export const aborted = () => new PlinthAbortedError('The call was aborted.');

/** Something answers there, but it is not Plinth. */
export class NotPlinthError extends PlinthError {
  readonly code = 'not_plinth';
}

/** 401: Plinth does not know the token, or it was revoked. */
export class PlinthUnauthorizedError extends PlinthError {
  readonly code = 'unauthorized';
}

/** 403: the token is known, but may not do this; see `problem`. */
export class PlinthForbiddenError extends PlinthError {
  readonly code = 'forbidden';
}

/** 400 or 415: the event breaks the contract; `errors` says where. Also thrown before sending, for what is not JSON. */
export class PlinthInvalidError extends PlinthError {
  readonly code = 'invalid';
}

/** 413: the event is over 1 MiB. Thrown before sending. */
export class PlinthTooLargeError extends PlinthError {
  readonly code = 'too_large';
}

/** 429: too many requests with this token; see `retryAfterMs`. */
export class PlinthRateLimitedError extends PlinthError {
  readonly code = 'rate_limited';
}

/** 5xx: Plinth cannot take the request now; see `retryAfterMs`. */
export class PlinthUnavailableError extends PlinthError {
  readonly code = 'unavailable';
}

/** Plinth answered in a way this version of the SDK does not understand. */
export class PlinthProtocolError extends PlinthError {
  readonly code = 'protocol';
}

/** A reporter lost events to a full queue or to its end. The message has their number. Only `onError` hears of it. */
export class PlinthDroppedError extends PlinthError {
  readonly code = 'dropped';
}
