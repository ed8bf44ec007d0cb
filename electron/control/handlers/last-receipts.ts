import type { EventType } from '../../../shared/event.ts';
import type { ReceiptClient } from '../../receipts/worker/receipt-client.ts';
import type { ReceiptWitness } from '../../record/receipt-witness.ts';

/** Maximum age of an answer. A deletion by retention is visible after this time at the latest. */
const MAX_AGE_MS = 10_000;
/** Integrations of one query. Events wait for each, which takes some milliseconds. */
const INTEGRATIONS_PER_QUERY = 16;

/** Looks up when an integration's last receipt of a type was received. */
export type LastReceiptAt = (integrationId: string, event: EventType) => string | null;

/** Queries the receipt store for all integrations. Repeats the query only after receipts have changed. */
export class LastReceipts {
  readonly #receipts: ReceiptClient;
  readonly #witness: ReceiptWitness;
  /** The number of receipts at the last query, and its integrations. */
  #key = '';
  #askedAt = 0;
  #answer: Promise<Map<string, string>> | undefined;

  constructor(receipts: ReceiptClient, witness: ReceiptWitness) {
    this.#receipts = receipts;
    this.#witness = witness;
  }

  forget(): void {
    this.#answer = undefined;
  }

  /** Rejects with the store's failure. */
  async of(integrationIds: readonly string[]): Promise<LastReceiptAt> {
    const key = [this.#witness.receipts, ...integrationIds].join();
    const isOld = performance.now() - this.#askedAt > MAX_AGE_MS;
    if (this.#answer === undefined || this.#key !== key || isOld) {
      this.#key = key;
      this.#askedAt = performance.now();
      const answer = this.#query(integrationIds);
      this.#answer = answer;
      answer.catch(() => {
        if (this.#answer === answer) this.forget();
      });
    }
    const last = await this.#answer;
    return (integrationId, event) => last.get(`${integrationId} ${event}`) ?? null;
  }

  async #query(ids: readonly string[]): Promise<Map<string, string>> {
    const last = new Map<string, string>();
    for (let from = 0; from < ids.length; from += INTEGRATIONS_PER_QUERY) {
      const some = ids.slice(from, from + INTEGRATIONS_PER_QUERY);
      for (const { integrationId, event, receivedAt } of await this.#receipts.call('lastReceipts', some)) {
        last.set(`${integrationId} ${event}`, receivedAt);
      }
    }
    return last;
  }
}
