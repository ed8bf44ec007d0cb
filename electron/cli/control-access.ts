import { setTimeout as delay } from 'node:timers/promises';
import type { ControlChannel, ControlEnvelope, ControlParams, ControlResult } from '../../shared/control.ts';
import { callControlSocket, NoHostRunning } from '../control/transports/control-socket.ts';
import { createHost, type Host } from '../host/create-host.ts';
import { type HostFlags, nodeHostOptions } from '../host/headless-options.ts';
import { HostError } from '../platform/host-error.ts';

/** Ten seconds: on a slow disk a host takes seconds to open a large store, or to stop. */
const ATTEMPTS = 100;
const ATTEMPT_PAUSE_MS = 100;

/** Calls control wherever it is: in the running host, or in the stores, opened under the lock when none runs. */
export interface ControlAccess {
  call<C extends ControlChannel>(
    channel: C,
    params: ControlParams<C>,
  ): Promise<ControlEnvelope<ControlResult<C>>>;
  close(): Promise<void>;
}

function viaSocket(dataDir: string): ControlAccess {
  return {
    call: (channel, params) => callControlSocket(dataDir, channel, params),
    close: async () => {},
  };
}

function viaStores(host: Host): ControlAccess {
  // Whoever replaced them is the one who knows: nothing else would say that tokens or receipts are gone.
  for (const name of host.setAside) {
    console.error(`${name} could not be read. It was kept under this name, and another file took its place.`);
  }
  for (const { summary, remedy } of host.settingsFaults) console.error(`${summary} ${remedy}`);
  return {
    call: (channel, params) => host.dispatch(channel, params) as never,
    close: () => host.stop(),
  };
}

/** Opens the way to control; throws {@link HostError} when neither a host nor the stores can be had. */
export async function openControlAccess(flags: HostFlags): Promise<ControlAccess> {
  const options = nodeHostOptions('stores-only', flags);
  // A host that is starting or stopping holds the lock without answering yet, or any more.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await callControlSocket(options.dataDir, 'host.status', {});
      return viaSocket(options.dataDir);
    } catch (error) {
      if (!(error instanceof NoHostRunning)) throw error;
    }
    try {
      return viaStores(await createHost(options));
    } catch (error) {
      const busy = error instanceof HostError && error.code === 'already_running';
      if (!busy || attempt === ATTEMPTS) throw error;
    }
    await delay(ATTEMPT_PAUSE_MS);
  }
}
