import { basename } from 'node:path';
import { integrationNameFault } from '../../../shared/integration.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgePlace } from './bridge-places.ts';

/** Returns the names for the integration of a connection, best first. Another integration may have one of them. */
export function bridgeNames({ harness, bridgeId, home }: BridgePlace): string[] {
  const { name } = HARNESSES[harness];
  // A developer may already use the product's name for an integration.
  if (bridgeId === harness) return [name, `${name} (bridge)`];
  // Two homes can have folders of the same name.
  const names = [`${name} (${basename(home)})`, `${name} (${bridgeId.slice(harness.length + 1)})`];
  return names.filter((each) => integrationNameFault(each) === undefined);
}
