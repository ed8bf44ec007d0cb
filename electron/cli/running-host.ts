import type { Command } from 'commander';
import type { ControlChannel, ControlParams, ControlResult } from '../../shared/control.ts';
import { callControlSocket, NoHostRunning } from '../control/transports/control-socket.ts';
import { refuseLostDataDir } from '../host/start-steps.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { HostError } from '../platform/host-error.ts';
import { CommandFailure, EXIT, type GlobalOptions, reportFailure, unwrap } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';

/** The running host of a data directory. */
export interface RunningHost {
  dataDir: string;
  access: Pick<ControlAccess, 'call'>;
  /** Calls control, and throws a failure. */
  call<C extends ControlChannel>(channel: C, params: ControlParams<C>): Promise<ControlResult<C>>;
}

/** Runs a command that needs a running host. Prints a failure and exits with 3 if none is running. */
export async function withRunningHost(
  command: Command,
  run: (host: RunningHost, options: GlobalOptions) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const dataDir = resolveDataDir(options.dataDir);
  try {
    const access: RunningHost['access'] = {
      call: (channel, params) => callControlSocket(dataDir, channel, params),
    };
    await run(
      { dataDir, access, call: async (channel, params) => unwrap(await access.call(channel, params)) },
      options,
    );
  } catch (error) {
    reportFailure(error instanceof NoHostRunning ? notRunning(dataDir) : error, options.json === true);
  }
}

function notRunning(dataDir: string): unknown {
  try {
    refuseLostDataDir(dataDir);
  } catch (error) {
    return error instanceof HostError
      ? new CommandFailure('unavailable', error.message, EXIT.unavailable)
      : error;
  }
  return new CommandFailure(
    'unavailable',
    `Plinth is not running for ${dataDir}. Start the Plinth app, or run: plinth serve`,
    EXIT.unavailable,
  );
}
