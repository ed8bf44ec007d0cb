import { dirname } from 'node:path';
import type { Express } from 'express';
import type { BridgeService } from '../bridges/bridge-service.ts';
import { BRIDGE_FILE, type CollectorAddress } from '../bridges/connect/launcher.ts';
import type { ServerProof } from '../bridges/connect/server-proof.ts';
import { startBridgeSocket } from '../listener/bridge-socket.ts';
import type { CollectorContext } from '../listener/collector-context.ts';
import { FolderSnapshot } from '../platform/folder-snapshot.ts';
import { hasRuntimeFile, removeRunSecret, writeRunSecret } from '../platform/runtime-file.ts';
import type { Survival } from '../record/survival.ts';
import type { HostParts } from './host-parts.ts';

/** Collector that the launchers of bridges report to. */
interface BridgeCollector {
  context: CollectorContext;
  addBridges(app: Express): void;
  /** Defined where launchers use the port, and no private socket. */
  proof: ServerProof | undefined;
  port: number;
}

/** Opens the private way of the launchers. The collector serves other programs even where this fails. */
export async function openBridges(
  parts: HostParts,
  collector: BridgeCollector,
  stack: AsyncDisposableStack,
): Promise<void> {
  const { options, bridges, bridgeEndpoint, stores, survival } = parts;
  try {
    bridgeEndpoint.baseUrl = collector.context.baseUrl();
    bridgeEndpoint.address = await openAddress(options.dataDir, collector, survival, stack);
    // This process has the lock, so an existing runtime file is left from a run that did not end in order.
    bridges.connector.open(hasRuntimeFile(options.dataDir));
    bridges.lost.begin();
    guardBridges(bridges, survival);
    stores.settings.on('settings_changed', () => renewTelemetry(bridges, stores.log));
  } catch {
    // The status of the bridges says what is wrong with them.
    stores.log.error('bridges could not be opened');
  }
  stack.defer(() => bridges.lost.tidy());
  stack.defer(() => bridges.connector.close());
}

/** Follows a change of the privacy levels. */
function renewTelemetry(bridges: BridgeService, log: HostParts['stores']['log']): void {
  try {
    bridges.connector.renewTelemetry();
  } catch {
    log.error('settings of connections by telemetry could not be renewed');
  }
}

/** Remembers the launchers, routes and credentials of connected harnesses, for their restoration. */
function guardBridges(bridges: BridgeService, survival: Survival): void {
  const folder = dirname(bridges.connector.launcherPath);
  const files = new FolderSnapshot(folder, BRIDGE_FILE);
  files.take();
  bridges.onFilesChanged = () => files.take();
  survival.guard({ name: 'bridges', folder, isKept: () => files.isKept(), restore: () => files.restore() });
}

async function openAddress(
  dataDir: string,
  { context, addBridges, proof, port }: BridgeCollector,
  survival: Survival,
  stack: AsyncDisposableStack,
): Promise<CollectorAddress> {
  if (proof === undefined) {
    const socket = await startBridgeSocket(dataDir, context, addBridges);
    stack.defer(() => socket.stop());
    stack.defer(
      survival.guard({ name: 'bridges', isKept: () => socket.isKept(), restore: () => socket.reopen() }),
    );
    return { kind: 'socket', path: socket.path };
  }
  writeRunSecret(dataDir, proof.secret);
  stack.defer(() => removeRunSecret(dataDir));
  return { kind: 'port', port, proof };
}
