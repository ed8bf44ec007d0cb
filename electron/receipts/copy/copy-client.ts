import { Worker } from 'node:worker_threads';
import { cachedThreadEnvironment } from '../../platform/compile-cache.ts';
import type { ReceiptWorkerData } from '../worker/worker-protocol.ts';
import type { CopyCall, CopyCalls, CopyFailure, FromCopyThread, ToCopyThread } from './copy-service.ts';

/** The thread that writes copies could not do what it was asked. */
export class CopyError extends Error {
  readonly failure: CopyFailure;

  constructor(failure: CopyFailure) {
    super(failure);
    this.failure = failure;
  }
}

interface Pending {
  resolve: (result: never) => void;
  reject: (error: CopyError) => void;
}

/** The main thread's side of a thread that writes copies of the record. */
export class CopyClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;

  constructor(workerUrl: URL, workerData: ReceiptWorkerData) {
    this.#worker = new Worker(workerUrl, {
      workerData: { ...workerData, role: 'copy' },
      env: cachedThreadEnvironment(),
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromCopyThread) => {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.kind === 'answer') pending?.resolve(message.result as never);
      else pending?.reject(new CopyError(message.failure));
    });
    this.#worker.on('error', () => this.#rejectAll());
    this.#worker.on('exit', () => this.#rejectAll());
  }

  call<M extends CopyCall>(
    method: M,
    ...args: Parameters<CopyCalls[M]>
  ): Promise<Awaited<ReturnType<CopyCalls[M]>>> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args } satisfies ToCopyThread);
    });
  }

  /** Ends the thread. A transaction that it leaves unfinished is undone when the copy is opened again. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #rejectAll(): void {
    for (const { reject } of this.#pending.values()) reject(new CopyError('storage_failed'));
    this.#pending.clear();
  }
}
