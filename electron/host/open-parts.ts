import type { EventType } from '../../shared/event.ts';
import { privacyLevel } from '../../shared/settings.ts';
import { BridgeService } from '../bridges/bridge-service.ts';
import { processSurroundings } from '../bridges/connect/harness-environment.ts';
import { EventHub } from '../control/event-hub.ts';
import { RefusalLedger } from '../listener/refusal-ledger.ts';
import { RefusalLog } from '../listener/refusal-log.ts';
import type { RetentionLimits } from '../receipts/store/receipt-eraser.ts';
import { ClockWatch } from '../record/clock-watch.ts';
import { Mirror } from '../record/mirror.ts';
import { Retention } from '../record/retention.ts';
import { Survival } from '../record/survival.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import type { HostOptions, HostRun } from './host-options.ts';
import type { HostParts } from './host-parts.ts';
import { openStores } from './open-stores.ts';
import { startRecording } from './start-recording.ts';

const DAY_MS = 86_400_000;

/** Opens the stores and creates the services over them. Throws a HostError. */
export async function openParts(
  options: HostOptions,
  run: HostRun,
  stack: AsyncDisposableStack,
): Promise<HostParts> {
  const { dataDir } = options;
  const hub = new EventHub();
  const stores = await openStores(options, run, hub, stack);
  const { settings, receipts, integrations } = stores;
  const recording = await startRecording(stores, hub, stack, options.reads === true);

  const refusals = new RefusalLog();
  const ledger = new RefusalLedger((noted) => receipts.call('noteRefusals', noted, run.now()));
  stack.defer(() => ledger.flush());
  refusals.on('added', (refusal) => {
    ledger.note(refusal);
    hub.post({ kind: 'refusal', integrationId: refusal.integrationId });
  });

  const surroundings = options.surroundings ?? processSurroundings();
  const bridgeEndpoint: HostParts['bridgeEndpoint'] = { address: undefined, baseUrl: undefined };
  const address = () => bridgeEndpoint.address;
  const changed = () => hub.post({ kind: 'bridges' });
  const telemetry = {
    baseUrl: () => bridgeEndpoint.baseUrl,
    level: (integrationId: string, event: EventType) =>
      privacyLevel(settings.settings.privacy, integrationId, event),
  };
  const bridges = new BridgeService(
    { dataDir, integrations, surroundings, address, changed, telemetry },
    run.now,
  );

  const { coverage } = bridges.seenActions;
  bridges.projectFolders = async () => (await receipts.call('projects', {})).map(({ path }) => path);
  coverage.write = async (noted) => {
    await receipts.call('noteSessions', noted);
    // What became of a call is told after its receipt was shown.
    if (noted.some(({ approvals, outcomes }) => approvals.length + outcomes.length > 0)) {
      hub.receiptsChanged(0, false);
    }
  };
  // What has not been compared by now was reported by one route.
  stack.defer(() => coverage.flush(Number.POSITIVE_INFINITY));

  const clock = new ClockWatch(run.now);
  stack.defer(() => clock.stop());
  const retention = new Retention(receipts, () => retentionLimits(settings, run.now()), clock);
  const survival = new Survival(dataDir, stores, () => hub.post({ kind: 'incidents' }));
  stack.defer(() => survival.stop());
  const mirror = new Mirror({
    dataDir,
    receipts,
    settings,
    log: stores.log,
    changed: () => hub.post({ kind: 'mirror' }),
  });
  stack.defer(() => mirror.stop());
  if (options.reads === true) await mirror.stop();
  const services = { recording, refusals, ledger, surroundings, bridges, bridgeEndpoint, clock };
  return { options, run, hub, stores, ...services, retention, survival, mirror };
}

function retentionLimits({ settings }: SettingsStore, now: number): RetentionLimits {
  const { maxAgeDays, maxBytes } = settings.retention;
  return { olderThan: maxAgeDays === null ? null : now - maxAgeDays * DAY_MS, maxBytes };
}
