import {
  type BridgeChange,
  HARNESS_IDS,
  type HarnessEnvironmentVariables,
  type HarnessId,
} from '../../../shared/bridge.ts';
import { controlFailure } from '../../../shared/failure.ts';
import { ConfigurationRefused } from '../../bridges/configuration/file.ts';
import { BridgeRefused } from '../../bridges/connect/bridge-refused.ts';
import { bridgeStatuses } from '../../bridges/connect/bridge-status.ts';
import { ControlError } from '../dispatch.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';
import type { LastReceiptAt, LastReceipts } from './last-receipts.ts';
import { fromStore } from './store-answer.ts';

function fromBridges<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof BridgeRefused) throw new ControlError(error.failure);
    if (error instanceof ConfigurationRefused) {
      throw new ControlError(controlFailure('configuration', { path: error.path, fault: error.fault }));
    }
    throw error;
  }
}

/** Handles the channels that connect harnesses and show their state. */
export function bridgeHandlers(
  { bridges }: ControlledHost,
  lastReceipts: LastReceipts,
): HandlersOf<'bridges'> {
  const lastReceiptAt = (): Promise<LastReceiptAt> => {
    const ids = HARNESS_IDS.map((harness) => bridges.connector.integrationOf(harness)?.id);
    return lastReceipts.of(ids.filter((id) => id !== undefined));
  };
  const statusesBy = (lookUp: LastReceiptAt, environment: HarnessEnvironmentVariables | undefined) =>
    bridgeStatuses({
      connector: bridges.connector,
      ledger: bridges.ledger,
      files: (harness) => bridges.filesOf(harness, environment),
      lastReceiptAt: async (integrationId, event) => lookUp(integrationId, event),
    });
  // The change is made already: where the store does not answer, the status knows no times.
  const bridgeOutcome = async (
    harness: HarnessId,
    environment: HarnessEnvironmentVariables | undefined,
    change: BridgeChange,
  ) => {
    const lookUp = await lastReceiptAt().catch((): LastReceiptAt => () => null);
    const status = (await statusesBy(lookUp, environment)).find((each) => each.harness === harness)!;
    return { change, status };
  };

  return {
    'bridges.status': async ({ environment }) => ({
      bridges: await statusesBy(await fromStore(lastReceiptAt()), environment),
    }),
    'bridges.preview': ({ harness, action, environment }) => ({
      change: fromBridges(() => bridges.connector.preview(harness, action, environment)),
    }),
    'bridges.connect': ({ harness, environment, fingerprint }) =>
      bridgeOutcome(
        harness,
        environment,
        fromBridges(() => bridges.connector.connect(harness, environment, fingerprint)),
      ),
    'bridges.disconnect': ({ harness, environment, fingerprint }) =>
      bridgeOutcome(
        harness,
        environment,
        fromBridges(() => bridges.connector.disconnect(harness, environment, fingerprint)),
      ),
    'bridges.reconnect': ({ harness, environment, fingerprint }) =>
      bridgeOutcome(
        harness,
        environment,
        fromBridges(() => bridges.connector.connect(harness, environment, fingerprint, 'reconnect')),
      ),
  };
}
