import { Compile } from 'typebox/compile';
import {
  type ControlChannel,
  type ControlEnvelope,
  type ControlErrorCode,
  type ControlParams,
  type ControlResult,
  control,
} from '../../shared/control.ts';

/** A failure a handler chooses to report; its message is for a person. */
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

/** What a carrier calls: any channel name, any value; it checks both. */
export type ControlDispatch = (channel: string, params: unknown) => Promise<ControlEnvelope<unknown>>;

// Compiled on first use: most runs of a host never see most channels.
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
 * Wraps handlers for the carriers: parameters are checked against the contract, and whatever is thrown becomes a
 * failure without detail. `onUnexpected` learns what was not foreseen.
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
