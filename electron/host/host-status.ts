import { existsSync } from 'node:fs';
import type { HostStatus } from '../../shared/control.ts';
import { API_VERSION } from '../../shared/limits.ts';
import type { HostParts } from './host-parts.ts';
import type { Collector } from './start-collector.ts';

/** Describes a host; `collector` is undefined where it does not listen. */
export async function hostStatus(
  { options, run, recording, stores, survival, bridgeEndpoint: { address } }: HostParts,
  collector: Collector | undefined,
): Promise<HostStatus> {
  return {
    version: options.version,
    apiVersion: API_VERSION,
    host: options.host,
    instanceId: run.instanceId,
    pid: process.pid,
    startedAt: run.startedAt,
    baseUrl: collector?.baseUrl ?? null,
    port: collector?.listener.port ?? null,
    addresses: collector?.listener.addresses ?? [],
    dataDir: options.dataDir,
    socket: address?.kind === 'socket' ? address.path : null,
    sdkFolder: existsSync(options.sdkFolder) ? options.sdkFolder : null,
    recording: recording.state(),
    vault: stores.vault.state,
    receipts: await stores.receipts.call('count'),
    waiting: survival.waiting,
  };
}
