import type { Worker } from 'node:worker_threads';
import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import type { PrivacyLevel } from '../../../shared/settings.ts';
import type { Fault } from '../../platform/fault-log.ts';
import type { JsonValue, SessionPrints } from '../../redaction/redactor.ts';
import type { IncomingBody, IncomingEvent, InspectedBody, PreparedEvent } from '../event/incoming-event.ts';
import { FairQueue } from './fair-queue.ts';
import { ReceiptStoreError } from './receipt-events.ts';
import { startThread } from './receipt-thread.ts';
import type { RedactionPreview } from './redaction-service.ts';
import type {
  FromRedactionWorker,
  ReceiptWorkerData,
  RedactionTask,
  RoutedBody,
  ToRedactionWorker,
} from './worker-protocol.ts';

/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 10_000;
/** An event that needs more memory is stored by its sizes. */
const MAX_HEAP_MB = 128;
const YOUNG_HEAP_MB = 8;

interface Waiting {
  /** Makes the task when its turn comes: the privacy level can change until then. */
  task(): RedactionTask;
  resolve(result: unknown): void;
}

/** Returns the memory of bytes that nothing else uses. A small buffer can be a part of one that others use. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

interface LaneObserver {
  known(): SessionPrints[];
  /** The thread has masked secrets that it did not know. */
  learnt(learnt: SessionPrints): void;
  fault(fault: Fault): void;
}

/**
 * A thread that reads large bodies and redacts large events, so that small events do not wait for them in the main thread or
 * in the receipt worker. It takes one at a time, in turn between integrations. It starts with the first event and ends when it is idle.
 */
export class RedactionLane {
  readonly #workerUrl: URL;
  readonly #workerData: ReceiptWorkerData;
  readonly #timeoutMs: number;
  readonly #observer: LaneObserver;
  readonly #waiting = new FairQueue<Waiting>();
  #worker: Worker | undefined;
  #ready = false;
  #isClosed = false;
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
    return this.#ask(event.integrationId, event.bodyBytes, () => ({ kind: 'event', event }));
  }

  /** Parses, validates and redacts a body. Resolves to undefined if that exceeds its time or memory. */
  inspect({ levelOf, ...body }: IncomingBody): Promise<InspectedBody | undefined> {
    return this.#ask(body.integrationId, body.body.length, () => {
      const levels = Object.fromEntries(EVENT_TYPES.map((event) => [event, levelOf(event)]));
      return { kind: 'body', ...body, levels: levels as Record<EventType, PrivacyLevel> };
    });
  }

  /** Reads a body of another route. Resolves to undefined if that exceeds its time or memory, or throws. */
  read(integrationId: string, routed: RoutedBody): Promise<unknown> {
    return this.#ask(integrationId, routed.body.body.length, () => ({ kind: 'read', ...routed }));
  }

  /** Returns the stored form of a JSON value. Stores nothing. Rejects with {@link ReceiptStoreError}. */
  mask<T extends JsonValue>(value: T): Promise<T> {
    return this.#askForPerson({ kind: 'mask', value });
  }

  /** Returns the stored form of a text and what was found in it, and why if somebody asks. Stores nothing. Rejects with {@link ReceiptStoreError}. */
  preview(text: string, explain = false): Promise<RedactionPreview> {
    return this.#askForPerson({ kind: 'preview', text, explain });
  }

  /** Tells the thread what another one has masked. A thread that starts learns all of it. */
  tell(known: SessionPrints[]): void {
    this.#send({ kind: 'known', known });
  }

  #ask<T>(integrationId: string, cost: number, task: Waiting['task']): Promise<T | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push(integrationId, cost, { task, resolve: resolve as Waiting['resolve'] });
      this.#next();
    });
  }

  // A person is one more integration of the queue.
  async #askForPerson<T>(task: RedactionTask): Promise<T> {
    const answer = await this.#ask<T>('', JSON.stringify(task).length, () => task);
    if (answer === undefined) throw new ReceiptStoreError('redaction_timed_out');
    return answer;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
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
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
      return;
    }
    clearTimeout(this.#idle);
    this.#current = next;
    const worker = this.#start();
    if (this.#ready) this.#watch(worker);
    const task = next.task();
    this.#send(task, task.kind === 'read' ? ownMemory(task.body.body) : []);
  }

  #send(message: ToRedactionWorker, moved: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, moved);
  }

  // The timeout does not include the start of the thread, which a busy machine can delay.
  #watch(worker: Worker): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => void worker.terminate(), this.#timeoutMs).unref();
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const limits = { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
    const worker = startThread(this.#workerUrl, this.#workerData, limits);
    this.#worker = worker;
    this.#ready = false;
    this.tell(this.#observer.known());
    worker.on('message', (message: FromRedactionWorker) => this.#receive(worker, message));
    // One cause is a lack of memory. The exit event follows.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#settle(undefined);
    });
    return worker;
  }

  #receive(worker: Worker, message: FromRedactionWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#ready = true;
        if (this.#current !== undefined) this.#watch(worker);
        break;
      case 'answer':
        this.#settle(message.result);
        break;
      case 'learnt':
        this.#observer.learnt(message.learnt);
        break;
      case 'redaction_fault':
        this.#observer.fault(message.fault);
        break;
    }
  }

  #settle(result: unknown): void {
    const current = this.#current;
    clearTimeout(this.#watchdog);
    this.#current = undefined;
    this.#next();
    current?.resolve(result);
  }
}
