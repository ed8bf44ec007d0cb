import type { Integration } from '../../../shared/integration.ts';
import { type IntegrationNameFault, integrationNameFault } from '../../../shared/integration.ts';

type NameProblem = IntegrationNameFault | 'taken';

/** Finds the problem of a name for a new integration, by the contract's rules and the names of active integrations. */
export function nameProblem(name: string, existing: readonly Integration[]): NameProblem | undefined {
  const fault = integrationNameFault(name);
  if (fault !== undefined) return fault;
  return existing.some((other) => other.revokedAt === null && other.name === name) ? 'taken' : undefined;
}
