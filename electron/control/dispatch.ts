import { Compile } from 'typebox/compile';
import {
  type ControlChannel,
  type ControlEnvelope,
  type ControlParams,
  type ControlResult,
  control,
} from '../../shared/control.ts';
import { type ControlFailure, controlFailure } from '../../shared/failure.ts';
import { makeWellFormed } from '../../shared/well-formed.ts';
import { isDiskFull } from '../platform/host-error.ts';

/** A failure that a handler reports on purpose. */
export class ControlError extends Error {
  readonly failure: ControlFailure;

  constructor(failure: ControlFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

export type ControlHandlers = {
  [C in ControlChannel]: (params: ControlParams<C>) => ControlResult<C> | Promise<ControlResult<C>>;
};

/** The function that a transport calls with any channel name and any value. It validates both. */
export type ControlDispatch = (channel: string, params: unknown) => Promise<ControlEnvelope<unknown>>;

// Validators are compiled on first use, because most runs use few channels.
const validators = new Map<ControlChannel, ReturnType<typeof Compile>>();

function validatorOf(channel: ControlChannel): ReturnType<typeof Compile> {
  let validator = validators.get(channel);
  if (validator === undefined) {
    validator = Compile(control[channel].params) as unknown as ReturnType<typeof Compile>;
    validators.set(channel, validator);
  }
  return validator;
}

/** The failures of a value that is only too large. A person can type such a value. */
const TOO_LARGE = { maxLength: 'too_long', maxItems: 'too_many' } as const;
const DECLARED_NAME = /(?<=\/properties\/)[^/]+/g;

/** Names the member and its limit where a person can mend it. The name is the contract's. */
function paramsFailure(channel: ControlChannel, params: unknown): ControlFailure {
  for (const { keyword, schemaPath, params: limits } of validatorOf(channel).Errors(params)) {
    if (!Object.hasOwn(TOO_LARGE, keyword)) continue;
    const names = schemaPath.match(DECLARED_NAME) ?? [];
    const member = names.filter((name) => name !== 'filter').join('.');
    return controlFailure(TOO_LARGE[keyword as keyof typeof TOO_LARGE], {
      member,
      most: (limits as { limit: number }).limit,
    });
  }
  return controlFailure('invalid_params');
}

const isChannel = (name: string): name is ControlChannel => Object.hasOwn(control, name);

const failed = (error: ControlFailure): ControlEnvelope<never> => ({ ok: false, error });

/**
 * Wraps handlers for the transports. It validates parameters against the contract and turns every thrown error into a
 * failure without detail. `onUnexpected` receives errors that are neither a {@link ControlError} nor a full disk.
 */
export function createDispatch(
  handlers: ControlHandlers,
  onUnexpected: (channel: ControlChannel, error: unknown) => void,
): ControlDispatch {
  return async (channel, params) => {
    if (!isChannel(channel)) return failed(controlFailure('unknown_channel'));
    if (!validatorOf(channel).Check(params)) return failed(paramsFailure(channel, params));
    try {
      const handler = handlers[channel] as (params: unknown) => unknown;
      return { ok: true, result: await handler(makeWellFormed(params)) };
    } catch (error) {
      if (error instanceof ControlError) return failed(error.failure);
      if (isDiskFull(error)) return failed(controlFailure('disk_full'));
      onUnexpected(channel, error);
      return failed(controlFailure('unexpected'));
    }
  };
}
