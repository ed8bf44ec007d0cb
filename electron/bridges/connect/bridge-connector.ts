import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
  BridgeAction,
  BridgeChange,
  HarnessEnvironmentVariables,
  HarnessId,
} from '../../../shared/bridge.ts';
import { HARNESS_IDS } from '../../../shared/bridge.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { credentialDigest } from '../../integrations/credential.ts';
import type {
  IntegrationRecord,
  IntegrationResult,
  IntegrationStore,
  IssuedCredential,
} from '../../integrations/integration-store.ts';
import { isEntered, type PlannedChange, planConnect, planDisconnect } from '../configuration/change.ts';
import {
  ConfigurationRefused,
  deleteConfiguration,
  makeFoldersOf,
  readConfiguration,
  removeEmptyFolders,
  replaceConfiguration,
} from '../configuration/file.ts';
import { unifiedDiff } from '../configuration/unified-diff.ts';
import type { ConfigurationPlan, Harness, HarnessEnvironment } from '../harnesses/harness.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { BridgeRefused } from './bridge-refused.ts';
import { type ConnectionRecord, ConnectionRecords } from './connection-record.ts';
import { type HarnessSurroundings, harnessEnvironment } from './harness-environment.ts';
import { type CollectorAddress, LauncherFiles } from './launcher.ts';

export interface ConnectorOptions {
  dataDir: string;
  integrations: IntegrationStore;
  surroundings: HarnessSurroundings;
  /** Returns the address where launchers reach the collector, or undefined while nothing listens. */
  address(): CollectorAddress | undefined;
  changed(): void;
}

const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

/**
 * Connects and disconnects bridges: entries in the harness's configuration, credentials and the launcher's
 * files.
 */
export class BridgeConnector {
  readonly #options: ConnectorOptions;
  readonly #records: ConnectionRecords;
  readonly #launcher: LauncherFiles;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.#launcher = new LauncherFiles(options.dataDir);
    this.#records = new ConnectionRecords(this.#launcher.folder);
  }

  get launcherPath(): string {
    return this.#launcher.path;
  }

  /** Returns the live managed integration of a harness. A bridge is connected while it has one. */
  integrationOf(harness: HarnessId): IntegrationRecord | undefined {
    return this.#options.integrations
      .list()
      .find((record) => record.kind === 'managed' && record.harness === harness && record.revokedAt === null);
  }

  /** Returns a harness's environment: the recorded one, else the caller's, else the one of this process. */
  environmentOf(harness: HarnessId, variables?: HarnessEnvironmentVariables): HarnessEnvironment {
    const recorded = this.integrationOf(harness) === undefined ? undefined : this.#records.get(harness);
    return harnessEnvironment(this.#options.surroundings, variables, recorded?.variables);
  }

  configurationPath(harness: HarnessId, environment: HarnessEnvironment): string {
    const connected = this.integrationOf(harness) !== undefined;
    const recorded = connected ? this.#records.get(harness)?.path : undefined;
    return recorded ?? this.#plan(harness, environment).path;
  }

  /** Returns true when the harness's configuration contains all our entries. */
  isEntered(harness: HarnessId, environment: HarnessEnvironment): boolean {
    const plan = this.#plan(harness, environment);
    try {
      const file = readConfiguration(this.configurationPath(harness, environment));
      return isEntered(plan, file.text, this.#launcher.path);
    } catch (error) {
      if (error instanceof ConfigurationRefused) return false;
      throw error;
    }
  }

  /** Previews the change of an action. Throws {@link ConfigurationRefused} or {@link BridgeRefused}. */
  preview(harness: HarnessId, action: BridgeAction, variables?: HarnessEnvironmentVariables): BridgeChange {
    return this.#describe(harness, action, this.#planned(harness, action, variables), variables);
  }

  connect(
    harness: HarnessId,
    variables?: HarnessEnvironmentVariables,
    fingerprint?: string,
    action: 'connect' | 'reconnect' = 'connect',
  ): BridgeChange {
    if (action === 'reconnect' && this.integrationOf(harness) === undefined) {
      throw new BridgeRefused(
        controlFailure('bridge_not_connected', { harness, name: HARNESSES[harness].name }),
      );
    }
    const planned = this.#planned(harness, action, variables);
    const change = this.#describe(harness, action, planned, variables);
    this.#assertExpected(change, fingerprint);
    const before = this.integrationOf(harness);
    const address = this.#options.address();
    this.#launcher.install(address, this.#options.surroundings.platform);
    this.#ensureCredential(harness, action === 'reconnect');
    let createdFolders: string[] = [];
    try {
      if (planned.after !== planned.file.text && planned.after !== undefined) {
        createdFolders = makeFoldersOf(planned.file.target);
        replaceConfiguration(planned.file, planned.after);
      }
      this.#keepRecord(harness, planned, createdFolders, variables);
    } catch (error) {
      removeEmptyFolders(createdFolders);
      if (before === undefined) this.#withdraw(harness);
      throw error;
    }
    if (address !== undefined) this.#open(harness, address);
    this.#options.changed();
    return change;
  }

  disconnect(
    harness: HarnessId,
    variables?: HarnessEnvironmentVariables,
    fingerprint?: string,
  ): BridgeChange {
    const planned = this.#planned(harness, 'disconnect', variables);
    const change = this.#describe(harness, 'disconnect', planned, variables);
    this.#assertExpected(change, fingerprint);
    const record = this.#records.get(harness);
    if (planned.after === undefined && planned.file.text !== undefined) {
      deleteConfiguration(planned.file);
      removeEmptyFolders(record?.createdFolders ?? []);
    } else if (planned.after !== undefined && planned.after !== planned.file.text) {
      replaceConfiguration(planned.file, planned.after);
    }
    this.#withdraw(harness);
    this.removeBackups();
    this.#options.changed();
    return change;
  }

  /**
   * Opens the route from every connected harness to a collector that has just started. After a crash, another
   * process may have received the old credentials, so all credentials are replaced.
   */
  open(afterCrash: boolean): void {
    const address = this.#options.address();
    const connected = HARNESS_IDS.filter((harness) => this.integrationOf(harness) !== undefined);
    if (address === undefined || connected.length === 0) return;
    const rotate = afterCrash || this.#launcher.leftOpen();
    this.close();
    this.#launcher.install(address, this.#options.surroundings.platform);
    for (const harness of connected) {
      // A credential that was created elsewhere is not replaced.
      if (this.#records.get(harness) !== undefined || this.#keepsLiveCredential(harness)) {
        this.#ensureCredential(harness, rotate);
      }
      this.#renewOwnFile(harness);
      this.#open(harness, address);
    }
  }

  /** Closes the routes. Hooks then end at once. */
  close(): void {
    for (const harness of HARNESS_IDS) this.#launcher.close(harness);
    this.#launcher.closeAll();
  }

  /**
   * Removes the copies of harness settings that earlier versions kept. They contain the user's keys.
   * Disconnecting does not need them, because it removes the inserted text.
   */
  removeBackups(): void {
    rmSync(join(this.#launcher.folder, 'backups'), { recursive: true, force: true });
  }

  #open(harness: HarnessId, address: CollectorAddress): void {
    this.#launcher.open(harness, HARNESSES[harness].sender ?? 'launcher', address);
  }

  #keepsLiveCredential(harness: HarnessId): boolean {
    const kept = this.#launcher.credential(harness);
    return kept !== undefined && credentialDigest(kept) === this.integrationOf(harness)?.digest;
  }

  /** Rewrites a file of ours that an earlier version wrote. A file that the user removed stays absent. */
  #renewOwnFile(harness: HarnessId): void {
    const plan = this.#plan(harness, this.environmentOf(harness));
    if (plan.form !== 'own_file' || plan.isOutdated === undefined) return;
    try {
      const file = readConfiguration(plan.path);
      if (file.text !== undefined && plan.isOutdated(file.text)) replaceConfiguration(file, plan.content);
    } catch (error) {
      // The status reports the wrong entry. The other bridges still open.
      if (!(error instanceof ConfigurationRefused)) throw error;
    }
  }

  #plan(harness: HarnessId, environment: HarnessEnvironment): ConfigurationPlan {
    return HARNESSES[harness].plan(environment, this.#launcher.path);
  }

  #planned(
    harness: HarnessId,
    action: BridgeAction,
    variables: HarnessEnvironmentVariables | undefined,
  ): PlannedChange {
    const environment = this.environmentOf(harness, variables);
    const plan = this.#plan(harness, environment);
    const record = this.#records.get(harness);
    if (action === 'disconnect') return planDisconnect(plan, this.#launcher.path, record);
    return planConnect(plan, this.#launcher.path);
  }

  #describe(
    harness: HarnessId,
    action: BridgeAction,
    { file, after }: PlannedChange,
    variables: HarnessEnvironmentVariables | undefined,
  ): BridgeChange {
    const kind =
      file.text === after
        ? 'none'
        : file.text === undefined
          ? 'create'
          : after === undefined
            ? 'delete'
            : 'modify';
    return {
      harness,
      action,
      path: file.path,
      kind,
      diff: unifiedDiff(file.path, file.text, after),
      fingerprint: sha256(action, file.target, file.text ?? '\0', after ?? '\0').slice(0, 32),
      notes: action === 'disconnect' ? [] : HARNESSES[harness].notes(this.environmentOf(harness, variables)),
    };
  }

  #assertExpected(change: BridgeChange, fingerprint: string | undefined): void {
    if (fingerprint === undefined || fingerprint === change.fingerprint) return;
    throw new ConfigurationRefused('changed_meanwhile', change.path);
  }

  /** Issues a credential when no usable one exists, or always when `rotate` is true. */
  #ensureCredential(harness: HarnessId, rotate: boolean): void {
    const { integrations } = this.#options;
    const live = this.integrationOf(harness);
    if (live !== undefined && !rotate && this.#keepsLiveCredential(harness)) return;
    const issued = live === undefined ? this.#generate(HARNESSES[harness]) : integrations.rotate(live.id);
    if (!issued.ok) throw new BridgeRefused(controlFailure('bridge_name_taken'));
    this.#launcher.keepCredential(harness, issued.value.credential);
  }

  #generate({ id, name }: Harness): IntegrationResult<IssuedCredential> {
    const issued = this.#options.integrations.generateManaged(name, id);
    // A developer may already use the product's name for an integration.
    return issued.ok ? issued : this.#options.integrations.generateManaged(`${name} (bridge)`, id);
  }

  #withdraw(harness: HarnessId): void {
    const live = this.integrationOf(harness);
    if (live !== undefined) this.#options.integrations.revoke(live.id);
    this.#launcher.forget(harness);
    this.#records.delete(harness);
  }

  #keepRecord(
    harness: HarnessId,
    planned: PlannedChange,
    createdFolders: string[],
    variables: HarnessEnvironmentVariables | undefined,
  ): void {
    const earlier = this.#records.get(harness);
    if (planned.after === planned.file.text && earlier !== undefined) return;
    const text = planned.file.text ?? '';
    const stillThere = (earlier?.insertions ?? []).filter((insertion) => text.includes(insertion.text));
    const { PATH: _path, ...places } =
      variables ?? earlier?.variables ?? this.#options.surroundings.variables;
    const record: ConnectionRecord = {
      version: 1,
      harness,
      path: planned.file.path,
      variables: places,
      createdFile: planned.file.text === undefined || earlier?.createdFile === true,
      createdFolders: createdFolders.length > 0 ? createdFolders : (earlier?.createdFolders ?? []),
      created: [...new Set([...(earlier?.created ?? []), ...planned.created])],
      insertions: [...stillThere, ...planned.insertions],
    };
    this.#records.set(record);
  }
}
