import type {
  BridgeAction,
  BridgeChange,
  BridgeTarget,
  HarnessEnvironmentVariables,
  HarnessId,
} from '../../../shared/bridge.ts';
import { HARNESS_IDS } from '../../../shared/bridge.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { credentialDigest } from '../../integrations/credential.ts';
import type { IntegrationRecord, IntegrationStore } from '../../integrations/integration-store.ts';
import { isEntered } from '../configuration/change.ts';
import {
  assertWritable,
  ConfigurationRefused,
  deleteConfiguration,
  makeFoldersOf,
  readConfiguration,
  removeEmptyFolders,
  unlessRefused,
} from '../configuration/file.ts';
import type { PlannedChange } from '../configuration/planned-change.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { freeBridgeName } from './bridge-names.ts';
import { type BridgePlace, BridgePlaces, BridgeRefused } from './bridge-places.ts';
import { ConnectionPlans } from './connection-plans.ts';
import { ConnectionRecords, recordOf } from './connection-record.ts';
import { describeChange } from './describe-change.ts';
import type { TelemetrySource } from './exporter-settings.ts';
import type { HarnessSurroundings } from './harness-environment.ts';
import { type CollectorAddress, LauncherFiles } from './launcher.ts';

export interface ConnectorOptions {
  dataDir: string;
  integrations: IntegrationStore;
  surroundings: HarnessSurroundings;
  /** Returns the address where launchers reach the collector, or undefined while nothing listens. */
  address(): CollectorAddress | undefined;
  /** Runs after each change of the launcher's files. */
  changed(): void;
  /** Absent where no harness is connected by telemetry. */
  telemetry?: TelemetrySource;
}

const notConnected = ({ harness }: BridgePlace) =>
  new BridgeRefused(controlFailure('bridge_not_connected', { harness, name: HARNESSES[harness].name }));

/**
 * Connects and disconnects bridges: entries in the harness's configuration, credentials and the launcher's
 * files.
 */
export class BridgeConnector {
  readonly #options: ConnectorOptions;
  readonly #records: ConnectionRecords;
  readonly #places: BridgePlaces;
  readonly #launcher: LauncherFiles;
  readonly #plans: ConnectionPlans;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.#launcher = new LauncherFiles(options.dataDir);
    this.#records = new ConnectionRecords(this.#launcher.folder);
    this.#places = new BridgePlaces(options.integrations, this.#records, options.surroundings);
    this.#plans = new ConnectionPlans(this.#launcher, this.#places, options.telemetry);
  }

  get launcherPath(): string {
    return this.#launcher.path;
  }

  /** Returns the connected homes of all harnesses. */
  connected(): BridgePlace[] {
    return HARNESS_IDS.flatMap((harness) => this.#places.connected(harness));
  }

  /** Returns the connected home whose reports an integration's are. */
  connectionOf(integrationId: string): BridgePlace | undefined {
    return this.connected().find(({ integration }) => integration?.id === integrationId);
  }

  /** Returns the homes of a harness to show: the connected ones, and the caller's own. */
  placesOf(harness: HarnessId, variables?: HarnessEnvironmentVariables): BridgePlace[] {
    return this.#places.all(harness, variables);
  }

  /** Returns the home that a caller means. */
  placeOf(target: BridgeTarget): BridgePlace {
    return this.#places.of(target);
  }

  configurationPath(place: BridgePlace): string {
    const recorded = place.integration === undefined ? undefined : place.record?.path;
    return recorded ?? this.#plans.of(place).path;
  }

  /** Returns true when the harness's configuration contains all our entries. */
  isEntered(place: BridgePlace): boolean {
    const credential = this.#launcher.credential(place.bridgeId);
    const { path } = this.#launcher;
    const isThere = () => isEntered(this.#plans.of(place), this.textOf(place), path, credential);
    return unlessRefused(isThere) === true;
  }

  /** Returns the text of the harness's configuration, or undefined where it cannot be read. */
  textOf(place: BridgePlace): string | undefined {
    return unlessRefused(() => readConfiguration(this.configurationPath(place)).text);
  }

  /** Keeps the version that a harness reported, with its connection. Returns true for a version that is new there. */
  noteVersion(integrationId: string, version: string): boolean {
    const place = this.connectionOf(integrationId);
    if (place?.record === undefined || place.record.reportedVersion === version) return false;
    this.#records.set(place.bridgeId, { ...place.record, reportedVersion: version });
    this.#options.changed();
    return true;
  }

  /** Returns true while the collector listens. */
  isOpen(): boolean {
    return this.#options.address() !== undefined;
  }

  /** Returns the collector's address for OpenTelemetry while it listens. */
  telemetryEndpoint(): string | undefined {
    return this.isOpen() ? this.#plans.endpoint() : undefined;
  }

  launcherFault(): 'launcher_missing' | 'launcher_not_executable' | undefined {
    return this.#launcher.fault();
  }

  /** Returns what is wrong with the file that leads a connection's reports to the collector. */
  routeFault({ bridgeId }: BridgePlace): 'route_missing' | 'wrong_socket' | undefined {
    const address = this.#options.address();
    return address === undefined ? 'route_missing' : this.#launcher.routeFault(bridgeId, address);
  }

  /** Returns the file that an action changes. */
  fileFor(target: BridgeTarget, action: BridgeAction): string {
    return this.configurationPath(this.#placeFor(target, action));
  }

  /** Previews the change of an action. Throws {@link ConfigurationRefused} or {@link BridgeRefused}. */
  preview(target: BridgeTarget, action: BridgeAction): BridgeChange {
    return this.#prepare(target, action).change;
  }

  connect(
    target: BridgeTarget,
    fingerprint?: string,
    action: 'connect' | 'reconnect' = 'connect',
  ): BridgeChange {
    const { place, planned, change } = this.#prepare(target, action, fingerprint);
    this.#changeFiles(() => this.#connect(place, planned, action === 'reconnect'));
    return change;
  }

  #connect(place: BridgePlace, planned: PlannedChange, rotate: boolean): void {
    const address = this.#options.address();
    this.#launcher.install(address, this.#options.surroundings.platform);
    this.#ensureCredential(place, rotate);
    let createdFolders: string[] = [];
    try {
      if (planned.after !== undefined && planned.file.text === undefined) {
        createdFolders = makeFoldersOf(planned.file.target);
      }
      this.#plans.write(place, planned);
      this.#keepRecord(place, planned, createdFolders);
    } catch (error) {
      removeEmptyFolders(createdFolders);
      if (place.integration === undefined) this.#withdraw(place);
      throw error;
    }
    if (address !== undefined) this.#launcher.open(place, address);
  }

  /** Tells of a change of the launcher's files, also when it failed halfway. */
  #changeFiles(change: () => void): void {
    try {
      change();
    } finally {
      this.#options.changed();
    }
  }

  disconnect(target: BridgeTarget, fingerprint?: string): BridgeChange {
    const { place, planned, change } = this.#prepare(target, 'disconnect', fingerprint);
    this.#changeFiles(() => {
      if (planned.after === undefined && planned.file.text !== undefined) {
        deleteConfiguration(planned.file);
        removeEmptyFolders(place.record?.createdFolders ?? []);
      } else {
        this.#plans.write(place, planned);
      }
      if (planned.moved !== undefined) this.#records.noteMoved(planned.moved);
      this.#withdraw(place);
    });
    return change;
  }

  /**
   * Opens the route from every connected harness to a collector that has just started. After a crash, another
   * process may have received the old credentials, so all credentials are replaced.
   */
  open(afterCrash: boolean): void {
    const address = this.#options.address();
    const connected = this.connected();
    if (address === undefined || connected.length === 0) return;
    const rotate = afterCrash || this.#launcher.leftOpen();
    this.close();
    this.#launcher.install(address, this.#options.surroundings.platform);
    for (const place of connected) {
      // A credential that was created elsewhere is not replaced.
      const earlier = this.#launcher.credential(place.bridgeId);
      if (place.record !== undefined || this.#keepsLiveCredential(place)) {
        this.#ensureCredential(place, rotate);
      }
      this.#renew(place, earlier);
      this.#launcher.open(place, address);
    }
  }

  /** Writes the collector's address and the privacy level into the settings of connections by telemetry. */
  renewTelemetry(): void {
    for (const place of this.connected()) this.#renew(place, this.#launcher.credential(place.bridgeId));
  }

  /** Returns the integration that the receipts of a connection belong to. */
  ownerOf(integrationId: string): IntegrationRecord | undefined {
    const place = this.connectionOf(integrationId);
    return place && this.#plans.owner(place);
  }

  /** Closes the routes. Hooks then end at once. */
  close(): void {
    this.#launcher.closeAll();
  }

  /** Plans an action and makes every check that can refuse it before something is written. */
  #prepare(target: BridgeTarget, action: BridgeAction, fingerprint?: string) {
    const place = this.#placeFor(target, action);
    const isNew = place.integration === undefined;
    if (action === 'reconnect' && isNew) throw notConnected(place);
    const planned = this.#plans.change(place, action);
    const change = describeChange(place, action, planned);
    if (action === 'disconnect' && isNew && change.kind === 'none') throw notConnected(place);
    if (fingerprint !== undefined && fingerprint !== change.fingerprint) {
      throw new ConfigurationRefused('changed_meanwhile');
    }
    if (change.kind !== 'none') assertWritable(planned.file);
    if (action === 'connect' && isNew) freeBridgeName(place, this.#options.integrations.list());
    return { place, planned, change };
  }

  /**
   * Returns the home that an action changes. If the caller's own home is not connected, it is the only connected one below
   * the same user folder. Any other one is named, and not changed.
   */
  #placeFor(target: BridgeTarget, action: BridgeAction): BridgePlace {
    const place = this.#places.of(target);
    if (place.integration !== undefined || action === 'connect' || target.home !== undefined) return place;
    const connected = this.#places.connected(target.harness, target.environment);
    if (connected.length === 0) return place;
    const [only] = connected;
    if (connected.length === 1 && only!.environment.home === place.environment.home) return only!;
    const homes = connected.map(({ home }) => home);
    const { name } = HARNESSES[place.harness];
    throw new BridgeRefused(controlFailure('bridge_home_unclear', { name, homes }));
  }

  #keepsLiveCredential({ bridgeId, integration }: BridgePlace): boolean {
    const kept = this.#launcher.credential(bridgeId);
    return kept !== undefined && credentialDigest(kept) === integration?.digest;
  }

  /** Brings a connection's file up to date. */
  #renew(place: BridgePlace, earlier: string | undefined): void {
    const planned = this.#plans.renew(place, earlier);
    if (planned !== undefined) this.#keepRecord(place, planned, []);
  }

  /** Issues a credential when no usable one exists, or always when `rotate` is true. */
  #ensureCredential(place: BridgePlace, rotate: boolean): void {
    const { integration, bridgeId } = place;
    if (integration !== undefined && !rotate && this.#keepsLiveCredential(place)) return;
    const { integrations } = this.#options;
    const issued =
      integration === undefined
        ? integrations.generateManaged(freeBridgeName(place, integrations.list()), place.harness, bridgeId)
        : integrations.rotate(integration.id);
    if (!issued.ok) throw new BridgeRefused(controlFailure('bridge_name_taken'));
    this.#launcher.keepCredential(bridgeId, issued.value.credential);
  }

  #withdraw({ harness, bridgeId }: BridgePlace): void {
    const live = this.#places.connected(harness).find((place) => place.bridgeId === bridgeId);
    if (live?.integration !== undefined) this.#options.integrations.revoke(live.integration.id);
    this.#launcher.forget(bridgeId);
    this.#records.delete(bridgeId);
  }

  #keepRecord(place: BridgePlace, planned: PlannedChange, createdFolders: string[]): void {
    if (planned.after === planned.file.text && place.record !== undefined) return;
    const { path } = planned.file;
    const isCreated = this.connected().some(({ record }) => record?.path === path && record.createdFile);
    this.#records.set(place.bridgeId, recordOf(place, planned, createdFolders, isCreated));
  }
}
