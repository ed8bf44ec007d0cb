import type { HarnessId } from '../../shared/bridge.ts';
import { BridgeConnector, type ConnectorOptions } from './connect/bridge-connector.ts';
import { BridgeLedger } from './connect/bridge-ledger.ts';
import { detectInstallation } from './connect/installation.ts';
import { HARNESSES } from './harnesses/index.ts';
import { SeenActions } from './seen-actions.ts';

const VERSION_AGE_MS = 60_000;

/** The bridges of one host, as the route, control and the host itself use them. */
export class BridgeService {
  readonly connector: BridgeConnector;
  readonly ledger = new BridgeLedger();
  readonly seenActions = new SeenActions();
  readonly #now: () => number;
  readonly #versions = new Map<HarnessId, { at: number; version: string | undefined }>();

  constructor(options: ConnectorOptions, now: () => number) {
    this.connector = new BridgeConnector(options);
    this.#now = now;
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
}
