import type { Integration } from '../../../shared/integration.ts';
import {
  describeIntegration,
  type IntegrationFault,
  type IntegrationRecord,
  type IssuedCredential,
} from '../../integrations/integration-store.ts';
import { ReceiptStoreError } from '../../receipts/worker/receipt-client.ts';
import { ControlError } from '../dispatch.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';

const integrationFaults: Record<IntegrationFault, [ControlError['code'], string]> = {
  invalid_name: [
    'invalid_name',
    'A name has 1 to 64 characters, no control characters, and no space at either end.',
  ],
  name_taken: [
    'name_taken',
    'A live integration has this name already. Revoke it first, or choose another name.',
  ],
  no_permission: ['invalid_params', 'A token needs at least one permission.'],
  not_found: ['not_found', 'There is no such integration.'],
  already_revoked: ['already_revoked', 'This integration is revoked already. Generate a new token instead.'],
};

function faultOf(fault: IntegrationFault): ControlError {
  return new ControlError(...integrationFaults[fault]);
}

/** Handles the channels of developer integrations and their tokens. */
export function integrationHandlers({ integrations, receipts }: ControlledHost): HandlersOf<'integrations'> {
  // Counts follow acts that cannot be taken back, a new token above all: a store that cannot count must not hide them.
  const countEvents = async (): Promise<(id: string) => number | null> => {
    try {
      const { eventsByIntegration } = await receipts.call('statistics');
      return (id) => eventsByIntegration[id] ?? 0;
    } catch (error) {
      if (!(error instanceof ReceiptStoreError)) throw error;
      return () => null;
    }
  };
  const describe = async (record: IntegrationRecord): Promise<Integration> =>
    describeIntegration(record, (await countEvents())(record.id));
  const issued = async ({ credential, integration }: IssuedCredential) => ({
    token: credential,
    integration: await describe(integration),
  });
  const developerRecord = (id: string): IntegrationRecord => {
    const record = integrations.get(id);
    if (record === undefined) throw faultOf('not_found');
    if (record.kind === 'managed') {
      throw new ControlError(
        'managed',
        'This credential belongs to a managed bridge. Use the bridge’s own controls.',
      );
    }
    return record;
  };

  return {
    'integrations.list': async ({ includeRevoked }) => {
      const events = await countEvents();
      return {
        integrations: integrations
          .list()
          .filter((record) => includeRevoked === true || record.revokedAt === null)
          .map((record) => describeIntegration(record, events(record.id))),
      };
    },
    'integrations.generate': async ({ name, permissions }) => {
      const result = integrations.generate(name, permissions);
      if (!result.ok) throw faultOf(result.fault);
      return issued(result.value);
    },
    'integrations.rotate': async ({ id }) => {
      const result = integrations.rotate(developerRecord(id).id);
      if (!result.ok) throw faultOf(result.fault);
      return issued(result.value);
    },
    'integrations.revoke': async ({ id }) => {
      const result = integrations.revoke(developerRecord(id).id);
      if (!result.ok) throw faultOf(result.fault);
      return { integration: await describe(result.value) };
    },
  };
}
