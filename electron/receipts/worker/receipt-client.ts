import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Fault } from '../../platform/fault-log.ts';
import type { CommitOutcome, IncomingEvent } from '../incoming-event.ts';
import { FairQueue } from './fair-queue.ts';
import { RedactionLane } from './redaction-lane.ts';
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
/** Maximum waiting events and bytes of one integration. A flood is refused before it fills the shared queue. */
const INTEGRATION_SHARE = { events: 5000, bytes: 16 * 1_048_576 };
/** Bounds the time of one batch in the worker, so that small events behind it do not wait noticeably. */
const MAX_BATCH_COST = 65_536;
/** The fixed cost of a row, in bytes that could be redacted in the same time. */
const COST_OF_A_ROW = 512;
/** The cost of writing a text relative to redacting it. */
const COST_OF_WRITING = 1 / 16;
/** A separate thread redacts larger events. */
const SMALL_EVENT_BYTES = 16_384;
/** Measured: a second batch in flight only makes both batches smaller, and a commit costs the same for fewer events. */
const MAX_BATCHES_IN_FLIGHT = 1;
const RESTART_DELAY_MS = 500;
/** Far longer than the largest batch takes. Only a redactor that never ends reaches it. */
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

/** The key within which events keep their order. */
const sessionOf = ({ integrationId, sessionId }: IncomingEvent) => `${integrationId}\0${sessionId}`;

const isKept = ({ paused, level }: IncomingEvent) => !paused && level !== 'nothing';

function costOf(event: IncomingEvent): number {
  const redacts = isKept(event) && event.prepared === undefined && event.redactionTimedOut !== true;
  return COST_OF_A_ROW + event.bodyBytes * (redacts ? 1 : COST_OF_WRITING);
}

interface PendingCall {
  resolve: (result: never) => void;
  reject: (error: ReceiptStoreError) => void;
}

interface ReceiptEvents {
  /** A batch was committed. The argument is the number of new receipts. */
  committed: [added: number];
  /** A damaged database was renamed to this file name. */
  set_aside: [file: string];
  /**
   * Another program deleted or replaced the database while this process ran. The store now uses a new database or the
   * replacement.
   */
  replaced: [];
  /** The indexes were damaged and are being rebuilt. No receipt was lost. */
  index_rebuilt: [];
  failure: [failure: ReceiptFailure];
  /** The redactor threw; the event was stored without text. */
  redaction_fault: [fault: Fault];
}

/** V8's own limit of 48 MB for young objects would be the largest part of the memory that a flood takes. */
const YOUNG_HEAP_MB = 12;

/**
 * The main thread's side of the receipt worker. Events that arrive during a transaction wait here and share the next
 * one. An event's promise resolves only after its commit.
 */
export class ReceiptClient extends EventEmitter<ReceiptEvents> {
  readonly #workerUrl: URL;
  readonly #workerData: ReceiptWorkerData;
  readonly #commitTimeoutMs: number;
  #worker: Worker | undefined;
  readonly #waiting = new FairQueue<Waiting>();
  /** Bytes of submitted events that the worker has not received yet, by integration. */
  readonly #waitingBytes = new Map<string, number>();
  #allWaitingBytes = 0;
  /** Sessions with a large event in redaction, and the events that wait behind it. */
  readonly #held = new Map<string, Waiting[]>();
  #heldEvents = 0;
  readonly #lane: RedactionLane;
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
    const onFault = (fault: Fault) => this.emit('redaction_fault', fault);
    this.#lane = new RedactionLane(workerUrl, workerData, commitTimeoutMs, onFault);
  }

  /** Starts the worker. Rejects with {@link ReceiptStoreError} if the database cannot be opened. */
  async open(): Promise<void> {
    await this.#start().catch((error: unknown) => {
      this.#stopping = true;
      throw error;
    });
  }

  async #start(): Promise<void> {
    const worker = new Worker(this.#workerUrl, {
      workerData: this.#workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
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

  /** Records one event. Resolves after the transaction with the event has committed. */
  submit(event: IncomingEvent): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#stopping || this.#worker === undefined) {
        reject(new ReceiptStoreError('stopped'));
      } else if (this.#isFull(event.integrationId)) {
        reject(new ReceiptStoreError('overloaded'));
      } else {
        this.#count(event, event.bodyBytes);
        this.#accept({ event, resolve, reject });
      }
    });
  }

  #isFull(integrationId: string): boolean {
    return (
      this.#waiting.size + this.#heldEvents >= MAX_WAITING_EVENTS ||
      this.#allWaitingBytes > MAX_WAITING_BYTES ||
      this.#waiting.sizeOf(integrationId) >= INTEGRATION_SHARE.events ||
      (this.#waitingBytes.get(integrationId) ?? 0) > INTEGRATION_SHARE.bytes
    );
  }

  #count({ integrationId }: IncomingEvent, bytes: number): void {
    const waiting = (this.#waitingBytes.get(integrationId) ?? 0) + bytes;
    if (waiting > 0) this.#waitingBytes.set(integrationId, waiting);
    else this.#waitingBytes.delete(integrationId);
    this.#allWaitingBytes += bytes;
  }

  #accept(waiting: Waiting): void {
    const { event } = waiting;
    const held = this.#held.size === 0 ? undefined : this.#held.get(sessionOf(event));
    if (held !== undefined) {
      held.push(waiting);
      this.#heldEvents += 1;
    } else if (event.bodyBytes > SMALL_EVENT_BYTES && isKept(event)) {
      void this.#redactAside(waiting);
    } else this.#enqueue(waiting);
  }

  async #redactAside(waiting: Waiting): Promise<void> {
    const { event } = waiting;
    const session = sessionOf(event);
    this.#held.set(session, []);
    const prepared = await this.#lane.prepare(event);
    if (prepared === undefined) {
      event.redactionTimedOut = true;
      this.emit('failure', 'redaction_timed_out');
    } else {
      event.prepared = prepared;
      event.data = {};
    }
    this.#enqueue(waiting);
    const held = this.#held.get(session) ?? [];
    this.#held.delete(session);
    this.#heldEvents -= held.length;
    // Another large event in the list holds the events behind it again.
    for (const next of held) this.#accept(next);
  }

  #enqueue(waiting: Waiting): void {
    const { event } = waiting;
    if (this.#worker === undefined && !this.#timedOut) {
      this.#count(event, -event.bodyBytes);
      waiting.reject(new ReceiptStoreError('storage_failed'));
      return;
    }
    this.#waiting.push(event.integrationId, costOf(event), waiting);
    this.#scheduleDispatch();
  }

  /** Calls the worker. Answers arrive in the order of the calls. */
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

  /** Commits the waiting events, then closes the database. */
  async close(): Promise<void> {
    while (this.#inFlight.length > 0 || this.#waiting.size > 0 || this.#held.size > 0) {
      await new Promise<void>((resolve) =>
        this.once('committed', () => resolve()).once('failure', () => resolve()),
      );
    }
    this.#stopping = true;
    await this.#lane.close();
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    await this.call('close').catch(() => worker.terminate());
    await exited;
  }

  // Dispatches after the event loop has read the requests of this turn, so that they share a batch.
  #scheduleDispatch(): void {
    if (this.#dispatchScheduled) return;
    this.#dispatchScheduled = true;
    setImmediate(() => {
      this.#dispatchScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#inFlight.length >= MAX_BATCHES_IN_FLIGHT || this.#waiting.size === 0) return;
    if (this.#worker === undefined) return;
    const batch = this.#waiting.take(MAX_BATCH_COST);
    for (const { event } of batch) this.#count(event, -event.bodyBytes);
    this.#inFlight.push(batch);
    this.#watch();
    this.#worker.postMessage({ kind: 'commit', batch: batch.map(({ event }) => event) } satisfies ToWorker);
  }

  /** Terminates a worker that does not answer. Of its events, only sizes are then stored. */
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
        // Sends the next batch before it writes the answers of this one, so that the worker never idles.
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
      case 'replaced':
      case 'index_rebuilt':
        this.emit(message.kind);
        break;
      case 'index_failed':
        this.emit('failure', message.failure);
        break;
      case 'redaction_fault':
        this.emit('redaction_fault', message.fault);
        break;
    }
  }

  // The batch in flight may have been committed or not. The identity of an event makes the second attempt harmless.
  #retryBySizes(): void {
    const retried = this.#inFlight.splice(0).flat();
    for (const waiting of retried.reverse()) {
      const { event } = waiting;
      event.redactionTimedOut = true;
      this.#count(event, event.bodyBytes);
      this.#waiting.unshift(event.integrationId, costOf(event), waiting);
    }
    this.open().catch(() => this.#exited());
  }

  #refuse(failure: ReceiptFailure): void {
    const batch = this.#inFlight.shift() ?? [];
    this.#watch();
    for (const { reject } of batch) reject(new ReceiptStoreError(failure));
    this.emit('failure', failure);
  }

  // A worker that dies loses only unacknowledged events. Their clients are told to try again.
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
    for (const { event, reject } of this.#waiting.drain()) {
      this.#count(event, -event.bodyBytes);
      reject(new ReceiptStoreError('storage_failed'));
    }
    setTimeout(() => {
      // If the store still cannot be opened, this worker exits too, and the next one tries again.
      if (!this.#stopping) this.#start().catch(() => this.emit('failure', 'storage_failed'));
    }, RESTART_DELAY_MS).unref();
  }
}
