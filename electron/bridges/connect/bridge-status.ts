import type { BridgeState, BridgeStatus, HooksOff } from '../../../shared/bridge.ts';
import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgeFiles } from './bridge-files.ts';
import type { BridgeLedger } from './bridge-ledger.ts';
import type { BridgePlace } from './bridge-places.ts';
import { hooksOffIn, type ProjectsLook } from './hooks-off.ts';
import { isNewer } from './installation.ts';
import type { LostReports } from './lost-reports.ts';

interface StatusSources {
  ledger: BridgeLedger;
  lost: ReturnType<LostReports['counts']>;
  files(place: BridgePlace): BridgeFiles;
  projects: ProjectsLook;
  /** Returns the time of an integration's last receipt of a type. */
  lastReceiptAt(integrationId: string, event: EventType): Promise<string | null>;
}

const latest = (times: readonly (string | null)[]) =>
  times.reduce<string | null>((last, at) => (at !== null && (last === null || at > last) ? at : last), null);

/**
 * Returns the status of a bridge in one home of its harness. It counts as connected only after an event that
 * arrived since it was connected. It names what keeps hooks off in `folder`, too.
 */
export async function bridgeStatus(
  { ledger, lost, files, projects, lastReceiptAt }: StatusSources,
  place: BridgePlace,
  folder?: string,
): Promise<BridgeStatus> {
  const { harness: id, home, integration } = place;
  const harness = HARNESSES[id];
  const { obstacle, hooksOff, ...shown } = files(place);
  const { installed, version } = shown;
  // What was found on the day's look can have been corrected since.
  const inProjects = projects.off.filter((found) => found.name === harness.name && found.home === home);
  const asked = integration === undefined ? undefined : folder;
  const folders = new Set([asked, ...inProjects.map((found) => found.folder ?? undefined)]);
  folders.delete(undefined);
  const off = [hooksOff, ...[...folders].map((each) => hooksOffIn(place, each))];
  const events = await Promise.all(
    EVENT_TYPES.map(async (event) => ({
      event,
      reported: harness.reports?.includes(event) !== false,
      lastAt:
        integration === undefined
          ? null
          : latest([await lastReceiptAt(integration.id, event), ledger.lastTakenAt(integration.id, event)]),
    })),
  );
  // The receipts of telemetry belong to the integration of the same agent's hooks.
  const lastUsedAt = harness.telemetry === undefined ? null : (integration?.lastUsedAt ?? null);
  const lastEventAt = latest([...events.map(({ lastAt }) => lastAt), lastUsedAt]);
  const connectedAt = integration === undefined ? null : (integration.rotatedAt ?? integration.createdAt);

  const stateOf = (): BridgeState => {
    if (connectedAt === null) return installed ? 'available' : 'not_installed';
    if (obstacle !== undefined) return obstacle;
    return lastEventAt !== null && lastEventAt >= connectedAt ? 'connected' : 'silent';
  };
  const state = stateOf();
  return {
    harness: id,
    name: harness.name,
    home,
    state,
    ...shown,
    version: version ?? null,
    testedVersion: harness.testedVersion,
    newerThanTested: isNewer(version, harness.testedVersion),
    // What keeps hooks off everywhere is found in each folder.
    hooksOff: off.filter(
      (found, at) => found !== undefined && (at === 0 || found.folder !== null),
    ) as HooksOff[],
    integrationId: integration?.id ?? null,
    connectedAt,
    lastEventAt,
    events,
    ...ledger.of(id),
    lost: (integration && lost.get(place.bridgeId)) ?? null,
    caller: integration === undefined ? null : ledger.callerOf(integration.id),
  };
}
