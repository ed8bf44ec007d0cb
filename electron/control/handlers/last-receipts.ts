import type { EventType } from '../../../shared/event.ts';
import type { ReceiptClient } from '../../receipts/worker/receipt-client.ts';
import type { LastReceipt } from '../../receipts/worker/worker-protocol.ts';

/** Maximum age of an answer. A deletion by retention is visible after this time at the latest. */
const MAX_AGE_MS = 10_000;

/** Looks up when an integration's last receipt of a type was received. */
export type LastReceiptAt = (integrationId: string, event: EventType) => string | null;

/** Queries the receipt store once for all integrations. Repeats the query only after receipts have changed. */
export class LastReceipts {
  readonly #receipts: ReceiptClient;
  #key = '';
  #askedAt = 0;
  #answer: Promise<LastReceipt[]> | undefined;

  constructor(receipts: ReceiptClient) {
    this.#receipts = receipts;
    receipts.on('committed', (added) => {
      if (added > 0) this.forget();
    });
  }

  forget(): void {
    this.#answer = undefined;
  }

  /** Rejects with the store's failure. */
  async of(integrationIds: readonly string[]): Promise<LastReceiptAt> {
    const key = integrationIds.join();
    const isOld = performance.now() - this.#askedAt > MAX_AGE_MS;
    if (this.#answer === undefined || this.#key !== key || isOld) {
      this.#key = key;
      this.#askedAt = performance.now();
      const answer = this.#receipts.call('lastReceipts', [...integrationIds]);
      this.#answer = answer;
      answer.catch(() => {
        if (this.#answer === answer) this.forget();
      });
    }
    const last = await this.#answer;
    return (integrationId, event) =>
      last.find((each) => each.integrationId === integrationId && each.event === event)?.receivedAt ?? null;
  }
}
