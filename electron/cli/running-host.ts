import type { Command } from 'commander';
import type { HostStatus } from '../../shared/control.ts';
import { callControlSocket, NoHostRunning } from '../control/transports/control-socket.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { HostError } from '../platform/host-error.ts';
import { type GlobalOptions, reportFailure } from './command-output.ts';
import { type Control, noteSilence, unwrap } from './control-access.ts';

/** The running host of a data directory. */
export interface RunningHost extends Control {
  dataDir: string;
}

/** Returns the state of the running host, or undefined if none runs, or if it ends. */
export async function statusOfHost(dataDir: string): Promise<HostStatus | undefined> {
  try {
    return unwrap(await callControlSocket(dataDir, 'host.status', {}));
  } catch (error) {
    if (error instanceof HostError && error.code === 'unavailable') return undefined;
    throw error;
  }
}

/** Runs a command that needs a running host. Prints a failure and exits with 3 if none is running. */
export async function withRunningHost(
  command: Command,
  run: (host: RunningHost, options: GlobalOptions) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const dataDir = resolveDataDir(options.dataDir);
  try {
    const call: Control['call'] = async (channel, params) =>
      unwrap(await callControlSocket(dataDir, channel, params));
    await run({ dataDir, call }, options);
  } catch (error) {
    const isStopped = error instanceof NoHostRunning;
    const lost = isStopped ? (await import('../host/start-steps.ts')).lostDataDir(dataDir) : undefined;
    reportFailure(lost ?? error, options.json === true);
    if (isStopped) noteSilence(dataDir);
  }
}
