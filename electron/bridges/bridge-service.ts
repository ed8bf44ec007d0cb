import type { HarnessEnvironmentVariables, HarnessId } from '../../shared/bridge.ts';
import type { ConnectorOptions } from './connect/bridge-connector.ts';
import { type BridgeFiles, RecentBridgeFiles, readBridgeFiles } from './connect/bridge-files.ts';
import { BridgeLedger } from './connect/bridge-ledger.ts';
import { detectInstallation } from './connect/installation.ts';
import { ObservedConnector } from './connect/observed-connector.ts';
import { HARNESSES } from './harnesses/index.ts';
import { SeenActions } from './seen-actions.ts';

const VERSION_AGE_MS = 60_000;

/** The bridges of one host, as the route, control and the host itself use them. */
export class BridgeService {
  readonly connector: ObservedConnector;
  readonly ledger = new BridgeLedger();
  readonly seenActions = new SeenActions();
  readonly #now: () => number;
  readonly #recentFiles: RecentBridgeFiles;
  readonly #versions = new Map<HarnessId, { at: number; version: string | undefined }>();

  constructor(options: ConnectorOptions, now: () => number) {
    const changed = () => {
      this.#recentFiles.forget();
      options.changed();
    };
    this.connector = new ObservedConnector({ ...options, changed });
    this.#now = now;
    this.#recentFiles = new RecentBridgeFiles((id) => readBridgeFiles(this.connector, id), now);
  }

  /**
   * Returns the version of an installed harness. It is looked up at most once a minute, because an event waits
   * for it.
   */
  harnessVersion(harness: HarnessId): string | undefined {
    const known = this.#versions.get(harness);
    if (known !== undefined && this.#now() - known.at < VERSION_AGE_MS) return known.version;
    const environment = this.connector.environmentOf(harness);
    const { version } = detectInstallation(HARNESSES[harness], environment);
    this.#versions.set(harness, { at: this.#now(), version });
    return version;
  }

  /** Returns the state of a bridge's files. The command line passes its own variables and gets a fresh state. */
  filesOf(harness: HarnessId, variables: HarnessEnvironmentVariables | undefined): BridgeFiles {
    return variables === undefined
      ? this.#recentFiles.of(harness)
      : readBridgeFiles(this.connector, harness, variables);
  }
}
