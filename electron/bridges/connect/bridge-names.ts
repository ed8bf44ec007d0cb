import { basename } from 'node:path';
import { integrationNameFault } from '../../../shared/integration.ts';
import type { IntegrationRecord } from '../../integrations/integration-store.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgePlace } from './bridge-places.ts';

/** Returns the best name for the integration of a connection, or undefined where other integrations have them all. */
export function freeBridgeName(
  { harness, bridgeId, home }: BridgePlace,
  integrations: readonly IntegrationRecord[],
): string | undefined {
  const { name } = HARNESSES[harness];
  const names =
    bridgeId === harness
      ? // A developer may already use the product's name for an integration.
        [name, `${name} (bridge)`]
      : // Two homes can have folders of the same name.
        [`${name} (${basename(home)})`, `${name} (${bridgeId.slice(harness.length + 1)})`];
  const live = new Set(integrations.flatMap((each) => (each.revokedAt === null ? each.name : [])));
  return names.find((each) => integrationNameFault(each) === undefined && !live.has(each));
}
