import { pino } from 'pino';
import type { EventHub } from '../control/event-hub.ts';
import { IntegrationStore } from '../integrations/integration-store.ts';
import type { KeyVault } from '../integrations/key-vault.ts';
import { FaultLog } from '../platform/fault-log.ts';
import type { HostLock } from '../platform/host-lock.ts';
import { type HostLog, openLog } from '../platform/log.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import type { HostOptions, HostRun } from './host-options.ts';
import { openReceiptRecord, type ReceiptRecord } from './open-receipt-record.ts';
import { openVault } from './open-vault.ts';
import { inDataDir, lockDataDir, markDataDir, openSettings, prepareDataDir } from './start-steps.ts';

/** Everything that a host keeps in the data directory. */
export interface Stores extends ReceiptRecord {
  log: HostLog['logger'];
  faults: FaultLog;
  settings: SettingsStore;
  vault: KeyVault;
  integrations: IntegrationStore;
  /** Names of damaged files that were set aside. */
  setAside: string[];
  /** The log's file and the lock, for their restoration. Undefined if the stores are only read. */
  claimed: { hostLog: HostLog; lock: HostLock } | undefined;
}

/** Prepares the data directory, locks it, and opens its log. */
async function claimDataDir(dataDir: string, stack: AsyncDisposableStack) {
  const mark = markDataDir(dataDir);
  stack.defer(() => mark.release());
  prepareDataDir(dataDir);
  const lock = lockDataDir(dataDir);
  stack.defer(() => lock.release());
  const hostLog = await inDataDir(dataDir, () => openLog(dataDir));
  stack.defer(() => hostLog.close());
  return { lock, hostLog };
}

/** Locks the data directory, unless it is only read, and opens each store in it. Throws a HostError. */
export async function openStores(
  options: HostOptions,
  run: HostRun,
  hub: EventHub,
  stack: AsyncDisposableStack,
): Promise<Stores> {
  const { dataDir, reads } = options;
  const claimed = reads === true ? undefined : await claimDataDir(dataDir, stack);
  const log = claimed?.hostLog.logger ?? pino({ enabled: false });
  const settings = openSettings(dataDir, options.openSettingsFile);
  run.instanceId = settings.vaultAccount;
  const vault = await openVault(options, settings, log);
  const setAside = [settings.setAside, vault.setAside].filter((name) => name !== undefined);
  const faults = new FaultLog(log);
  const opened = { options, run, settings, vault, hub, log, faults, setAside };
  const record = await openReceiptRecord(opened, stack);

  const integrations = new IntegrationStore(settings);
  stack.defer(() => {
    integrations.flush();
    settings.keepUnkept();
  });
  integrations.on('changed', () => hub.post({ kind: 'integrations' }));
  settings.on('settings_changed', () => hub.post({ kind: 'settings' }));
  return { ...record, log, faults, settings, vault, integrations, setAside, claimed };
}
