import type { HarnessEnvironmentVariables, HarnessId } from '../../shared/bridge.ts';
import type { ConnectorOptions } from './connect/bridge-connector.ts';
import { type BridgeFiles, RecentBridgeFiles, readBridgeFiles } from './connect/bridge-files.ts';
import { BridgeLedger } from './connect/bridge-ledger.ts';
import { detectInstallation } from './connect/installation.ts';
import { ObservedConnector } from './connect/observed-connector.ts';
import type { Provider } from './harnesses/harness.ts';
import { HARNESSES } from './harnesses/index.ts';
import { SeenActions } from './seen-actions.ts';
import { TelemetryLedger } from './telemetry/telemetry-ledger.ts';

/** The longest age of facts that are read from a harness's files for an event. */
const FACTS_AGE_MS = 60_000;

interface HarnessFacts {
  version: string | undefined;
  provider: Provider | undefined;
}

/** The bridges of one host, as the route, control and the host itself use them. */
export class BridgeService {
  readonly connector: ObservedConnector;
  readonly ledger = new BridgeLedger();
  readonly seenActions = new SeenActions();
  readonly telemetry = new TelemetryLedger();
  readonly #now: () => number;
  readonly #recentFiles: RecentBridgeFiles;
  readonly #facts = new Map<HarnessId, { at: number; facts: HarnessFacts }>();

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
   * Returns the version and the provider of a harness, as its files name them. They are read at most once a
   * minute, because an event waits for them.
   */
  factsOf(harness: HarnessId): HarnessFacts {
    const known = this.#facts.get(harness);
    if (known !== undefined && this.#now() - known.at < FACTS_AGE_MS) return known.facts;
    const environment = this.connector.environmentOf(harness);
    const { version } = detectInstallation(HARNESSES[harness], environment);
    const facts = { version, provider: HARNESSES[harness].provider(environment) };
    this.#facts.set(harness, { at: this.#now(), facts });
    return facts;
  }

  /** Returns the state of a bridge's files. The command line passes its own variables and gets a fresh state. */
  filesOf(harness: HarnessId, variables: HarnessEnvironmentVariables | undefined): BridgeFiles {
    return variables === undefined
      ? this.#recentFiles.of(harness)
      : readBridgeFiles(this.connector, harness, variables);
  }
}
