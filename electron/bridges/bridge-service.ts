import type {
  BridgeObstacle,
  BridgeTarget,
  BridgeTest,
  HarnessId,
  LostReportCount,
} from '../../shared/bridge.ts';
import { withCutNamed } from '../../shared/typed-text.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { BridgeConnector, type ConnectorOptions } from './connect/bridge-connector.ts';
import { type BridgeFiles, readBridgeFiles } from './connect/bridge-files.ts';
import { BridgeLedger } from './connect/bridge-ledger.ts';
import type { BridgePlace } from './connect/bridge-places.ts';
import { lookAtProjects, ownPaths, type ProjectsLook } from './connect/hooks-off.ts';
import { detectInstallation } from './connect/installation.ts';
import { LostReports } from './connect/lost-reports.ts';
import { SelfTests, testBridge } from './connect/self-test.ts';
import type { FittedEvent } from './event-fitting.ts';
import type { Provider } from './harnesses/harness.ts';
import { HARNESSES } from './harnesses/index.ts';
import { RecentValues } from './recent-values.ts';
import { SeenActions } from './seen-actions.ts';
import { TelemetryLedger } from './telemetry/telemetry-ledger.ts';

/** The projects of the record are looked at once a day. */
const DAY_MS = 86_400_000;
/**
 * Reading the files of all harnesses takes milliseconds of the thread that answers events. A busy agent makes the
 * window ask several times a second.
 */
const FILES_AGE_MS = 1000;
/** The longest age of facts that are read from a harness's files for an event. */
const FACTS_AGE_MS = 60_000;

interface HarnessFacts {
  version: string | undefined;
  provider: Provider | undefined;
}

/** The bridges of one host, as the route, control and the host itself use them. */
export class BridgeService {
  readonly connector: BridgeConnector;
  readonly ledger = new BridgeLedger();
  readonly lost: LostReports;
  readonly selfTests = new SelfTests();
  readonly seenActions = new SeenActions();
  readonly telemetry = new TelemetryLedger();
  /** Runs after each change of the launcher's files. The host sets it. */
  onFilesChanged: () => void = () => {};
  /** Names the folders of the projects in the record. The host sets it. */
  projectFolders: () => Promise<string[]> = async () => [];
  readonly #now: () => number;
  readonly #recentFiles: RecentValues<BridgeFiles>;
  readonly #facts: RecentValues<HarnessFacts>;
  readonly #owners = new Map<string, IntegrationRecord>();
  #look: { at: number; projects: Promise<ProjectsLook> } | undefined;

  constructor(options: ConnectorOptions, now: () => number) {
    const changed = () => {
      this.#recentFiles.forget();
      this.#look = undefined;
      this.#owners.clear();
      this.onFilesChanged();
      options.changed();
    };
    this.connector = new BridgeConnector({ ...options, changed });
    this.#now = now;
    this.lost = new LostReports(options.dataDir);
    this.selfTests.ran = (pid) => this.lost.arrived(String(pid));
    this.#recentFiles = new RecentValues(FILES_AGE_MS, now);
    this.#facts = new RecentValues(FACTS_AGE_MS, now);
  }

  /**
   * Returns the version and the provider of a harness, as its files name them. They are read at most once a
   * minute, because an event waits for them.
   */
  factsOf(harness: HarnessId, integrationId: string): HarnessFacts {
    return this.#facts.of(`${harness} ${integrationId}`, () => {
      const connected = this.connector.connectionOf(integrationId);
      const { environment } =
        connected?.harness === harness ? connected : this.connector.placeOf({ harness });
      const version =
        connected?.record?.reportedVersion ?? detectInstallation(HARNESSES[harness], environment).version;
      return { version, provider: HARNESSES[harness].provider?.(environment) };
    });
  }

  /**
   * Replaces the text of a command into which the harness put other text by what the user typed. It reads folders on disks
   * of this computer only.
   */
  leaveOutInjected(harness: HarnessId, integrationId: string, event: FittedEvent): FittedEvent {
    const { typedCommand } = HARNESSES[harness];
    const { content, cwd } = event.data;
    if (typedCommand === undefined || event.event !== 'prompt.submitted' || typeof content !== 'string') {
      return event;
    }
    const { environment } = this.connector.connectionOf(integrationId) ?? this.connector.placeOf({ harness });
    const project = typeof cwd === 'string' && ownPaths(environment)(cwd) ? cwd : undefined;
    const typed = typedCommand(environment, project, content);
    if (typed === undefined) return event;
    const cutBytes = Buffer.byteLength(content) - Buffer.byteLength(typed);
    const named = withCutNamed({ content: typed, cutBytes: Math.max(1, cutBytes) }, 'the text of a command');
    return { ...event, leftOut: (event.leftOut ?? 0) + 1, data: { ...event.data, content: named } };
  }

  /** Returns the integration that a connection's telemetry is recorded under. Each request asks for it. */
  telemetryOwner(integration: IntegrationRecord): IntegrationRecord {
    if (integration.kind !== 'managed') return integration;
    const known = this.#owners.get(integration.id);
    if (known !== undefined && known.revokedAt === null) return known;
    const owner = this.connector.ownerOf(integration.id) ?? integration;
    this.#owners.set(integration.id, owner);
    return owner;
  }

  /** Tests the bridge in the home that a caller means. Its report is never recorded. */
  test(target: BridgeTarget, folder?: string): Promise<BridgeTest> {
    return testBridge(this.connector, this.selfTests, this.connector.placeOf(target), folder);
  }

  /** Looks for settings in the projects of the record that keep hooks off, once a day or `again`. */
  projects(again = false): Promise<ProjectsLook> {
    const age = this.#now() - (this.#look?.at ?? Number.NaN);
    if (!again && this.#look !== undefined && age >= 0 && age < DAY_MS) return this.#look.projects;
    const projects = this.projectFolders().then((all) => lookAtProjects(this.connector.connected(), all));
    this.#look = { at: this.#now(), projects };
    projects.catch(() => {
      this.#look = undefined;
    });
    return projects;
  }

  /** Tests all connected bridges that have a hook, one after the other. */
  async testConnected(folder?: string): Promise<BridgeTest[]> {
    const tests: BridgeTest[] = [];
    for (const place of this.connector.connected()) {
      if (HARNESSES[place.harness].hasEntry === false) continue;
      tests.push(await testBridge(this.connector, this.selfTests, place, folder));
    }
    return tests;
  }

  /** Returns the connections that lost reports. */
  lostReports(): (LostReportCount & { name: string })[] {
    const counts = this.lost.counts();
    return this.connector.connected().flatMap(({ harness, bridgeId }) => {
      const count = counts.get(bridgeId);
      return count === undefined ? [] : [{ name: HARNESSES[harness].name, ...count }];
    });
  }

  /** Returns the connected agents that report nothing until the user acts. */
  obstructed(): { name: string; obstacle: BridgeObstacle }[] {
    return this.connector.connected().flatMap((place) => {
      const { obstacle } = this.filesOf(place, true);
      return obstacle === undefined ? [] : [{ name: HARNESSES[place.harness].name, obstacle }];
    });
  }

  /** Returns the state of a bridge's files, which can be a second old if `recent` is true. */
  filesOf(place: BridgePlace, recent: boolean): BridgeFiles {
    const read = () => readBridgeFiles(this.connector, place);
    return recent ? this.#recentFiles.of(`${place.harness} ${place.home}`, read) : read();
  }
}
