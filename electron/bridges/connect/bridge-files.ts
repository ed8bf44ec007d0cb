import type { BridgeObstacle, BridgeStatus, HooksOff } from '../../../shared/bridge.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgeConnector } from './bridge-connector.ts';
import type { BridgePlace } from './bridge-places.ts';
import { otherPlinthsAt } from './configuration-looks.ts';
import { hooksOffIn } from './hooks-off.ts';
import { detectInstallation } from './installation.ts';

/**
 * Reading the files of all harnesses takes milliseconds of the thread that answers events. A busy agent makes the
 * window ask several times a second.
 */
const MAX_AGE_MS = 1000;

/** The state of a bridge as the files of the harness and of the connection show it. */
export interface BridgeFiles {
  installed: boolean;
  version: string | undefined;
  configuration: string;
  leftBy: string[];
  otherPlinths: string[];
  /** The reason why a connected harness cannot report. */
  obstacle: BridgeObstacle | undefined;
  /** The file that keeps hooks off everywhere. */
  hooksOff: HooksOff | undefined;
  notes: BridgeStatus['notes'];
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
  const others = otherPlinthsAt(connector, place);
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
    notes: harness.notes(environment),
  };
}

/** Remembers the files of bridges for a second, or until {@link forget}. */
export class RecentBridgeFiles {
  readonly #read: (place: BridgePlace) => BridgeFiles;
  readonly #now: () => number;
  readonly #known = new Map<string, { at: number; files: BridgeFiles }>();

  constructor(read: (place: BridgePlace) => BridgeFiles, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  of(place: BridgePlace): BridgeFiles {
    const key = `${place.harness} ${place.home}`;
    const known = this.#known.get(key);
    const age = known === undefined ? Number.POSITIVE_INFINITY : this.#now() - known.at;
    // The clock can be set back.
    if (known !== undefined && age >= 0 && age < MAX_AGE_MS) return known.files;
    const files = this.#read(place);
    this.#known.set(key, { at: this.#now(), files });
    return files;
  }

  /** Call it after a change of a bridge. */
  forget(): void {
    this.#known.clear();
  }
}
