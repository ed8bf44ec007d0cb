import { Compile } from 'typebox/compile';
import {
  type ControlChannel,
  type ControlEnvelope,
  type ControlParams,
  type ControlResult,
  control,
} from '../../shared/control.ts';
import { type ControlFailure, controlFailure } from '../../shared/failure.ts';
import { schemaErrors } from '../../shared/schema-errors.ts';
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
    const validator = validatorOf(channel);
    if (!validator.Check(params)) {
      const errors = schemaErrors(control[channel].params, validator.Errors(params));
      return failed(controlFailure('invalid_params', { errors }));
    }
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
