import { Worker } from 'node:worker_threads';
import type { PrivacyLevel } from '../../../shared/settings.ts';
import { cachedThreadEnvironment } from '../../platform/compile-cache.ts';
import type { Fault } from '../../platform/fault-log.ts';
import type { SecretPrints, SessionPrints } from '../../redaction/engine/secret-prints.ts';
import {
  type IncomingBody,
  type IncomingEvent,
  type InspectedBody,
  type PreparedEvent,
  sessionKey,
} from '../event/incoming-event.ts';
import { FairQueue } from './fair-queue.ts';
import type {
  FromRedactionWorker,
  ParsedBody,
  ReceiptWorkerData,
  RoutedBody,
  ToRedactionWorker,
} from './worker-protocol.ts';

/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 10_000;
/** An event that needs more memory is stored by its sizes. */
const MAX_HEAP_MB = 128;
const YOUNG_HEAP_MB = 8;

type Waiting =
  | { routed: RoutedBody; resolve: (reading: unknown) => void }
  | { event: IncomingEvent; resolve: (prepared: PreparedEvent | undefined) => void }
  | {
      body: IncomingBody;
      /** The event of the body, once it is parsed. */
      parsed?: Exclude<ParsedBody, { refusal: unknown }> & { level: PrivacyLevel };
      resolve: (inspected: InspectedBody | undefined) => void;
    };

/** Returns the memory of bytes that nothing else uses. A small buffer can be a part of one that others use. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

interface LaneObserver {
  /** What all threads have masked. */
  known: SecretPrints;
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
    return new Promise((resolve) => this.#add(event.integrationId, event.bodyBytes, { event, resolve }));
  }

  /** Parses, validates and redacts a body. Resolves to undefined if that exceeds its time or memory. */
  inspect(body: IncomingBody): Promise<InspectedBody | undefined> {
    return new Promise((resolve) => this.#add(body.integrationId, body.body.length, { body, resolve }));
  }

  /** Reads a body of another route. Resolves to undefined if that exceeds its time or memory, or throws. */
  read(integrationId: string, routed: RoutedBody): Promise<unknown> {
    const bytes = routed.body.body.length;
    return new Promise((resolve) => this.#add(integrationId, bytes, { routed, resolve }));
  }

  #add(integrationId: string, cost: number, waiting: Waiting): void {
    if (this.#isClosed) waiting.resolve(undefined);
    else {
      this.#waiting.push(integrationId, cost, waiting);
      this.#next();
    }
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
    if ('routed' in next) this.#send({ kind: 'read', ...next.routed }, ownMemory(next.routed.body.body));
    else if ('body' in next) this.#send({ kind: 'body', body: next.body.body });
    else this.#send({ kind: 'event', event: next.event, known: this.#knownOf(next.event) });
  }

  #send(message: ToRedactionWorker, moved: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, moved);
  }

  // The thread may have ended meanwhile, and what it knew with it.
  #knownOf(event: Pick<IncomingEvent, 'integrationId' | 'sessionId'>): SessionPrints {
    const session = sessionKey(event);
    return { session, prints: [...(this.#observer.known.of(session)?.prints.values() ?? [])] };
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
      env: cachedThreadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    this.#worker = worker;
    this.#ready = false;
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
      case 'parsed':
        this.#orderRedaction(message.parsed);
        break;
      case 'prepared':
        this.#settle(message.prepared);
        break;
      case 'reading':
        this.#settle(message.reading);
        break;
      case 'learnt':
        this.#observer.learnt(message.learnt);
        break;
      case 'redaction_fault':
        this.#observer.fault(message.fault);
        break;
    }
  }

  /** Goes on with a parsed body. Its privacy level and its session are known only now. */
  #orderRedaction(parsed: ParsedBody): void {
    const current = this.#current;
    if (current === undefined || !('body' in current)) return;
    if ('refusal' in parsed) {
      this.#finish();
      current.resolve(parsed);
      return;
    }
    const { integrationId, levelOf, maskDetails = false } = current.body;
    const { event } = parsed;
    const level = levelOf(event.event);
    current.parsed = { ...parsed, level };
    const known = this.#knownOf({ integrationId, sessionId: event.sessionId });
    this.#send({ kind: 'redact', order: { integrationId, level, maskDetails }, known });
  }

  #settle(result: unknown): void {
    const current = this.#current;
    if (current === undefined) return;
    this.#finish();
    const prepared = result as PreparedEvent | undefined;
    if ('routed' in current) current.resolve(result);
    else if (!('body' in current)) current.resolve(prepared);
    else current.resolve(prepared && current.parsed && { ...current.parsed, prepared });
  }

  #finish(): void {
    clearTimeout(this.#watchdog);
    this.#current = undefined;
    this.#next();
  }
}
