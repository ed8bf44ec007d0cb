import type { BridgeObstacle, BridgeStatus, HooksOff } from '../../../shared/bridge.ts';
import { otherPlinthsIn } from '../configuration/other-plinths.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgeConnector } from './bridge-connector.ts';
import type { BridgePlace } from './bridge-places.ts';
import { hooksOffIn } from './hooks-off.ts';
import { detectInstallation } from './installation.ts';

/** The state of a bridge as the files of the harness and of the connection show it. */
export interface BridgeFiles
  extends Pick<BridgeStatus, 'installed' | 'configuration' | 'leftBy' | 'otherPlinths' | 'notes'> {
  version: string | undefined;
  /** The reason why a connected harness cannot report. */
  obstacle: BridgeObstacle | undefined;
  /** The file that keeps hooks off everywhere. */
  hooksOff: HooksOff | undefined;
}

export function readBridgeFiles(connector: BridgeConnector, place: BridgePlace): BridgeFiles {
  const harness = HARNESSES[place.harness];
  const { environment } = place;
  const configuration = connector.configurationPath(place);
  const hooksOff = place.integration === undefined ? undefined : hooksOffIn(place);
  const obstacleOf = (): BridgeObstacle | undefined => {
    if (place.integration === undefined) return undefined;
    if (!connector.isEntered(place)) return 'entry_missing';
    if (hooksOff?.isKnown === true && !hooksOff.isManaged) return 'disabled_by_harness';
    const waits = harness.waitsForReview?.(environment, configuration, connector.launcherPath);
    return waits === true ? 'waiting_for_review' : undefined;
  };
  const text = connector.textOf(place) ?? '';
  const others = otherPlinthsIn(text, connector.launcherPath, harness.telemetry !== undefined);
  const { installed, version } = detectInstallation(harness, environment);
  const reported = place.integration === undefined ? undefined : place.record?.reportedVersion;
  return {
    installed,
    version: reported ?? version,
    configuration,
    leftBy: others.flatMap(({ folder, exists }) => (exists ? [] : [folder])),
    otherPlinths: others.flatMap(({ folder, exists }) => (exists ? [folder] : [])),
    obstacle: obstacleOf(),
    hooksOff,
    notes: harness.notes?.(environment) ?? [],
  };
}
