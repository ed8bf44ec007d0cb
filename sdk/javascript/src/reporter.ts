/// <reference lib="esnext.disposable" preserve="true" />

import type { Delivery } from './delivery.ts';
import type { Encode } from './encoding.ts';
import { environment } from './environment.ts';
import {
  PlinthDownError,
  PlinthDroppedError,
  PlinthError,
  type PlinthErrorCode,
  PlinthInvalidError,
} from './errors.ts';
import { EventQueue, type QueuedEvent } from './event-queue.ts';
import { EventHelpers, type EventInput, type EventType, type PlinthEvent } from './events.ts';
import { flushBefore } from './exit.ts';
import { isServerBusy, jitter } from './pauses.ts';
import type { PlinthReporter, ReporterOptions, ReporterStats, ReporterStatus } from './reporter-contract.ts';
import { checkReporterOptions } from './reporter-options.ts';
import { beginSession, type PlinthSession, type SessionOptions } from './session.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** Nothing but a person can end the causes of a rest, so one try a minute is enough. */
const REST_MS = 60_000;
/** Tries of an event that Plinth answers with an error of its own. */
const MOST_TRIES = 3;
/** A flush of events that Plinth takes ends after this. A full queue takes 40 seconds at 200 events a second. */
const LONGEST_FLUSH_MS = 60_000;
const OWN_FAULT: readonly PlinthErrorCode[] = ['invalid', 'too_large'];
const NEEDS_A_PERSON: readonly PlinthErrorCode[] = [
  'configuration',
  'unauthorized',
  'forbidden',
  'not_plinth',
];

/**
 * The reporter itself. It sends several events at a time only while many wait and Plinth takes them.
 *
 * @internal
 */
export class QueueReporter extends EventHelpers<boolean> implements PlinthReporter {
  readonly #delivery: Delivery;
  readonly #encode: Encode;
  readonly #queue: EventQueue;
  readonly #maxQueueBytes: number;
  readonly #flushTimeoutMs: number;
  readonly #onError: ReporterOptions['onError'];
  readonly #stopFlushes: (() => void)[];
  readonly #waiting = new Set<(drained: boolean) => void>();
  /** The functions that end the open sessions. */
  readonly #sessions = new Set<() => unknown>();
  #status: ReporterStatus = 'ready';
  /** Plinth took the last event that it answered. Until it does, one request at a time finds out. */
  #isTaking = false;
  #failuresInARow = 0;
  /** One event was given up since Plinth took the last. If the next fails too, the fault is Plinth's, and it waits. */
  #gaveUp = false;
  #pause: NodeJS.Timeout | undefined;
  /** Until then Plinth asked to send nothing, as milliseconds of `performance.now()`. */
  #askedUntil = 0;
  /** Lost since this was last said. */
  #unsaid = 0;
  readonly #counts = { sent: 0, dropped: 0, failed: 0, lastError: null as PlinthErrorCode | null };

  constructor(delivery: Delivery, encode: Encode, options: ReporterOptions) {
    super();
    const { maxQueue, maxQueueBytes, flushTimeoutMs, flushOn, onError } = checkReporterOptions(options);
    this.#delivery = delivery;
    this.#encode = encode;
    this.#maxQueueBytes = maxQueueBytes;
    this.#queue = new EventQueue(maxQueue, maxQueueBytes);
    this.#flushTimeoutMs = flushTimeoutMs;
    this.#onError = onError;
    this.#stopFlushes = flushOn.map((cause) => flushBefore(cause, this.#flushAtExit));
  }

  get stats(): ReporterStats {
    return { queued: this.#queue.size, ...this.#counts };
  }

  session(options: SessionOptions = {}): PlinthSession {
    const session = beginSession(this, options, this.#sessions);
    this.#awaitExit();
    return session;
  }

  status(): ReporterStatus {
    return this.#status;
  }

  override submit(event: PlinthEvent): boolean {
    return this.#enqueue(() => event);
  }

  protected override report<T extends EventType>(event: T, input: EventInput<T>): boolean {
    return this.#enqueue(() => ({ ...input, event }) as PlinthEvent);
  }

  #enqueue(read: () => PlinthEvent): boolean {
    let bytes: Uint8Array;
    let type: EventType | undefined;
    try {
      const event = read();
      type = event.event;
      bytes = this.#encode(event);
    } catch (error) {
      // A getter of the caller's may throw anything; to an agent that is one more event that cannot be sent.
      this.#fail(
        error instanceof PlinthError ? error : new PlinthInvalidError('The event cannot be read.'),
        type,
      );
      return false;
    }
    if (this.#status === 'closed' || bytes.byteLength > this.#maxQueueBytes) {
      this.#drop(1);
      return false;
    }
    this.#drop(this.#queue.push(bytes, type));
    this.#awaitExit();
    if (!this.#pause) this.#pump();
    return true;
  }

  async flush(timeoutMs = this.#flushTimeoutMs): Promise<boolean> {
    // Doomed while a person has to mend something first.
    if (this.#queue.size === 0 || this.#status === 'resting') return this.#queue.size === 0;
    return new Promise((resolve) => {
      const end = performance.now() + Math.max(timeoutMs, LONGEST_FLUSH_MS);
      let sent = this.#counts.sent;
      const settle = (drained: boolean) => {
        clearTimeout(budget);
        this.#waiting.delete(settle);
        resolve(drained);
      };
      // Plinth has the whole time again after each event that it took: it is alive, and the queue gets shorter.
      const check = () => {
        if (this.#counts.sent === sent || performance.now() > end) return settle(false);
        sent = this.#counts.sent;
        budget = setTimeout(check, timeoutMs);
      };
      // The one thing here that keeps the process alive; connections and pauses do not.
      let budget = setTimeout(check, timeoutMs);
      this.#waiting.add(settle);
      if (performance.now() >= this.#askedUntil) this.#pump();
    });
  }

  async close(timeoutMs?: number): Promise<ReporterStats> {
    this.#endSessions();
    await this.flush(timeoutMs);
    this.#status = 'closed';
    clearTimeout(this.#pause);
    this.#drop(this.#queue.clear());
    this.#settle(false);
    this.#sayDropped();
    for (const stop of this.#stopFlushes) stop();
    this.#delivery.close();
    return this.stats;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #awaitExit(): void {
    if (!process.listeners('beforeExit').includes(this.#flushAtExit)) {
      process.once('beforeExit', this.#flushAtExit);
    }
  }

  // 'beforeExit' comes when nothing else keeps the process alive; a flush then holds it for the budget at most.
  readonly #flushAtExit = async (): Promise<void> => {
    this.#endSessions();
    await this.flush();
    process.removeListener('beforeExit', this.#flushAtExit);
    this.#sayDropped(this.#queue.size);
  };

  #endSessions(): void {
    for (const end of this.#sessions) end();
  }

  #settle(drained: boolean): void {
    if (this.#queue.size + this.#sessions.size === 0) process.removeListener('beforeExit', this.#flushAtExit);
    for (const settle of this.#waiting) settle(drained);
  }

  #drop(count: number): void {
    this.#counts.dropped += count;
    this.#unsaid += count;
  }

  /** Says once how many events were lost, also without `PLINTH_DEBUG`: nobody else would ever know. */
  #sayDropped(more = 0): void {
    const lost = this.#unsaid + more;
    this.#unsaid = 0;
    if (lost === 0) return;
    const error = new PlinthDroppedError(
      `${lost} events are lost, the queue was full or the reporter ended before Plinth took them.`,
    );
    this.#counts.lastError ??= error.code;
    console.error(`plinth: ${error.message}`);
    this.#hear(error, undefined);
  }

  #fail(error: PlinthError, type: EventType | undefined, lost = true): void {
    if (lost) this.#counts.failed++;
    this.#counts.lastError = error.code;
    debug(`${type ?? 'an event'} ${lost ? 'is lost' : 'waits'}: ${error.message}`);
    this.#hear(error, type);
  }

  #hear(error: PlinthError, type: EventType | undefined): void {
    try {
      this.#onError?.(error, type);
    } catch {
      // An agent must not end because its own error handler does.
    }
  }

  #pump(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    for (let next = this.#queue.next(false); next; next = this.#queue.next(this.#isTaking)) {
      void this.#send(next);
    }
  }

  async #send(event: QueuedEvent): Promise<void> {
    const result = await this.#delivery.send(event.bytes, { retries: 0 }, true);
    if (this.#status === 'closed') return;
    const failed = result instanceof PlinthError;
    if (failed) {
      const lost = this.#isLost(result, event);
      this.#fail(result, event.type, lost);
      if (!lost) {
        this.#queue.putBack(event);
        this.#rest(result);
        return;
      }
    } else {
      this.#counts.sent++;
      this.#gaveUp = false;
    }
    this.#queue.remove(event);
    if (!this.#pause) {
      this.#isTaking = !failed;
      this.#failuresInARow = 0;
      this.#status = 'ready';
      this.#pump();
    }
    if (this.#queue.size > 0) return;
    this.#sayDropped();
    this.#settle(!failed);
  }

  /** Says whether an event is given up: it is at fault itself, or it failed three times and Plinth takes others. */
  #isLost(error: PlinthError, event: QueuedEvent): boolean {
    if (OWN_FAULT.includes(error.code)) {
      this.#gaveUp = false;
      return true;
    }
    if (error.code === 'down' || NEEDS_A_PERSON.includes(error.code) || isServerBusy(error)) return false;
    if (++event.tries < MOST_TRIES || this.#gaveUp) return false;
    this.#gaveUp = true;
    return true;
  }

  #rest(error: PlinthError): void {
    const needsAPerson = NEEDS_A_PERSON.includes(error.code);
    const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
    this.#askedUntil = Math.max(this.#askedUntil, performance.now() + asked);
    // Those that were under way at the same time fail for the same reason, which counts once.
    const failures = this.#pause ? this.#failuresInARow : this.#failuresInARow++;
    const pause = Math.max(
      jitter(FIRST_PAUSE_MS, failures, LONGEST_PAUSE_MS),
      this.#askedUntil - performance.now(),
    );
    this.#isTaking = false;
    this.#status = needsAPerson ? 'resting' : 'waiting';
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#pump(), needsAPerson ? REST_MS : pause).unref();
    // At exit nobody should wait for a Plinth that is not running, or that takes nothing.
    if (needsAPerson || error instanceof PlinthDownError) this.#settle(false);
  }
}

/** Writes a line to the standard error stream if `PLINTH_DEBUG` is set. It holds neither content nor the token. */
function debug(sentence: string): void {
  if (environment('PLINTH_DEBUG')) console.error(`plinth: ${sentence}`);
}
