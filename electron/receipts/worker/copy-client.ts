import type { Worker } from 'node:worker_threads';
import type { CopyCall, CopyCalls, CopyFailure, FromCopyThread, ToCopyThread } from '../copy/copy-service.ts';
import { PendingCalls } from './pending-calls.ts';
import { startThread } from './receipt-thread.ts';
import type { ReceiptWorkerData } from './worker-protocol.ts';

/** Room for the positions of millions of receipts. A made-up copy must not take the memory of the host. */
const HEAP_MB = 1024;

/** The thread that writes copies could not do what it was asked. */
export class CopyError extends Error {
  readonly failure: CopyFailure;

  constructor(failure: CopyFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** The main thread's side of a thread that writes copies of the record. */
export class CopyClient {
  readonly #worker: Worker;
  readonly #calls = new PendingCalls();

  constructor(workerUrl: URL, workerData: ReceiptWorkerData) {
    this.#worker = startThread(
      workerUrl,
      { ...workerData, role: 'copy' },
      { maxOldGenerationSizeMb: HEAP_MB },
    );
    this.#worker.unref();
    this.#worker.on('message', (message: FromCopyThread) => {
      if (message.kind === 'answer') this.#calls.resolve(message.id, message.result);
      else this.#calls.reject(message.id, new CopyError(message.failure));
    });
    for (const end of ['error', 'exit'])
      this.#worker.on(end, () => this.#calls.rejectAll(new CopyError('storage_failed')));
  }

  call<M extends CopyCall>(
    method: M,
    ...args: Parameters<CopyCalls[M]>
  ): Promise<Awaited<ReturnType<CopyCalls[M]>>> {
    return this.#calls.begin((id) => this.#worker.postMessage({ id, method, args } satisfies ToCopyThread));
  }

  /** Ends the thread. A transaction that it leaves unfinished is undone when the copy is opened again. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
