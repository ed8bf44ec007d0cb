/// <reference lib="esnext.disposable" preserve="true" />

import { type Delivery, jitter } from './delivery.ts';
import { encodeEvent } from './encoding.ts';
import { PlinthDownError, PlinthError, type PlinthErrorCode } from './errors.ts';
import { EventHelpers, type EventInput, type EventType, type PlinthEvent } from './events.ts';

/** Options of a reporter. */
export interface ReporterOptions {
  /** Events kept while they wait; beyond it the oldest is dropped. Default 1000. */
  maxQueue?: number;
  /** Bytes kept while they wait; beyond it the oldest is dropped. Default 8 MiB. */
  maxQueueBytes?: number;
  /** Milliseconds that `flush()`, `close()` and the end of the process may take at most. Default 500. */
  flushTimeoutMs?: number;
}

/** What became of the events given to a reporter. */
export interface ReporterStats {
  /** Waiting or under way. */
  readonly queued: number;
  /** Taken by Plinth. */
  readonly sent: number;
  /** Lost to a full queue or a closed reporter. */
  readonly dropped: number;
  /** Refused by Plinth or by the SDK; not sent again. */
  readonly failed: number;
  /** The error met last, if any. */
  readonly lastError: PlinthErrorCode | null;
}

/**
 * Reports in the background. No method throws or rejects, and none waits but `flush` and `close`, which keep to their budget.
 * A helper returns whether the event was queued.
 */
export interface PlinthReporter extends EventHelpers<boolean>, AsyncDisposable {
  readonly stats: ReporterStats;
  /** Waits until everything is sent, Plinth is found down, or the budget is over; whether everything was sent. */
  flush(timeoutMs?: number): Promise<boolean>;
  /** Flushes, then stops: what is left is dropped and counted. */
  close(timeoutMs?: number): Promise<ReporterStats>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const KEPT_FOR_LATER: readonly PlinthErrorCode[] = ['down', 'timeout', 'rate_limited', 'unavailable'];

/**
 * The reporter itself; sends one event at a time, so that they arrive in the order they happened.
 *
 * @internal
 */
export class QueueReporter extends EventHelpers<boolean> implements PlinthReporter {
  readonly #delivery: Delivery;
  readonly #integration: string;
  readonly #options: Required<ReporterOptions>;
  /** While one is under way it stays the first. */
  readonly #queue: Uint8Array[] = [];
  readonly #waiting = new Set<(drained: boolean) => void>();
  #queuedBytes = 0;
  #underWay = false;
  #closed = false;
  #failuresInARow = 0;
  #pause: NodeJS.Timeout | undefined;
  #sent = 0;
  #dropped = 0;
  #failed = 0;
  #lastError: PlinthErrorCode | null = null;

  constructor(delivery: Delivery, integration: string, options: ReporterOptions) {
    super();
    this.#delivery = delivery;
    this.#integration = integration;
    this.#options = { maxQueue: 1_000, maxQueueBytes: 8_388_608, flushTimeoutMs: 500, ...options };
  }

  get stats(): ReporterStats {
    return {
      queued: this.#queue.length,
      sent: this.#sent,
      dropped: this.#dropped,
      failed: this.#failed,
      lastError: this.#lastError,
    };
  }

  override submit(event: PlinthEvent): boolean {
    return this.#enqueue(() => event);
  }

  protected override report<T extends EventType>(event: T, input: EventInput<T>): boolean {
    return this.#enqueue(() => ({ ...input, event }) as PlinthEvent);
  }

  #enqueue(read: () => PlinthEvent): boolean {
    const { maxQueue, maxQueueBytes } = this.#options;
    let bytes: Uint8Array;
    try {
      bytes = encodeEvent(this.#integration, read());
    } catch (error) {
      // A getter of the caller's may throw anything; to an agent that is one more event that cannot be sent.
      this.#failed++;
      this.#lastError = error instanceof PlinthError ? error.code : 'invalid';
      return false;
    }
    if (this.#closed || bytes.byteLength > maxQueueBytes) {
      this.#dropped++;
      return false;
    }
    this.#queuedBytes += bytes.byteLength;
    if (this.#queue.push(bytes) === 1) process.once('beforeExit', this.#flushAtExit);
    while (this.#queue.length > maxQueue || this.#queuedBytes > maxQueueBytes) {
      this.#remove(this.#underWay && this.#queue.length > 1 ? 1 : 0);
      this.#dropped++;
    }
    if (!this.#pause) void this.#pump();
    return true;
  }

  async flush(timeoutMs = this.#options.flushTimeoutMs): Promise<boolean> {
    return (
      this.#queue.length === 0 ||
      new Promise((resolve) => {
        const settle = (drained: boolean) => {
          clearTimeout(budget);
          this.#waiting.delete(settle);
          resolve(drained);
        };
        // The one thing here that keeps the process alive; connections and pauses do not.
        const budget = setTimeout(settle, timeoutMs, false);
        this.#waiting.add(settle);
        void this.#pump();
      })
    );
  }

  async close(timeoutMs?: number): Promise<ReporterStats> {
    await this.flush(timeoutMs);
    this.#closed = true;
    clearTimeout(this.#pause);
    this.#dropped += this.#queue.length;
    this.#queue.length = 0;
    this.#settle(false);
    return this.stats;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // 'beforeExit' comes when nothing else keeps the process alive; a flush then holds it for the budget at most.
  readonly #flushAtExit = (): void => void this.flush();

  #remove(index: number): void {
    for (const bytes of this.#queue.splice(index, 1)) this.#queuedBytes -= bytes.byteLength;
  }

  #settle(drained: boolean): void {
    if (this.#queue.length === 0) process.removeListener('beforeExit', this.#flushAtExit);
    for (const settle of this.#waiting) settle(drained);
  }

  async #pump(): Promise<void> {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    while (!this.#underWay && this.#queue.length > 0) {
      this.#underWay = true;
      const result = await this.#delivery.send(this.#queue[0]!, 0, true);
      this.#underWay = false;
      if (this.#closed) return;
      const error = result instanceof PlinthError ? result : null;
      if (error && KEPT_FOR_LATER.includes(error.code)) {
        this.#lastError = error.code;
        this.#rest(error);
        return;
      }
      this.#failuresInARow = 0;
      this.#remove(0);
      if (error) {
        this.#failed++;
        this.#lastError = error.code;
      } else {
        this.#sent++;
      }
      if (this.#queue.length === 0) this.#settle(true);
    }
  }

  #rest(error: PlinthError): void {
    const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
    const pause = Math.max(jitter(FIRST_PAUSE_MS, this.#failuresInARow++, LONGEST_PAUSE_MS), asked);
    this.#pause = setTimeout(() => void this.#pump(), pause).unref();
    // At exit nobody should wait for a Plinth that is not running.
    if (error instanceof PlinthDownError) this.#settle(false);
  }
}
