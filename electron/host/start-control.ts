import { API_VERSION } from '../../shared/limits.ts';
import { ConsoleSessions, sessionsFileOf } from '../console/console-sessions.ts';
import { type ControlDispatch, createDispatch } from '../control/dispatch.ts';
import { createHostHandlers } from '../control/handlers/host-handlers.ts';
import { startControlSocket } from '../control/transports/control-socket.ts';
import { takeEvent } from '../listener/record-event.ts';
import { isRuntimeInfoOf, removeRuntimeInfo, writeRuntimeInfo } from '../platform/runtime-file.ts';
import type { SampleRecord } from '../sample/sample-record.ts';
import type { HostParts } from './host-parts.ts';
import { hostStatus } from './host-status.ts';
import type { Collector } from './start-collector.ts';
import { inDataDir } from './start-steps.ts';

/** Console of a host, known once its web server runs. */
export interface OfferedConsole {
  link?: () => string;
  logOutAll?: () => number;
}

/** Creates the handlers of the control channels; they need no listener. */
export function createControl(
  parts: HostParts,
  collector: Collector | undefined,
  offered: OfferedConsole,
  sample: SampleRecord,
): ControlDispatch {
  const { options, stores, hub, run } = parts;
  const { faults, receipts, integrations, settings, witness, anchors } = stores;
  const handlers = createHostHandlers({
    dataDir: options.dataDir,
    commandLine: options.commandLine,
    status: () => hostStatus(parts, collector),
    listener: () => collector?.listener,
    takeEvent: collector && ((integration, body) => takeEvent(collector.context, integration, body)),
    consoleLink: () => offered.link?.() ?? null,
    // A login outlives the host that serves the console.
    logOutConsole: () =>
      offered.logOutAll?.() ?? new ConsoleSessions(run.now, sessionsFileOf(options.dataDir)).logOutAll(),
    integrations,
    receipts,
    refusals: parts.refusals,
    ledger: parts.ledger,
    problemsChanged: () => hub.post({ kind: 'problems' }),
    settings,
    recording: parts.recording,
    bridges: parts.bridges,
    retention: parts.retention,
    witness,
    anchors,
    survival: parts.survival,
    mirror: parts.mirror,
    sample,
    incidentsSeen: () => hub.post({ kind: 'incidents' }),
    bundleKey: stores.vault.key('bundle-pseudonyms'),
    clock: parts.clock,
    receiptsChanged: (deleted) => hub.receiptsChanged(0, deleted),
    faults: () => faults.count,
    noteFault: (operation, fault) => faults.noteFault(operation, fault),
    now: run.now,
  });
  return createDispatch(handlers, (channel, error) => faults.note(channel, error));
}

/** Opens the control socket, then writes the runtime file that leads clients to this host. Throws a HostError. */
export async function startControl(
  { options: { dataDir }, run, hub, survival }: HostParts,
  { listener, baseUrl }: Collector,
  dispatch: ControlDispatch,
  stack: AsyncDisposableStack,
): Promise<void> {
  const socket = await inDataDir(dataDir, () => startControlSocket(dataDir, dispatch, hub));
  stack.defer(() => socket.stop());
  const writeRuntimeFile = () =>
    writeRuntimeInfo(dataDir, {
      baseUrl,
      port: listener.port,
      pid: process.pid,
      instanceId: run.instanceId,
      apiVersion: API_VERSION,
      startedAt: run.startedAt,
    });
  await inDataDir(dataDir, writeRuntimeFile);
  stack.defer(() => removeRuntimeInfo(dataDir, run.instanceId));
  const unguardRuntime = survival.guard({
    name: 'runtime',
    isKept: () => isRuntimeInfoOf(dataDir, run.instanceId),
    restore: writeRuntimeFile,
  });
  stack.defer(unguardRuntime);
  stack.defer(
    survival.guard({ name: 'control', isKept: () => socket.isKept(), restore: () => socket.reopen() }),
  );
}
