import type { ControlChannel, ControlParams, ControlResult } from '../../shared/control.ts';
import type { ControlDispatch } from '../control/dispatch.ts';

/** The control contract as the shell uses it. Rejects when a call fails. */
export type Control = <C extends ControlChannel>(
  channel: C,
  params: ControlParams<C>,
) => Promise<ControlResult<C>>;

export function controlOf(dispatch: ControlDispatch): Control {
  return async (channel, params) => {
    const envelope = await dispatch(channel, params);
    if (!envelope.ok) throw new Error(`${channel}: ${envelope.error.code}`);
    return envelope.result as never;
  };
}
