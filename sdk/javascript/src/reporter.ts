/// <reference lib="esnext.disposable" preserve="true" />

import type { Delivery } from './delivery.ts';
import type { Encode } from './encoding.ts';
import { environment } from './environment.ts';
import {
  PlinthConfigurationError,
  PlinthDownError,
  PlinthError,
  type PlinthErrorCode,
  PlinthInvalidError,
} from './errors.ts';
import { EventHelpers, type EventInput, type EventType, type PlinthEvent } from './events.ts';
import { flushBefore } from './exit.ts';
import { isServerBusy, jitter } from './pauses.ts';
import type { PlinthReporter, ReporterOptions, ReporterStats, ReporterStatus } from './reporter-contract.ts';
import { beginSession, type PlinthSession, type SessionOptions } from './session.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** Nothing but a person can end the causes of a rest, so one try a minute is enough. */
const REST_MS = 60_000;
/** Tries of an event that Plinth answers with an error of its own. */
const MOST_TRIES = 3;
const OWN_FAULT: readonly PlinthErrorCode[] = ['invalid', 'too_large'];
const NEEDS_A_PERSON: readonly PlinthErrorCode[] = [
  'configuration',
  'unauthorized',
  'forbidden',
  'not_plinth',
];

interface QueuedEvent {
  readonly bytes: Uint8Array;
  readonly type: EventType;
}

function checked(
  name: string,
  value: number | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  const number = value ?? fallback;
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new PlinthConfigurationError(`\`${name}\` must be a whole number from ${least} to ${most}.`);
}

/**
 * The reporter itself; sends one event at a time, so that they arrive in the order they happened.
 *
 * @internal
 */
export class QueueReporter extends EventHelpers<boolean> implements PlinthReporter {
  readonly #delivery: Delivery;
  readonly #encode: Encode;
  readonly #maxQueue: number;
  readonly #maxQueueBytes: number;
  readonly #flushTimeoutMs: number;
  readonly #onError: ReporterOptions['onError'];
  readonly #stopFlushes: (() => void)[];
  /** While one is under way it stays the first. */
  readonly #queue: QueuedEvent[] = [];
  readonly #waiting = new Set<(drained: boolean) => void>();
  #queuedBytes = 0;
  #underWay = false;
  #status: ReporterStatus = 'ready';
  #failuresInARow = 0;
  #tries = 0;
  /** One event was given up since Plinth took the last. If the next fails too, the fault is Plinth's, and it waits. */
  #gaveUp = false;
  #pause: NodeJS.Timeout | undefined;
  readonly #counts = { sent: 0, dropped: 0, failed: 0, lastError: null as PlinthErrorCode | null };

  constructor(delivery: Delivery, encode: Encode, options: ReporterOptions) {
    super();
    const { maxQueue, maxQueueBytes, flushTimeoutMs, flushOn = [], onError } = options;
    this.#delivery = delivery;
    this.#encode = encode;
    this.#maxQueue = checked('maxQueue', maxQueue, 1_000, 1, 1_000_000);
    this.#maxQueueBytes = checked('maxQueueBytes', maxQueueBytes, 8_388_608, 1, 2 ** 30);
    this.#flushTimeoutMs = checked('flushTimeoutMs', flushTimeoutMs, 2_000, 0, 600_000);
    this.#onError = onError;
    if (onError !== undefined && typeof onError !== 'function') {
      throw new PlinthConfigurationError('`onError` must be a function.');
    }
    if (
      !Array.isArray(flushOn) ||
      !flushOn.every((cause) => /^(SIG[A-Z]+\d?|uncaughtException)$/.test(cause))
    ) {
      throw new PlinthConfigurationError("`flushOn` must list signals or 'uncaughtException'.");
    }
    this.#stopFlushes = flushOn.map((cause) => flushBefore(cause, this.#flushAtExit));
  }

  get stats(): ReporterStats {
    return { queued: this.#queue.length, ...this.#counts };
  }

  session(options: SessionOptions = {}): PlinthSession {
    return beginSession(this, options);
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
      this.#counts.dropped++;
      return false;
    }
    this.#queuedBytes += bytes.byteLength;
    if (this.#queue.push({ bytes, type }) === 1) process.once('beforeExit', this.#flushAtExit);
    while (this.#queue.length > this.#maxQueue || this.#queuedBytes > this.#maxQueueBytes) {
      this.#remove(this.#underWay && this.#queue.length > 1 ? 1 : 0);
      this.#counts.dropped++;
    }
    if (!this.#pause) void this.#pump();
    return true;
  }

  async flush(timeoutMs = this.#flushTimeoutMs): Promise<boolean> {
    // Doomed while a person has to mend something first.
    if (this.#queue.length === 0 || this.#status === 'resting') return this.#queue.length === 0;
    return new Promise((resolve) => {
      const settle = (drained: boolean) => {
        clearTimeout(budget);
        this.#waiting.delete(settle);
        resolve(drained);
      };
      // The one thing here that keeps the process alive; connections and pauses do not.
      const budget = setTimeout(settle, timeoutMs, false);
      this.#waiting.add(settle);
      void this.#pump();
    });
  }

  async close(timeoutMs?: number): Promise<ReporterStats> {
    await this.flush(timeoutMs);
    if (this.#queue.length > 0) debug(`${this.#queue.length} events are lost, the reporter is closed`);
    this.#status = 'closed';
    clearTimeout(this.#pause);
    this.#counts.dropped += this.#queue.length;
    this.#queue.length = 0;
    this.#settle(false);
    for (const stop of this.#stopFlushes) stop();
    this.#delivery.close();
    return this.stats;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // 'beforeExit' comes when nothing else keeps the process alive; a flush then holds it for the budget at most.
  readonly #flushAtExit = (): Promise<boolean> => this.flush();

  #remove(index: number): void {
    if (index === 0) this.#tries = 0;
    for (const { bytes } of this.#queue.splice(index, 1)) this.#queuedBytes -= bytes.byteLength;
  }

  #settle(drained: boolean): void {
    if (this.#queue.length === 0) process.removeListener('beforeExit', this.#flushAtExit);
    for (const settle of this.#waiting) settle(drained);
  }

  #fail(error: PlinthError, type: EventType | undefined, lost = true): void {
    if (lost) this.#counts.failed++;
    this.#counts.lastError = error.code;
    debug(`${type ?? 'an event'} ${lost ? 'is lost' : 'waits'}: ${error.message}`);
    try {
      this.#onError?.(error, type);
    } catch {
      // An agent must not end because its own error handler does.
    }
  }

  async #pump(): Promise<void> {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    while (!this.#underWay && this.#queue.length > 0) {
      const { bytes, type } = this.#queue[0]!;
      this.#underWay = true;
      const result = await this.#delivery.send(bytes, { retries: 0 }, true);
      this.#underWay = false;
      if (this.status() === 'closed') return;
      const failed = result instanceof PlinthError;
      if (failed) {
        const lost = this.#isLost(result);
        this.#fail(result, type, lost);
        if (!lost) {
          this.#rest(result);
          return;
        }
      } else {
        this.#counts.sent++;
        this.#gaveUp = false;
      }
      this.#failuresInARow = 0;
      this.#status = 'ready';
      this.#remove(0);
      if (this.#queue.length === 0) this.#settle(!failed);
    }
  }

  /** Says whether the first event is given up: it is at fault itself, or it failed three times and Plinth takes others. */
  #isLost(error: PlinthError): boolean {
    if (OWN_FAULT.includes(error.code)) {
      this.#gaveUp = false;
      return true;
    }
    if (error.code === 'down' || NEEDS_A_PERSON.includes(error.code) || isServerBusy(error)) return false;
    if (++this.#tries < MOST_TRIES || this.#gaveUp) return false;
    this.#gaveUp = true;
    return true;
  }

  #rest(error: PlinthError): void {
    const needsAPerson = NEEDS_A_PERSON.includes(error.code);
    const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
    const pause = Math.max(jitter(FIRST_PAUSE_MS, this.#failuresInARow++, LONGEST_PAUSE_MS), asked);
    this.#status = needsAPerson ? 'resting' : 'waiting';
    this.#pause = setTimeout(() => void this.#pump(), needsAPerson ? REST_MS : pause).unref();
    // At exit nobody should wait for a Plinth that is not running, or that takes nothing.
    if (needsAPerson || error instanceof PlinthDownError) this.#settle(false);
  }
}

/** Writes a line to the standard error stream if `PLINTH_DEBUG` is set. It holds neither content nor the token. */
function debug(sentence: string): void {
  if (environment('PLINTH_DEBUG')) console.error(`plinth: ${sentence}`);
}
