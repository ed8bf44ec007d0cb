import type {
  BridgeState,
  BridgeStatus,
  HarnessEnvironmentVariables,
  HarnessId,
} from '../../../shared/bridge.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgeConnector } from './bridge-connector.ts';
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
  /** The reason why a connected harness cannot report. */
  obstacle: BridgeState | undefined;
  notes: BridgeStatus['notes'];
}

export function readBridgeFiles(
  connector: BridgeConnector,
  id: HarnessId,
  variables?: HarnessEnvironmentVariables,
): BridgeFiles {
  const harness = HARNESSES[id];
  const environment = connector.environmentOf(id, variables);
  const configuration = connector.configurationPath(id, environment);
  const obstacleOf = (): BridgeState | undefined => {
    if (connector.integrationOf(id) === undefined) return undefined;
    if (!connector.isEntered(id, environment)) return 'entry_missing';
    if (harness.hooksDisabled?.(environment) === true) return 'disabled_by_harness';
    const waits = harness.waitsForReview?.(environment, configuration, connector.launcherPath);
    return waits === true ? 'waiting_for_review' : undefined;
  };
  return {
    ...detectInstallation(harness, environment),
    configuration,
    obstacle: obstacleOf(),
    notes: harness.notes(environment),
  };
}

/** Remembers the files of bridges for a second, or until {@link forget}. */
export class RecentBridgeFiles {
  readonly #read: (id: HarnessId) => BridgeFiles;
  readonly #now: () => number;
  readonly #known = new Map<HarnessId, { at: number; files: BridgeFiles }>();

  constructor(read: (id: HarnessId) => BridgeFiles, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  of(id: HarnessId): BridgeFiles {
    const known = this.#known.get(id);
    const age = known === undefined ? Number.POSITIVE_INFINITY : this.#now() - known.at;
    // The clock can be set back.
    if (known !== undefined && age >= 0 && age < MAX_AGE_MS) return known.files;
    const files = this.#read(id);
    this.#known.set(id, { at: this.#now(), files });
    return files;
  }

  /** Call it after a change of a bridge. */
  forget(): void {
    this.#known.clear();
  }
}
