import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BridgeChange,
  HARNESS_IDS,
  type HarnessEnvironmentVariables,
  type HarnessId,
} from '../../../shared/bridge.ts';
import type { HostStatus, ReceiptFilter } from '../../../shared/control.ts';
import { parseInstant } from '../../../shared/instant.ts';
import type { Integration } from '../../../shared/integration.ts';
import type { BridgeService } from '../../bridges/bridge-service.ts';
import { ConfigurationRefused } from '../../bridges/configuration/file.ts';
import { BridgeRefused } from '../../bridges/connect/bridge-connector.ts';
import { bridgeStatuses } from '../../bridges/connect/bridge-status.ts';
import type { ClockWatch } from '../../host/clock-watch.ts';
import type { ReceiptWitness } from '../../host/receipt-witness.ts';
import type { RecordingSwitch } from '../../host/recording.ts';
import type { Retention } from '../../host/retention.ts';
import {
  describeIntegration,
  type IntegrationFault,
  type IntegrationRecord,
  type IntegrationStore,
  type IssuedCredential,
} from '../../integrations/integration-store.ts';
import type { RejectionLedger } from '../../listener/rejection-ledger.ts';
import { LOG_FOLDER } from '../../platform/log.ts';
import { filesSetAside } from '../../platform/private-file.ts';
import { type ReceiptClient, ReceiptStoreError } from '../../receipts/worker/receipt-client.ts';
import type { SettingsStore } from '../../state-file/settings-store.ts';
import { ControlError, type ControlHandlers } from '../dispatch.ts';
import { examine } from '../doctor.ts';
import { type LastReceiptAt, LastReceipts } from './last-receipts.ts';

const DEFAULT_PAGE = 100;

/** The parts of a host that control reaches. */
export interface ControlledHost {
  dataDir: string;
  status(): Promise<HostStatus>;
  listener(): { port: number; addresses: readonly string[]; movedFrom: number | undefined } | undefined;
  /** A fresh login link of the console, or null where none is served. */
  consoleLink(): string | null;
  /** Logs every browser out of the console; how many there were. */
  logOutConsole(): number;
  integrations: IntegrationStore;
  receipts: ReceiptClient;
  rejections: RejectionLedger;
  settings: SettingsStore;
  recording: RecordingSwitch;
  bridges: BridgeService;
  retention: Retention;
  witness: ReceiptWitness;
  clock: ClockWatch;
  receiptsChanged(deleted: boolean): void;
  /** Unexpected errors of this run. */
  faults(): number;
  now(): number;
}

const integrationFaults: Record<IntegrationFault, [ControlError['code'], string]> = {
  invalid_name: [
    'invalid_name',
    'A name has 1 to 64 characters, no control characters, and no space at either end.',
  ],
  name_taken: [
    'name_taken',
    'A live integration has this name already. Revoke it first, or choose another name.',
  ],
  no_permission: ['invalid_params', 'A token needs at least one permission.'],
  not_found: ['not_found', 'There is no such integration.'],
  already_revoked: ['already_revoked', 'This integration is revoked already. Generate a new token instead.'],
};

function faultOf(fault: IntegrationFault): ControlError {
  return new ControlError(...integrationFaults[fault]);
}

function fromBridges<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ConfigurationRefused || error instanceof BridgeRefused) {
      throw new ControlError('refused', error.message);
    }
    throw error;
  }
}

async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ReceiptStoreError)) throw error;
    if (error.failure === 'invalid_cursor') {
      throw new ControlError('invalid_cursor', 'This cursor is not one that Plinth gave out.');
    }
    throw new ControlError(
      'unavailable',
      error.failure === 'storage_damaged'
        ? 'The receipt store was damaged. It was set aside in the data directory, and a new one has begun; what is shown or exported is not complete.'
        : 'The receipt store cannot answer right now. Run plinth doctor.',
    );
  }
}

/** The filter with instants that are ones; anything else is refused, not taken for 1970. */
function checked(filter: ReceiptFilter | undefined): ReceiptFilter {
  const { since, until, ...rest } = filter ?? {};
  const instant = (name: string, text: string): string => {
    const time = parseInstant(text);
    if (time === undefined) {
      throw new ControlError(
        'invalid_params',
        `“${name}” must be a date such as 2026-11-21 or an instant such as 2026-11-21T10:00:00Z.`,
      );
    }
    return new Date(time).toISOString();
  };
  return {
    ...rest,
    ...(since === undefined ? {} : { since: instant('since', since) }),
    ...(until === undefined ? {} : { until: instant('until', until) }),
  };
}

function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  return names.reduce((sum, name) => sum + fileBytes(join(folder, name)), 0);
}

/** The one implementation of the control contract; the carriers only carry. */
export function createHostHandlers(host: ControlledHost): ControlHandlers {
  const { integrations, receipts, rejections, settings, recording, bridges, retention, witness } = host;

  const lastReceipts = new LastReceipts(receipts);

  // Counts follow acts that cannot be taken back, a new token above all: a store that cannot count must not hide them.
  const countEvents = async (): Promise<(id: string) => number | null> => {
    try {
      const { eventsByIntegration } = await receipts.call('statistics');
      return (id) => eventsByIntegration[id] ?? 0;
    } catch (error) {
      if (!(error instanceof ReceiptStoreError)) throw error;
      return () => null;
    }
  };
  const describe = async (record: IntegrationRecord): Promise<Integration> =>
    describeIntegration(record, (await countEvents())(record.id));
  const issued = async ({ credential, integration }: IssuedCredential) => ({
    token: credential,
    integration: await describe(integration),
  });
  const receiptsDeleted = () => {
    lastReceipts.forget();
    host.receiptsChanged(true);
  };
  const developerRecord = (id: string): IntegrationRecord => {
    const record = integrations.get(id);
    if (record === undefined) throw faultOf('not_found');
    if (record.kind === 'managed') {
      throw new ControlError(
        'managed',
        'This credential belongs to a managed bridge. Use the bridge’s own controls.',
      );
    }
    return record;
  };

  const lastReceiptAt = (): Promise<LastReceiptAt> => {
    const ids = HARNESS_IDS.map((harness) => bridges.connector.integrationOf(harness)?.id);
    return lastReceipts.of(ids.filter((id) => id !== undefined));
  };
  const statusesBy = (lookUp: LastReceiptAt, environment: HarnessEnvironmentVariables | undefined) =>
    bridgeStatuses(
      {
        connector: bridges.connector,
        ledger: bridges.ledger,
        lastReceiptAt: async (integrationId, event) => lookUp(integrationId, event),
      },
      environment,
    );
  // The change is made already: where the store does not answer, the status knows no times.
  const bridgeOutcome = async (
    harness: HarnessId,
    environment: HarnessEnvironmentVariables | undefined,
    change: BridgeChange,
  ) => {
    const lookUp = await lastReceiptAt().catch((): LastReceiptAt => () => null);
    const status = (await statusesBy(lookUp, environment)).find((each) => each.harness === harness)!;
    return { change, status };
  };

  return {
    'host.status': () => host.status(),

    'console.link': () => ({ url: host.consoleLink() }),
    'console.logOutAll': () => ({ browsers: host.logOutConsole() }),

    'integrations.list': async ({ includeRevoked }) => {
      const events = await countEvents();
      return {
        integrations: integrations
          .list()
          .filter((record) => includeRevoked === true || record.revokedAt === null)
          .map((record) => describeIntegration(record, events(record.id))),
      };
    },
    'integrations.generate': async ({ name, permissions }) => {
      const result = integrations.generate(name, permissions);
      if (!result.ok) throw faultOf(result.fault);
      return issued(result.value);
    },
    'integrations.rotate': async ({ id }) => {
      const result = integrations.rotate(developerRecord(id).id);
      if (!result.ok) throw faultOf(result.fault);
      return issued(result.value);
    },
    'integrations.revoke': async ({ id }) => {
      const result = integrations.revoke(developerRecord(id).id);
      if (!result.ok) throw faultOf(result.fault);
      return { integration: await describe(result.value) };
    },

    'receipts.query': ({ filter, cursor, limit }) =>
      fromStore(receipts.call('query', checked(filter), cursor, limit ?? DEFAULT_PAGE)),
    'receipts.export': ({ filter, cursor, limit }) =>
      fromStore(receipts.call('export', checked(filter), cursor, limit ?? DEFAULT_PAGE)),
    'receipts.get': async ({ id }) => {
      const receipt = await fromStore(receipts.call('get', id));
      if (receipt === undefined) throw new ControlError('not_found', 'There is no receipt with this id.');
      return { receipt };
    },
    'receipts.count': async ({ filter }) => ({
      count: await fromStore(receipts.call('count', checked(filter))),
    }),
    'receipts.delete': async ({ scope, dryRun }) => {
      if (dryRun === true) return fromStore(receipts.call('erase', scope, true));
      // Before the receipts: a failure here must not hide that they are gone.
      if ('everything' in scope) bridges.connector.removeBackups();
      const deletion = await witness.whileDeleting(() => fromStore(receipts.call('erase', scope, false)));
      receiptsDeleted();
      if ('everything' in scope) settings.forgetLosses();
      return deletion;
    },
    'sessions.query': ({ limit, receipts: filter, ...query }) =>
      fromStore(
        receipts.call('sessions', { ...query, receipts: checked(filter), limit: limit ?? DEFAULT_PAGE }),
      ),

    'rejections.list': ({ integrationId, limit }) => ({
      rejections: rejections.list(integrationId, limit ?? DEFAULT_PAGE),
    }),

    'settings.get': () => ({ settings: settings.settings }),
    'settings.set': ({ settings: change }) => ({ settings: settings.update(change) }),

    'recording.pause': ({ minutes }) => ({ recording: recording.pause(minutes) }),
    'recording.resume': () => ({ recording: recording.resume() }),
    'recording.gaps': async () => ({ gaps: await fromStore(receipts.call('gaps')) }),

    'retention.run': async ({ dryRun }) => {
      if (dryRun) return fromStore(retention.due());
      const deletion = await witness.whileDeleting(() => fromStore(retention.run()));
      if (deletion.receipts > 0) receiptsDeleted();
      return deletion;
    },
    'retention.status': () => {
      const { held } = retention;
      return { held: held === undefined ? null : { ...held, since: new Date(held.since).toISOString() } };
    },

    'bridges.status': async ({ environment }) => ({
      bridges: await statusesBy(await fromStore(lastReceiptAt()), environment),
    }),
    'bridges.preview': ({ harness, action, environment }) => ({
      change: fromBridges(() => bridges.connector.preview(harness, action, environment)),
    }),
    'bridges.connect': ({ harness, environment, fingerprint }) =>
      bridgeOutcome(
        harness,
        environment,
        fromBridges(() => bridges.connector.connect(harness, environment, fingerprint)),
      ),
    'bridges.disconnect': ({ harness, environment, fingerprint }) =>
      bridgeOutcome(
        harness,
        environment,
        fromBridges(() => bridges.connector.disconnect(harness, environment, fingerprint)),
      ),
    'bridges.reconnect': ({ harness, environment, fingerprint }) =>
      bridgeOutcome(
        harness,
        environment,
        fromBridges(() => bridges.connector.connect(harness, environment, fingerprint, 'reconnect')),
      ),

    'redaction.preview': ({ text, data }) => fromStore(receipts.call('preview', text, data)),

    'diagnostics.get': async () => {
      const statistics = await fromStore(receipts.call('statistics'));
      const database = join(host.dataDir, 'receipts.db');
      return {
        status: await host.status(),
        stores: {
          receiptsBytes: fileBytes(database) + fileBytes(`${database}-wal`),
          settingsBytes: fileBytes(settings.path),
          logBytes: await folderBytes(join(host.dataDir, LOG_FOLDER)),
          receipts: statistics.receipts,
          sessions: statistics.sessions,
          unindexedReceipts: statistics.unindexedReceipts,
        },
        rejectionsByCode: rejections.countsByCode(),
        faults: host.faults(),
        setAside: filesSetAside(host.dataDir),
      };
    },
    'doctor.run': async () => {
      const integrity = await fromStore(receipts.call('integrity'));
      return {
        findings: await examine({
          dataDir: host.dataDir,
          listener: host.listener(),
          vault: (await host.status()).vault,
          integrity,
          health: integrity.length === 0 ? await fromStore(receipts.call('health')) : undefined,
          expectedReceipts: witness.receipts,
          losses: settings.losses,
          clockSteps: host.clock.steps(),
          heldRetention: retention.held,
          setAside: filesSetAside(host.dataDir),
          settingsFaults: settings.faults,
          now: host.now(),
        }),
      };
    },
  };
}
