import { Compile } from 'typebox/compile';
import {
  type ControlChannel,
  type ControlEnvelope,
  type ControlErrorCode,
  type ControlParams,
  type ControlResult,
  control,
} from '../../shared/control.ts';

/** A failure that a handler reports on purpose. Its message is for the user. */
export class ControlError extends Error {
  readonly code: ControlErrorCode;

  constructor(code: ControlErrorCode, message: string) {
    super(message);
    this.code = code;
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

const failure = (code: ControlErrorCode, message: string): ControlEnvelope<never> => ({
  ok: false,
  error: { code, message },
});

/**
 * Wraps handlers for the transports. It validates parameters against the contract and turns every thrown error into a
 * failure without detail. `onUnexpected` receives errors that are not a {@link ControlError}.
 */
export function createDispatch(
  handlers: ControlHandlers,
  onUnexpected: (channel: ControlChannel, error: unknown) => void,
): ControlDispatch {
  return async (channel, params) => {
    if (!isChannel(channel)) return failure('not_found', 'There is no such control channel.');
    if (!validatorOf(channel).Check(params)) {
      return failure('invalid_params', 'The parameters do not match the control contract.');
    }
    try {
      const handler = handlers[channel] as (params: unknown) => unknown;
      return { ok: true, result: await handler(params) };
    } catch (error) {
      if (error instanceof ControlError) return failure(error.code, error.message);
      onUnexpected(channel, error);
      return failure('internal', 'Plinth could not do that. The log names the operation that failed.');
    }
  };
}
