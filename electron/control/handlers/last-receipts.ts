import type { EventType } from '../../../shared/event.ts';
import type { ReceiptClient } from '../../receipts/worker/receipt-client.ts';

/** Integrations of one query. Events wait for each, which takes some milliseconds. */
const INTEGRATIONS_PER_QUERY = 16;

/** Looks up when an integration's last receipt of a type was received. */
export type LastReceiptAt = (integrationId: string, event: EventType) => string | null;

/** Queries the receipt store for the last receipts of integrations. Rejects with the store's failure. */
export async function lastReceiptsOf(
  receipts: Pick<ReceiptClient, 'call'>,
  ids: readonly string[],
): Promise<LastReceiptAt> {
  const last = new Map<string, string>();
  for (let from = 0; from < ids.length; from += INTEGRATIONS_PER_QUERY) {
    const some = ids.slice(from, from + INTEGRATIONS_PER_QUERY);
    for (const { integrationId, event, receivedAt } of await receipts.call('lastReceipts', some)) {
      last.set(`${integrationId} ${event}`, receivedAt);
    }
  }
  return (integrationId, event) => last.get(`${integrationId} ${event}`) ?? null;
}
