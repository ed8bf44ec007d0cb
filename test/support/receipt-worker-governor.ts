import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';

/** The `receiptWorker` option for a host whose receipt worker a test controls. */
export const governedReceiptWorker = new URL('./governed-receipt-worker.ts', import.meta.url);

/** A test's channel to the receipt worker of the host on a data directory. */
export class ReceiptWorkerGovernor {
  readonly #channel: BroadcastChannel;

  constructor(dataDir: string) {
    this.#channel = new BroadcastChannel(`plinth-test ${join(dataDir, 'receipts.db')}`);
  }

  /** Ends the worker thread immediately. */
  exit(): void {
    this.#channel.postMessage({ order: 'exit' });
  }

  /** Throws in the worker, where nothing catches it. */
  throw(): Promise<unknown> {
    return this.#ask('throw');
  }

  /** Prevents the database from growing, as on a full disk. */
  fill(): Promise<unknown> {
    return this.#ask('fill');
  }

  free(): Promise<unknown> {
    return this.#ask('free');
  }

  /** Returns the names on the worker's own Object.prototype. */
  prototype(): Promise<string[]> {
    return this.#ask('prototype') as Promise<string[]>;
  }

  close(): void {
    this.#channel.close();
  }

  #ask(order: string): Promise<unknown> {
    return new Promise((resolve) => {
      this.#channel.onmessage = (event: unknown) => {
        const { done, result } = (event as { data: { done?: string; result?: unknown } }).data;
        if (done === order) resolve(result);
      };
      this.#channel.postMessage({ order });
    });
  }
}
