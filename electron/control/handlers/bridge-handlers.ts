import {
  type BridgeAction,
  type BridgeTarget,
  HARNESS_IDS,
  type HarnessEnvironmentVariables,
} from '../../../shared/bridge.ts';
import type { EventType } from '../../../shared/event.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { ConfigurationRefused } from '../../bridges/configuration/file.ts';
import type { BridgePlace } from '../../bridges/connect/bridge-places.ts';
import { BridgeRefused } from '../../bridges/connect/bridge-places.ts';
import { bridgeStatus } from '../../bridges/connect/bridge-status.ts';
import type { ProjectsLook } from '../../bridges/connect/hooks-off.ts';
import { ControlError } from '../dispatch.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import { type LastReceiptAt, lastReceiptsOf } from './last-receipts.ts';
import { fromStore } from './store-answer.ts';

function fromBridges<T>(act: () => T, fileOf: () => string = () => ''): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof BridgeRefused) throw new ControlError(error.failure);
    if (error instanceof ConfigurationRefused) {
      const { fault, where } = error;
      throw new ControlError(controlFailure('configuration', { path: fileOf(), fault, where }));
    }
    throw error;
  }
}

/** Handles the channels that connect harnesses and show their state. */
export function bridgeHandlers({ bridges, receipts }: ControlledHost): HandlersOf<'bridges'> {
  const lastReceiptAt = (): Promise<LastReceiptAt> => {
    const ids = bridges.connector.connected().flatMap(({ integration }) => integration?.id ?? []);
    return lastReceiptsOf(receipts, ids);
  };
  const sourcesBy = (
    lookUp: LastReceiptAt,
    projects: ProjectsLook,
    environment: HarnessEnvironmentVariables | undefined,
  ) => ({
    ledger: bridges.ledger,
    projects,
    lost: bridges.lost.counts(),
    files: (place: BridgePlace) => bridges.filesOf(place, environment === undefined),
    lastReceiptAt: async (integrationId: string, event: EventType) => lookUp(integrationId, event),
  });
  const statusesBy = async (environment: HarnessEnvironmentVariables | undefined, folder?: string) => {
    const sources = sourcesBy(await lastReceiptAt(), await bridges.projects(), environment);
    const places = HARNESS_IDS.flatMap((harness) => bridges.connector.placesOf(harness, environment));
    return Promise.all(places.map((place) => bridgeStatus(sources, place, folder)));
  };
  // The change is made already: where the store does not answer, the status knows no times.
  const outcomeOf =
    (action: BridgeAction) =>
    async ({ fingerprint, ...target }: BridgeTarget & { fingerprint?: string }) => {
      const { connector } = bridges;
      const act = () =>
        action === 'disconnect'
          ? connector.disconnect(target, fingerprint)
          : connector.connect(target, fingerprint, action);
      const change = fromBridges(act, () => connector.fileFor(target, action));
      const lookUp = await lastReceiptAt().catch((): LastReceiptAt => () => null);
      const place = bridges.connector.placeOf({ ...target, home: change.home });
      const projects = await bridges.projects().catch((): ProjectsLook => ({ off: [], notSeen: 0 }));
      return { change, status: await bridgeStatus(sourcesBy(lookUp, projects, target.environment), place) };
    };

  return {
    'bridges.status': async ({ environment, folder }) => ({
      bridges: await fromStore(statusesBy(environment, folder)),
    }),
    'bridges.test': async ({ folder, ...target }) => ({
      test: await fromBridges(() => bridges.test(target, folder)),
    }),
    'bridges.preview': ({ action, ...target }) => ({
      change: fromBridges(
        () => bridges.connector.preview(target, action),
        () => bridges.connector.fileFor(target, action),
      ),
    }),
    'bridges.connect': outcomeOf('connect'),
    'bridges.disconnect': outcomeOf('disconnect'),
    'bridges.reconnect': outcomeOf('reconnect'),
  };
}
