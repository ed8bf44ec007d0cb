import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TelemetryOfIntegration } from '../../../shared/telemetry-counts.ts';
import { LOG_FOLDER } from '../../platform/log.ts';
import { filesSetAside } from '../../platform/private-file.ts';
import { checkRecord } from '../../record/record-checks.ts';
import { examine, presentFailures, recordCheckFinding } from '../doctor.ts';
import { knownProblems } from '../known-problems.ts';
import { type ControlledHost, DEFAULT_PAGE, type HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  return names.reduce((sum, name) => sum + fileBytes(join(folder, name)), 0);
}

/** Returns the numbers of telemetry by the names of the integrations. */
function telemetryOf({ bridges, integrations }: ControlledHost): TelemetryOfIntegration[] {
  return bridges.telemetry
    .list()
    .map(([id, counts]) => ({ integration: integrations.get(id)?.name ?? id, ...counts }));
}

/** Handles the channels that show how the host and the window do: figures, refused requests, faults and the doctor. */
export function diagnosticsHandlers(
  host: ControlledHost,
): HandlersOf<'diagnostics'> & HandlersOf<'doctor'> & HandlersOf<'refusals'> & HandlersOf<'window'> {
  const { dataDir, receipts, refusals, settings, retention, witness } = host;
  const present = () => ({ dataDir, refused: receipts.refused, settingsFaults: settings.faults });
  return {
    'refusals.list': ({ integrationId, limit }) => ({
      refusals: refusals.list(integrationId, limit ?? DEFAULT_PAGE),
    }),

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
        refusalsByCode: refusals.countsByCode(),
        faults: host.faults(),
        setAside: filesSetAside(host.dataDir),
        recordCheck: recordCheckFinding(settings.lastCheck, host.now()),
        telemetry: telemetryOf(host),
        failures: await presentFailures(present()),
      };
    },
    'window.failed': ({ screen, name, frames }) => {
      host.noteFault(`screen ${screen}`, { name, frames });
      return {};
    },
    'doctor.run': async ({ folder }) => {
      const integrity = await fromStore(receipts.call('integrity'));
      // A running host has a newer check than the last one, which another program can have made worthless.
      if (host.listener() === undefined && integrity.length === 0) {
        await fromStore(checkRecord(host, host.now()));
      }
      return {
        findings: await examine({
          ...present(),
          listener: host.listener(),
          vault: (await host.status()).vault,
          integrity,
          health: integrity.length === 0 ? await fromStore(receipts.call('health')) : undefined,
          expectedReceipts: witness.receipts,
          losses: settings.losses,
          lastCheck: settings.lastCheck,
          disputed: await fromStore(host.anchors.disputed()),
          mirror: host.mirror.status(),
          waiting: host.survival.waiting,
          incidents: integrity.length === 0 ? await fromStore(receipts.call('incidents', DEFAULT_PAGE)) : [],
          problems: integrity.length === 0 ? (await knownProblems(host)).findings : [],
          clockSteps: host.clock.steps(),
          heldRetention: retention.held,
          setAside: filesSetAside(host.dataDir),
          bridges: host.listener() === undefined ? [] : await host.bridges.testConnected(folder),
          projects: integrity.length === 0 ? await fromStore(host.bridges.projects(true)) : undefined,
          telemetry: telemetryOf(host),
          now: host.now(),
        }),
      };
    },
  };
}
