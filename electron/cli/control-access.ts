import { setTimeout as delay } from 'node:timers/promises';
import type { ControlChannel, ControlEnvelope, ControlParams, ControlResult } from '../../shared/control.ts';
import { doctorSentence } from '../../shared/words/doctor.ts';
import { setAsideSentence } from '../../shared/words/set-aside.ts';
import { callControlSocket, NoHostRunning } from '../control/transports/control-socket.ts';
import { createHost, type Host } from '../host/create-host.ts';
import { type HostFlags, nodeHostOptions } from '../host/headless-options.ts';
import { HostError } from '../platform/host-error.ts';

/** Ten seconds in total: on a slow disk a host takes seconds to open a large store, or to stop. */
const ATTEMPTS = 100;
const ATTEMPT_PAUSE_MS = 100;

/**
 * Calls control in the running host. When no host runs, it opens the stores under the lock and calls control
 * there.
 */
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
  // Only the process that replaced the files knows of it. No other message would report lost tokens or
  // receipts.
  for (const name of host.setAside) console.error(setAsideSentence(name));
  for (const fault of host.settingsFaults) {
    const { summary, remedy } = doctorSentence(fault);
    console.error(`${summary} ${remedy}`);
  }
  return {
    call: (channel, params) => host.dispatch(channel, params) as never,
    close: () => host.stop(),
  };
}

/** Opens access to control. Throws {@link HostError} when neither a host nor the stores are available. */
export async function openControlAccess(flags: HostFlags): Promise<ControlAccess> {
  const options = nodeHostOptions('stores-only', flags);
  // A host that starts or stops holds the lock but does not answer.
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
