import { setTimeout as delay } from 'node:timers/promises';
import type { ControlChannel, ControlEvent, HostStatus } from '../../shared/control.ts';
import { controlFailure } from '../../shared/failure.ts';
import type { ControlDispatch } from '../control/dispatch.ts';
import { EventHub } from '../control/event-hub.ts';
import { controlEventStream } from '../control/transports/control-event-stream.ts';
import { callControlSocket } from '../control/transports/control-socket.ts';
import type { Host } from '../host/create-host.ts';
import { HostError } from '../platform/host-error.ts';
import { PLINTH_VERSION } from '../platform/version.ts';
import { startElectronHost } from './electron-host.ts';

/** The host as the app uses it. It runs in the app, or in another process such as the service. */
export interface ShellHost {
  dispatch: ControlDispatch;
  hub: EventHub;
  log: { error(...message: unknown[]): void; warn(...message: unknown[]): void };
  faults: { note(event: string, error: unknown): void };
  /** Stops the host of this app, also one that took over. A host of another process continues. */
  stop(): Promise<unknown>;
}

/** Ten seconds in total: a service that starts or restarts holds the lock before it answers. */
const ATTEMPTS = 100;
const ATTEMPT_PAUSE_MS = 100;
/** A restart of the service takes about a second. */
const RECONNECT_PAUSE_MS = 1000;
/** A service that failed starts again after five seconds, and an update may stop it for longer. */
const PATIENCE_MS = 30_000;

/** What can have changed while the app heard nothing. */
const ANYTHING: readonly ControlEvent[] = [
  { kind: 'receipts', added: 0, deleted: true },
  { kind: 'integrations' },
  { kind: 'settings' },
  { kind: 'bridges' },
  { kind: 'recording' },
  { kind: 'problems' },
];

interface Following {
  hub: EventHub;
  signal: AbortSignal;
  patienceMs: number;
  /** Returns true if this app now is the host. */
  takeOver(): Promise<boolean>;
}

/** Passes on the events of the running host, over its restarts. Where none comes back, the app takes over. */
async function follow(dataDir: string, { hub, signal, patienceMs, takeOver }: Following): Promise<void> {
  let lostAt = performance.now();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    let wasHeard = false;
    try {
      for await (const event of controlEventStream(dataDir, signal)) {
        wasHeard = true;
        if (event !== undefined) hub.post(event);
        else if (!isFirst) for (const each of ANYTHING) hub.post(each);
      }
    } catch {
      // No host answers now.
    }
    if (wasHeard) lostAt = performance.now();
    await delay(RECONNECT_PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted || performance.now() - lostAt < patienceMs) continue;
    if (await takeOver()) return;
    // A host that starts, or that hangs, holds the lock.
    lostAt = performance.now();
  }
}

function attachedHost(dataDir: string, patienceMs: number): ShellHost {
  const hub = new EventHub();
  const ending = new AbortController();
  let own: Host | undefined;
  const takeOver = async () => {
    // A failure has the sentence “Plinth is not answering” in the window, as before.
    own = await startElectronHost(dataDir).catch(() => undefined);
    own?.hub.subscribe((event) => hub.post(event));
    if (own !== undefined) for (const each of ANYTHING) hub.post(each);
    return own !== undefined;
  };
  const following = follow(dataDir, { hub, signal: ending.signal, patienceMs, takeOver });
  return {
    hub,
    // The host validates the channel and its parameters.
    dispatch: (channel, params) =>
      own?.dispatch(channel, params) ??
      callControlSocket(dataDir, channel as ControlChannel, params as never).catch(() => ({
        ok: false,
        error: controlFailure('unreachable'),
      })),
    // Until this app takes over, the other process owns the log.
    get log() {
      return own?.log ?? { error: console.error, warn: console.warn };
    },
    get faults() {
      return own?.faults ?? { note: () => {} };
    },
    stop: async () => {
      ending.abort();
      await following;
      await own?.stop();
    },
  };
}

/** Returns the status of a running host, or undefined while none answers. */
async function statusOf(dataDir: string): Promise<HostStatus | undefined> {
  const envelope = await callControlSocket(dataDir, 'host.status', {}).catch(() => undefined);
  return envelope?.ok === true ? envelope.result : undefined;
}

/**
 * Starts the host in this process, or attaches the app to the headless host that already uses the data directory. Where
 * the reason of a failure is known, rejects with a sentence for the user.
 */
export async function openShellHost(dataDir: string, patienceMs = PATIENCE_MS): Promise<ShellHost> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startElectronHost(dataDir);
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'already_running') throw error;
      const running = await statusOf(dataDir);
      // The window of this version may ask for what another version does not know.
      if (running?.host === 'headless' && running.version === PLINTH_VERSION)
        return attachedHost(dataDir, patienceMs);
      if (running !== undefined || attempt === ATTEMPTS) throw error;
    }
    await delay(ATTEMPT_PAUSE_MS);
  }
}
