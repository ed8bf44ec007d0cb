import { Worker } from 'node:worker_threads';
import type { Fault } from '../../platform/fault-log.ts';
import type { SecretPrints, SessionPrints } from '../../redaction/engine/secret-prints.ts';
import { type IncomingEvent, type PreparedEvent, sessionKey } from '../incoming-event.ts';
import { FairQueue } from './fair-queue.ts';
import type { FromRedactionWorker, ReceiptWorkerData, ToRedactionWorker } from './worker-protocol.ts';

/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 30_000;
/** An event that needs more memory is stored by its sizes. */
const MAX_HEAP_MB = 128;
const YOUNG_HEAP_MB = 16;

interface Waiting {
  event: IncomingEvent;
  resolve: (prepared: PreparedEvent | undefined) => void;
}

interface LaneObserver {
  /** What all threads have masked. */
  known: SecretPrints;
  /** The thread has masked secrets that it did not know. */
  learnt(learnt: SessionPrints): void;
  fault(fault: Fault): void;
}

/**
 * A thread that redacts large events, so that small events do not wait for them in the receipt worker. It redacts one
 * event at a time, in turn between integrations. It starts with the first event and ends when it is idle.
 */
export class RedactionLane {
  readonly #workerUrl: URL;
  readonly #workerData: ReceiptWorkerData;
  readonly #timeoutMs: number;
  readonly #observer: LaneObserver;
  readonly #waiting = new FairQueue<Waiting>();
  #worker: Worker | undefined;
  #ready = false;
  #current: Waiting | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(workerUrl: URL, workerData: ReceiptWorkerData, timeoutMs: number, observer: LaneObserver) {
    this.#workerUrl = workerUrl;
    this.#workerData = { ...workerData, role: 'redaction' };
    this.#timeoutMs = timeoutMs;
    this.#observer = observer;
  }

  /** Redacts an event. Resolves to undefined if redaction exceeds its time or memory. */
  prepare(event: IncomingEvent): Promise<PreparedEvent | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push(event.integrationId, event.bodyBytes, { event, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const [next] = this.#waiting.take(1);
    if (next === undefined) {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
      return;
    }
    clearTimeout(this.#idle);
    this.#current = next;
    const worker = this.#start();
    if (this.#ready) this.#watch(worker);
    const { event } = next;
    const session = sessionKey(event);
    // The thread may have ended meanwhile, and what it knew with it.
    const prints = [...(this.#observer.known.of(session)?.prints.values() ?? [])];
    worker.postMessage({ event, known: { session, prints } } satisfies ToRedactionWorker);
  }

  // The timeout does not include the start of the thread, which a busy machine can delay.
  #watch(worker: Worker): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => void worker.terminate(), this.#timeoutMs).unref();
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#workerUrl, {
      workerData: this.#workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    this.#worker = worker;
    this.#ready = false;
    worker.on('message', (message: FromRedactionWorker) => {
      if (message.kind === 'prepared') {
        this.#settle(message.prepared);
        return;
      }
      if (message.kind === 'redaction_fault') {
        this.#observer.fault(message.fault);
        return;
      }
      if (message.kind === 'learnt') {
        this.#observer.learnt(message.learnt);
        return;
      }
      this.#ready = true;
      if (this.#current !== undefined) this.#watch(worker);
    });
    // One cause is a lack of memory. The exit event follows.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#settle(undefined);
    });
    return worker;
  }

  #settle(prepared: PreparedEvent | undefined): void {
    const current = this.#current;
    if (current === undefined) return;
    clearTimeout(this.#watchdog);
    this.#current = undefined;
    this.#next();
    current.resolve(prepared);
  }
}
