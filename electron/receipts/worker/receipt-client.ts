import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
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
/** What one integration may have waiting: its flood is refused before it fills the queue for all. */
const INTEGRATION_SHARE = { events: 5000, bytes: 16 * 1_048_576 };
/** One batch must not hold the worker so long that small events behind it wait noticeably. */
const MAX_BATCH_COST = 65_536;
/** What a row costs whatever it holds, in bytes that could be redacted meanwhile. */
const COST_OF_A_ROW = 512;
/** To write a text costs this part of redacting it. */
const COST_OF_WRITING = 1 / 16;
/** Larger ones are redacted by a thread of their own. */
const SMALL_EVENT_BYTES = 16_384;
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

/** The order of events holds within a session. */
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
  /** A batch was committed: how many receipts are new. */
  committed: [added: number];
  /** A damaged database was renamed to this file name. */
  set_aside: [file: string];
  /** Somebody deleted or replaced the database under this process; a new one, or theirs, is in use. */
  replaced: [];
  /** The indexes were damaged and are made anew; no receipt was lost. */
  index_rebuilt: [];
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
  readonly #waiting = new FairQueue<Waiting>();
  /** Bytes of the events that were submitted and not sent to the worker yet, by integration. */
  readonly #waitingBytes = new Map<string, number>();
  #allWaitingBytes = 0;
  /** Sessions whose large event is being redacted, with what has come behind it. */
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
    this.#lane = new RedactionLane(workerUrl, workerData, commitTimeoutMs);
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
    // Another large one among them holds those behind it again.
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
    if (this.#inFlight.length >= MAX_BATCHES_IN_FLIGHT || this.#waiting.size === 0) return;
    if (this.#worker === undefined) return;
    const batch = this.#waiting.take(MAX_BATCH_COST);
    for (const { event } of batch) this.#count(event, -event.bodyBytes);
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
      case 'replaced':
      case 'index_rebuilt':
        this.emit(message.kind);
        break;
      case 'index_failed':
        this.emit('failure', message.failure);
        break;
    }
  }

  // What was on its way may have been committed or not: an event's identity makes the second try harmless.
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
    for (const { event, reject } of this.#waiting.drain()) {
      this.#count(event, -event.bodyBytes);
      reject(new ReceiptStoreError('storage_failed'));
    }
    setTimeout(() => {
      // Where the store cannot be opened yet, this worker ends as well, and the next one tries again.
      if (!this.#stopping) this.#start().catch(() => this.emit('failure', 'storage_failed'));
    }, RESTART_DELAY_MS).unref();
  }
}
