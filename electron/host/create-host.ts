import type { HostStatus } from '../../shared/control.ts';
import type { DoctorFinding } from '../../shared/doctor.ts';
import { doctorSentence } from '../../shared/words/doctor.ts';
import { setAsideSentence } from '../../shared/words/set-aside.ts';
import type { ControlDispatch } from '../control/dispatch.ts';
import type { EventHub } from '../control/event-hub.ts';
import type { FaultLog } from '../platform/fault-log.ts';
import type { HostLog } from '../platform/log.ts';
import { SampleRecord } from '../sample/sample-record.ts';
import { guardStores } from './guard-files.ts';
import type { HostOptions, HostRun } from './host-options.ts';
import { hostStatus } from './host-status.ts';
import { openParts } from './open-parts.ts';
import { startCollector } from './start-collector.ts';
import { createControl, type OfferedConsole, startControl } from './start-control.ts';
import { startMaintenance } from './start-maintenance.ts';
import { startSignsOfLife } from './start-recording.ts';

/** Running host: stores, listener and control. */
export interface Host {
  baseUrl: string | undefined;
  port: number | undefined;
  movedFrom: number | undefined;
  setAside: readonly string[];
  /** Settings that could not be used, in words for a person. */
  settingsFaults: readonly DoctorFinding[];
  status(): Promise<HostStatus>;
  dispatch: ControlDispatch;
  hub: EventHub;
  /** Tells control how to make a login link of the console, and how to log its browsers out. */
  offerConsole(link: () => string, logOutAll: () => number): void;
  log: HostLog['logger'];
  faults: FaultLog;
  /** Finishes requests in flight, makes them durable and releases the data directory. */
  stop(): Promise<void>;
}

/** Says what only the process that opened the stores knows: the files that it replaced, and the settings that it cannot use. */
export function openingSentences({ setAside, settingsFaults }: Host): string[] {
  const faults = settingsFaults.map((fault) => doctorSentence(fault));
  return [...faults.map(({ summary, remedy }) => `${summary} ${remedy}`), ...setAside.map(setAsideSentence)];
}

/** Opens the stores and, unless only they are wanted, the listener and the control socket. Throws a HostError. */
export async function createHost(options: HostOptions): Promise<Host> {
  // Undoes each step in reverse order when a later step fails, and at the end.
  const stack = new AsyncDisposableStack();
  try {
    return await startHost(options, stack);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function startHost(options: HostOptions, stack: AsyncDisposableStack): Promise<Host> {
  const now = () => Date.now();
  const run: HostRun = { instanceId: '', startedAt: new Date(now()).toISOString(), now };
  const parts = await openParts(options, run, stack);
  if (options.host !== 'stores-only') guardStores(parts);
  const collector = options.host === 'stores-only' ? undefined : await startCollector(parts, stack);
  const offered: OfferedConsole = {};
  // Stores of their own and nothing else: no listener, no keychain and no place in this data directory.
  const forSample = { host: 'stores-only', port: 0, useKeychain: false, receiptThread: undefined } as const;
  const openSample = (dataDir: string) => createHost({ ...options, ...forSample, dataDir });
  const sample = new SampleRecord(openSample, options.receiptWorker);
  stack.defer(() => sample.close());
  const dispatch = createControl(parts, collector, offered, sample);
  const { log, faults, settings, setAside, vault } = parts.stores;
  if (collector !== undefined) {
    await startControl(parts, collector, dispatch, stack);
    startMaintenance(parts, stack);
    startSignsOfLife(parts, stack);
    stack.defer(() => parts.survival.stop());
    log.info({ port: collector.listener.port, host: options.host, vault: vault.state.backend }, 'listening');
  }
  return {
    baseUrl: collector?.baseUrl,
    port: collector?.listener.port,
    movedFrom: collector?.listener.movedFrom,
    setAside,
    settingsFaults: settings.faults,
    status: () => hostStatus(parts, collector),
    dispatch,
    hub: parts.hub,
    offerConsole: (link, logOutAll) => Object.assign(offered, { link, logOutAll }),
    log,
    faults,
    stop: () => stack.disposeAsync(),
  };
}
