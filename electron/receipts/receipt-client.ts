import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CommitOutcome, IncomingEvent } from './incoming-event.ts';
import type {
  FromWorker,
  ReceiptCall,
  ReceiptCalls,
  ReceiptWorkerData,
  StoreFailure,
  ToWorker,
} from './worker-protocol.ts';

const MAX_WAITING_EVENTS = 20_000;
const MAX_WAITING_BYTES = 64 * 1_048_576;
/** One batch must not hold the worker so long that small events behind it wait noticeably. */
const MAX_BATCH_BYTES = 2 * 1_048_576;
/** A second batch on its way was measured: it only makes both smaller, and a commit costs the same for fewer events. */
const MAX_BATCHES_IN_FLIGHT = 1;
const RESTART_DELAY_MS = 500;
/** Far beyond what the largest batch takes; only a redactor that does not end gets here. */
const COMMIT_TIMEOUT_MS = 15_000;

export type ReceiptFailure =
  | StoreFailure
  | 'overloaded'
  | 'stopped'
  | 'newer_version'
  | 'redaction_timed_out';

export class ReceiptStoreError extends Error {
  readonly failure: ReceiptFailure;

  constructor(failure: ReceiptFailure) {
    super(failure);
    this.failure = failure;
  }
}

interface Waiting {
  event: IncomingEvent;
  resolve: (outcome: CommitOutcome) => void;
  reject: (error: ReceiptStoreError) => void;
}

interface PendingCall {
  resolve: (result: never) => void;
  reject: (error: ReceiptStoreError) => void;
}

interface ReceiptEvents {
  /** A batch was committed: how many receipts are new. */
  committed: [added: number];
  /** A damaged database was renamed to this file name. */
  set_aside: [file: string];
  failure: [failure: ReceiptFailure];
}

/**
 * The main thread's side of the receipt worker. Events that arrive while a transaction runs wait here and share the
 * next one; an event's promise is kept only after its commit.
 */
export class ReceiptClient extends EventEmitter<ReceiptEvents> {
  readonly #workerUrl: URL;
  readonly #workerData: ReceiptWorkerData;
  readonly #commitTimeoutMs: number;
  #worker: Worker | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  readonly #inFlight: Waiting[][] = [];
  #dispatchScheduled = false;
  #watchdog: NodeJS.Timeout | undefined;
  #timedOut = false;
  readonly #calls = new Map<number, PendingCall>();
  #nextCall = 1;
  #stopping = false;

  constructor(workerUrl: URL, workerData: ReceiptWorkerData, commitTimeoutMs = COMMIT_TIMEOUT_MS) {
    super();
    this.#commitTimeoutMs = commitTimeoutMs;
    this.#workerUrl = workerUrl;
    this.#workerData = workerData;
  }

  /** Starts the worker; rejects with {@link ReceiptStoreError} when the database cannot be opened. */
  async open(): Promise<void> {
    await this.#start().catch((error: unknown) => {
      this.#stopping = true;
      throw error;
    });
  }

  async #start(): Promise<void> {
    const worker = new Worker(this.#workerUrl, { workerData: this.#workerData });
    this.#worker = worker;
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          resolve();
        } else if (message.kind === 'unopened') {
          reject(new ReceiptStoreError(message.failure));
        } else {
          this.#receive(message);
        }
      });
      worker.on('error', () => reject(new ReceiptStoreError('storage_failed')));
      worker.on('exit', () => this.#exited());
    });
    this.#dispatch();
  }

  /** Records one event; resolves after the transaction that holds it has committed. */
  submit(event: IncomingEvent): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#stopping || this.#worker === undefined) {
        reject(new ReceiptStoreError('stopped'));
      } else if (this.#waiting.length >= MAX_WAITING_EVENTS || this.#waitingBytes > MAX_WAITING_BYTES) {
        reject(new ReceiptStoreError('overloaded'));
      } else {
        this.#waiting.push({ event, resolve, reject });
        this.#waitingBytes += event.bodyBytes;
        this.#scheduleDispatch();
      }
    });
  }

  /** Asks the worker something; answers come in the order asked. */
  call<M extends ReceiptCall>(
    method: M,
    ...args: Parameters<ReceiptCalls[M]>
  ): Promise<Awaited<ReturnType<ReceiptCalls[M]>>> {
    const worker = this.#worker;
    if (worker === undefined) return Promise.reject(new ReceiptStoreError('stopped'));
    const id = this.#nextCall;
    this.#nextCall += 1;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      worker.postMessage({ kind: 'call', id, method, args } satisfies ToWorker);
    });
  }

  /** Commits what is waiting, then closes the database. */
  async close(): Promise<void> {
    while (this.#inFlight.length > 0 || this.#waiting.length > 0) {
      await new Promise<void>((resolve) =>
        this.once('committed', () => resolve()).once('failure', () => resolve()),
      );
    }
    this.#stopping = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    await this.call('close').catch(() => worker.terminate());
    await exited;
  }

  // After the requests that are being read in this turn of the event loop, so that they share a batch.
  #scheduleDispatch(): void {
    if (this.#dispatchScheduled) return;
    this.#dispatchScheduled = true;
    setImmediate(() => {
      this.#dispatchScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#inFlight.length >= MAX_BATCHES_IN_FLIGHT || this.#waiting.length === 0) return;
    if (this.#worker === undefined) return;
    let bytes = 0;
    let count = 0;
    while (count < this.#waiting.length && (count === 0 || bytes < MAX_BATCH_BYTES)) {
      bytes += this.#waiting[count]!.event.bodyBytes;
      count += 1;
    }
    const batch = count === this.#waiting.length ? this.#waiting : this.#waiting.slice(0, count);
    this.#waiting = count === this.#waiting.length ? [] : this.#waiting.slice(count);
    this.#waitingBytes -= bytes;
    this.#inFlight.push(batch);
    this.#watch();
    this.#worker.postMessage({ kind: 'commit', batch: batch.map(({ event }) => event) } satisfies ToWorker);
  }

  /** Ends a worker that does not come back; its events are then kept by their sizes alone. */
  #watch(): void {
    clearTimeout(this.#watchdog);
    if (this.#inFlight.length === 0) return;
    this.#watchdog = setTimeout(() => {
      this.#timedOut = true;
      void this.#worker?.terminate();
    }, this.#commitTimeoutMs).unref();
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'committed': {
        const batch = this.#inFlight.shift() ?? [];
        this.#watch();
        // The next batch starts on its way before this one's answers are written: the worker never idles.
        this.#dispatch();
        let added = 0;
        message.outcomes.forEach((outcome, index) => {
          if (outcome.recorded && !outcome.replayed) added += 1;
          batch[index]?.resolve(outcome);
        });
        this.emit('committed', added);
        break;
      }
      case 'refused':
        this.#refuse(message.failure);
        this.#dispatch();
        break;
      case 'answer':
        this.#calls.get(message.id)?.resolve(message.result as never);
        this.#calls.delete(message.id);
        break;
      case 'failed':
        this.#calls.get(message.id)?.reject(new ReceiptStoreError(message.failure));
        this.#calls.delete(message.id);
        break;
      case 'set_aside':
        this.emit('set_aside', message.file);
        break;
      case 'index_failed':
        this.emit('failure', message.failure);
        break;
    }
  }

  // What was on its way may have been committed or not: an event's identity makes the second try harmless.
  #retryBySizes(): void {
    const retried = this.#inFlight.splice(0).flat();
    for (const waiting of retried) {
      waiting.event.redactionTimedOut = true;
      this.#waitingBytes += waiting.event.bodyBytes;
    }
    this.#waiting = [...retried, ...this.#waiting];
    this.open().catch(() => this.#exited());
  }

  #refuse(failure: ReceiptFailure): void {
    const batch = this.#inFlight.shift() ?? [];
    this.#watch();
    for (const { reject } of batch) reject(new ReceiptStoreError(failure));
    this.emit('failure', failure);
  }

  // A worker that dies takes only what was not acknowledged with it; those clients are told to try again.
  #exited(): void {
    this.#worker = undefined;
    for (const { reject } of this.#calls.values()) reject(new ReceiptStoreError('storage_failed'));
    this.#calls.clear();
    if (this.#timedOut && !this.#stopping) {
      this.#timedOut = false;
      this.emit('failure', 'redaction_timed_out');
      this.#retryBySizes();
      return;
    }
    while (this.#inFlight.length > 0) this.#refuse('storage_failed');
    if (this.#stopping) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const { reject } of waiting) reject(new ReceiptStoreError('storage_failed'));
    setTimeout(() => {
      // Where the store cannot be opened yet, this worker ends as well, and the next one tries again.
      if (!this.#stopping) this.#start().catch(() => this.emit('failure', 'storage_failed'));
    }, RESTART_DELAY_MS).unref();
  }
}
