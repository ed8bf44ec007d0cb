import type { IntegrationState } from '../integration.ts';

/** The state of an integration’s token. */
export const integrationStateWords: Record<IntegrationState, string> = {
  active: 'Active',
  unused: 'Not used yet',
  revoked: 'Revoked',
};
