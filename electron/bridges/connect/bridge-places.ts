import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { BridgeTarget, HarnessEnvironmentVariables, HarnessId } from '../../../shared/bridge.ts';
import { type ControlFailure, controlFailure } from '../../../shared/failure.ts';
import type { IntegrationRecord, IntegrationStore } from '../../integrations/integration-store.ts';
import type { HarnessEnvironment } from '../harnesses/harness.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { ConnectionRecord, ConnectionRecords } from './connection-record.ts';
import { type HarnessSurroundings, harnessEnvironment } from './harness-environment.ts';

/** A home of a harness: its configuration folder, and the connection there, if any. */
export interface BridgePlace {
  harness: HarnessId;
  /** Names the connection in its hooks and files. For the first home it is the harness's id. */
  bridgeId: string;
  home: string;
  environment: HarnessEnvironment;
  integration: IntegrationRecord | undefined;
  record: ConnectionRecord | undefined;
}

/** A bridge action was refused and changed nothing. */
export class BridgeRefused extends Error {
  readonly failure: ControlFailure;

  constructor(failure: ControlFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

function realFolder(folder: string): string {
  try {
    // The native call also gives a name the case in which the disk has it, where the case does not count.
    return realpathSync.native(folder);
  } catch {
    return resolve(folder);
  }
}

/** Finds the homes of harnesses. A harness has a home for each value of the variables that move its files. */
export class BridgePlaces {
  readonly #integrations: IntegrationStore;
  readonly #records: ConnectionRecords;
  readonly #surroundings: HarnessSurroundings;

  constructor(integrations: IntegrationStore, records: ConnectionRecords, surroundings: HarnessSurroundings) {
    this.#integrations = integrations;
    this.#records = records;
    this.#surroundings = surroundings;
  }

  /** Returns the connected homes of a harness. */
  connected(harness: HarnessId, variables?: HarnessEnvironmentVariables): BridgePlace[] {
    return this.#integrations
      .list()
      .filter((each) => each.kind === 'managed' && each.harness === harness && each.revokedAt === null)
      .map((integration) => {
        const bridgeId = integration.bridgeId ?? harness;
        const record = this.#records.get(harness, bridgeId);
        const environment = harnessEnvironment(this.#surroundings, variables, record?.variables);
        return { ...this.#placeIn(harness, environment), bridgeId, integration, record };
      });
  }

  /** Returns the homes to show: the connected ones, and the caller's own. */
  all(harness: HarnessId, variables?: HarnessEnvironmentVariables): BridgePlace[] {
    const connected = this.connected(harness, variables);
    const own = this.#ownPlace(harness, variables, connected);
    if (own.integration !== undefined) return connected;
    const isShown = connected.length === 0 || variables !== undefined || existsSync(own.home);
    return isShown ? [...connected, own] : connected;
  }

  /**
   * Returns the home that a caller means: the one it names, else the one of its environment. A caller without an
   * environment, such as the window, means the first connected home.
   */
  of({ harness, environment: variables, home }: BridgeTarget): BridgePlace {
    const connected = this.connected(harness, variables);
    const own = this.#ownPlace(harness, variables, connected);
    if (home !== undefined) {
      const folder = realFolder(home);
      const named = [...connected, own].find((place) => place.home === folder);
      if (named !== undefined) return named;
      return this.#placeAt(harness, folder, variables ?? this.#surroundings.variables, connected);
    }
    return own.integration === undefined && variables === undefined ? (connected[0] ?? own) : own;
  }

  /**
   * Returns the home in a folder: the one that the harness's own variable leads to, else the one below another user
   * folder. Where neither leads there, the harness would read another folder than the one that was named.
   */
  #placeAt(
    harness: HarnessId,
    folder: string,
    variables: HarnessEnvironmentVariables,
    connected: readonly BridgePlace[],
  ): BridgePlace {
    const { variablesOfHome, configurationFolder, name } = HARNESSES[harness];
    const { home, platform } = harnessEnvironment(this.#surroundings, variables, undefined);
    const usual = sep + relative(home, configurationFolder({ home, variables: {}, platform }));
    const userFolder = folder.endsWith(usual) ? folder.slice(0, -usual.length) : undefined;
    const userVariable = platform === 'win32' ? 'USERPROFILE' : 'HOME';
    const { PATH } = variables;
    const ways = [
      ...(variablesOfHome === undefined ? [] : [{ ...variables, ...variablesOfHome(folder) }]),
      ...(userFolder === undefined
        ? []
        : [{ ...(PATH === undefined ? {} : { PATH }), [userVariable]: userFolder }]),
    ];
    for (const way of ways) {
      const place = this.#ownPlace(harness, way, connected);
      if (place.home === folder) return place;
    }
    throw new BridgeRefused(controlFailure('bridge_home_unreachable', { name, folder }));
  }

  #ownPlace(
    harness: HarnessId,
    variables: HarnessEnvironmentVariables | undefined,
    connected: readonly BridgePlace[],
  ): BridgePlace {
    const place = this.#placeIn(harness, harnessEnvironment(this.#surroundings, variables, undefined));
    return connected.find(({ home }) => home === place.home) ?? this.#withFreeId(place, connected);
  }

  #placeIn(harness: HarnessId, environment: HarnessEnvironment): BridgePlace {
    const home = realFolder(HARNESSES[harness].configurationFolder(environment));
    return { harness, bridgeId: harness, home, environment, integration: undefined, record: undefined };
  }

  #withFreeId(place: BridgePlace, connected: readonly BridgePlace[]): BridgePlace {
    const { harness, home } = place;
    const record = this.#records.get(harness, harness);
    if (!connected.some(({ bridgeId }) => bridgeId === harness)) return { ...place, record };
    const suffix = createHash('sha256').update(home).digest('hex').slice(0, 8);
    return { ...place, bridgeId: `${harness}-${suffix}` };
  }
}
