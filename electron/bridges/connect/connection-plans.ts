import { type BridgeAction, HARNESS_IDS, type HarnessId } from '../../../shared/bridge.ts';
import { TELEMETRY_PATH } from '../../../shared/limits.ts';
import type { IntegrationRecord } from '../../integrations/integration-store.ts';
import { planConnect, planDisconnect } from '../configuration/change.ts';
import {
  ConfigurationRefused,
  readConfiguration,
  replaceConfiguration,
  unlessRefused,
} from '../configuration/file.ts';
import { hideCredential, revealCredential } from '../configuration/hidden-credential.ts';
import type { PlannedChange } from '../configuration/planned-change.ts';
import { planAround } from '../configuration/shared-file.ts';
import type { ConfigurationPlan } from '../harnesses/harness.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgePlace, BridgePlaces } from './bridge-places.ts';
import { exporterSettings, isAsRecorded, type TelemetrySource } from './exporter-settings.ts';
import { detectInstallation } from './installation.ts';
import type { LauncherFiles } from './launcher.ts';

/** Returns the other ways in which a harness is connected: by telemetry beside hooks, and the reverse. */
function harnessesBeside(harness: HarnessId): HarnessId[] {
  const agent = HARNESSES[harness].telemetry?.of ?? harness;
  return HARNESS_IDS.filter((id) => id !== harness && (HARNESSES[id].telemetry?.of ?? id) === agent);
}

/** Plans what connections write into the configurations of harnesses. */
export class ConnectionPlans {
  readonly #launcher: LauncherFiles;
  readonly #places: BridgePlaces;
  readonly #telemetry: TelemetrySource | undefined;

  constructor(launcher: LauncherFiles, places: BridgePlaces, telemetry: TelemetrySource | undefined) {
    this.#launcher = launcher;
    this.#places = places;
    this.#telemetry = telemetry;
  }

  /** Returns what a connection's file has to contain. */
  of(place: BridgePlace): ConfigurationPlan {
    const { harness, bridgeId, environment, record } = place;
    const { folder, path } = this.#launcher;
    const owner = this.owner(place)?.id;
    const exporter = exporterSettings(this.#telemetry, { folder, bridgeId, owner, record });
    const version = record?.reportedVersion ?? detectInstallation(HARNESSES[harness], environment).version;
    return HARNESSES[harness].plan({ ...environment, version }, { path, bridgeId }, exporter);
  }

  /** Plans the change of an action. Throws {@link ConfigurationRefused}. */
  change(place: BridgePlace, action: BridgeAction): PlannedChange {
    const plan = this.of(place);
    // Neither telemetry's command for headers nor its private file was tried on Windows.
    const isTelemetry = HARNESSES[place.harness].telemetry !== undefined;
    if (isTelemetry && action !== 'disconnect' && place.environment.platform === 'win32') {
      throw new ConfigurationRefused('not_on_windows');
    }
    const around = action === 'disconnect' ? this.#around(place) : undefined;
    if (around !== undefined) return around;
    const act = action === 'disconnect' ? planDisconnect : planConnect;
    return act(plan, this.#launcher.path, place.record, this.#launcher.credential(place.bridgeId));
  }

  /** Plans disconnecting from a file in which the connection that the harness has beside this one also stands. */
  #around({ harness, bridgeId, record }: BridgePlace): PlannedChange | undefined {
    if (record === undefined) return undefined;
    for (const id of harnessesBeside(harness)) {
      for (const other of this.#places.connected(id)) {
        if (other.record?.path !== record.path || other.bridgeId === bridgeId) continue;
        return planAround(record, { bridgeId: other.bridgeId, plan: this.of(other), record: other.record });
      }
    }
    return undefined;
  }

  /** Writes a planned text, with the credential where it has one. Returns false where the file has it already. */
  write({ bridgeId }: BridgePlace, { file, after }: PlannedChange): boolean {
    if (after === undefined) return false;
    const text = revealCredential(after, this.#launcher.credential(bridgeId));
    if (text === file.text) return false;
    replaceConfiguration(file, text);
    return true;
  }

  /** Returns the integration of a connection's receipts: for telemetry, that of the hooks in the same home. */
  owner({ harness, home, integration }: BridgePlace): IntegrationRecord | undefined {
    const { telemetry } = HARNESSES[harness];
    const hooks = telemetry === undefined ? [] : this.#places.connected(telemetry.of);
    return hooks.find((place) => place.home === home)?.integration ?? integration;
  }

  /** Returns the collector's address for OpenTelemetry, where it is known. */
  endpoint(): string | undefined {
    const baseUrl = this.#telemetry?.baseUrl();
    return baseUrl === undefined ? undefined : `${baseUrl}${TELEMETRY_PATH}`;
  }

  /**
   * Rewrites settings of telemetry that name an earlier address or level. What the user removed or changed stays as it is.
   * Returns the change. `earlier` is the credential before this start.
   */
  renew(place: BridgePlace, earlier: string | undefined): PlannedChange | undefined {
    if (HARNESSES[place.harness].telemetry === undefined) return undefined;
    const plan = this.of(place);
    // After a refusal the status reports the wrong entry, and the other bridges still open.
    return unlessRefused(() => {
      const file = readConfiguration(plan.path);
      if (!isAsRecorded(plan, place.record, hideCredential(file.text ?? '', earlier))) return undefined;
      const planned = planConnect(plan, this.#launcher.path, place.record, earlier);
      return this.write(place, planned) ? planned : undefined;
    });
  }
}
