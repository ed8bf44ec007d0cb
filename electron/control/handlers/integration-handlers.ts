import { controlFailure, type PlainReason } from '../../../shared/failure.ts';
import type { Integration } from '../../../shared/integration.ts';
import {
  describeIntegration,
  type IntegrationFault,
  type IntegrationRecord,
  type IssuedCredential,
} from '../../integrations/integration-store.ts';
import { ReceiptStoreError } from '../../receipts/worker/receipt-events.ts';
import { ControlError } from '../dispatch.ts';
import { type ControlledHost, type HandlersOf, unlessUnkept } from './controlled-host.ts';

const reasons = {
  invalid_name: 'invalid_name',
  name_taken: 'name_taken',
  no_permission: 'no_permission',
  not_found: 'no_integration',
  already_revoked: 'already_revoked',
} as const satisfies Record<IntegrationFault, PlainReason>;

const faultOf = (fault: IntegrationFault) => new ControlError(controlFailure(reasons[fault]));

/** Handles the channels of developer integrations and their tokens. */
export function integrationHandlers(host: ControlledHost): HandlersOf<'integrations'> {
  const { integrations, receipts } = host;
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
  /** Closes the sessions of a token that is gone, such as that of `plinth run`: no event of them can follow. */
  const closeSessions = (id: string) =>
    receipts.call('closeSilentSessions', host.now() + 1, [id]).catch((error) => {
      if (!(error instanceof ReceiptStoreError)) throw error;
    });
  const issued = async ({ credential, integration }: IssuedCredential) => ({
    token: credential,
    integration: await describe(integration),
  });
  const developerRecord = (id: string): IntegrationRecord => {
    const record = integrations.get(id);
    if (record === undefined) throw faultOf('not_found');
    if (record.kind === 'managed') throw new ControlError(controlFailure('managed_credential'));
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
      await closeSessions(result.value.id);
      return unlessUnkept(host, { integration: await describe(result.value) });
    },
  };
}
