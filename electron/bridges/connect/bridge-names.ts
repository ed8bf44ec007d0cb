import { basename } from 'node:path';
import { controlFailure } from '../../../shared/failure.ts';
import { integrationNameFault } from '../../../shared/integration.ts';
import type { IntegrationRecord } from '../../integrations/integration-store.ts';
import { HARNESSES } from '../harnesses/index.ts';
import { type BridgePlace, BridgeRefused } from './bridge-places.ts';

/** Returns the best name for the integration of a connection. Throws {@link BridgeRefused} where others have them all. */
export function freeBridgeName(
  { harness, bridgeId, home }: BridgePlace,
  integrations: readonly IntegrationRecord[],
): string {
  const { name } = HARNESSES[harness];
  const names =
    bridgeId === harness
      ? // A developer may already use the product's name for an integration.
        [name, `${name} (bridge)`]
      : // Two homes can have folders of the same name.
        [`${name} (${basename(home)})`, `${name} (${bridgeId.slice(harness.length + 1)})`];
  const live = new Set(integrations.flatMap((each) => (each.revokedAt === null ? each.name : [])));
  const free = names.find((each) => integrationNameFault(each) === undefined && !live.has(each));
  if (free === undefined) throw new BridgeRefused(controlFailure('bridge_name_taken'));
  return free;
}
