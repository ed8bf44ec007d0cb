import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, readReply } from './answer.ts';
import { type Endpoint, findEndpoint, givenEndpoint } from './base-url.ts';
import { NotPlinthError, PlinthConfigurationError, PlinthDownError, PlinthError } from './errors.ts';
import type { CallOptions } from './events.ts';
import { aborted, exchange, LoopbackAgent, type Message, Turns, timedOut } from './transport.ts';
import { SDK_VERSION } from './version.ts';

const API = '/api/developer/v1/';
const NOT_RUNNING = 'Plinth is not running, so nothing was sent (no `runtime.json` of a live process).';
const LONGEST_TIMEOUT_MS = 600_000;
const MOST_RETRIES = 10;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const BUSY_STATUSES: readonly (number | undefined)[] = [429, 502, 503, 504];

type Outcome = Answer | PlinthError;

/** Says whether the server asks to come back later. */
export function isServerBusy({ status }: PlinthError): boolean {
  return BUSY_STATUSES.includes(status);
}

/** Says why the time or the tries of a call cannot be used; undefined when they can. */
export function optionFault(timeoutMs: unknown, retries: unknown): string | undefined {
  const within = (value: unknown, least: number, most: number) =>
    typeof value === 'number' && value >= least && value <= most;
  return within(timeoutMs, Number.MIN_VALUE, LONGEST_TIMEOUT_MS) && within(retries, 0, MOST_RETRIES)
    ? undefined
    : '`timeoutMs` must be from 1 to 600000, and `retries` from 0 to 10.';
}

/** A pause before the next try, drawn from all of a span that doubles with every failure (full jitter). */
export function jitter(firstMs: number, failures: number, longestMs: number): number {
  return Math.random() * Math.min(longestMs, firstMs * 2 ** failures);
}

/** Sends messages to one Plinth: where it is, the connections to it, the time allowed and the tries. */
export class Delivery {
  readonly #token: () => string;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #agent = new LoopbackAgent();
  readonly #turns = new Turns();
  readonly #given: Endpoint | undefined;
  #found: Endpoint | undefined;
  #closed = false;

  constructor(token: () => string, timeoutMs: number, retries: number, baseUrl: string | undefined) {
    this.#token = token;
    this.#timeoutMs = timeoutMs;
    this.#retries = retries;
    this.#given = givenEndpoint(baseUrl);
  }

  /** Where Plinth is taken to be; undefined when it is not running. */
  get endpoint(): Endpoint | undefined {
    this.#found ??= this.#given ?? findEndpoint();
    return this.#found;
  }

  /** Asks for the capabilities. */
  ask(): Promise<Outcome> {
    return this.#deliver({ method: 'GET', path: `${API}capabilities`, headers: {} });
  }

  /** Sends one event's bytes. In the background, nothing of it keeps the process alive. */
  send(body: Uint8Array, options?: CallOptions, background = false): Promise<Outcome> {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': `${body.byteLength}` };
    return this.#deliver({ method: 'POST', path: `${API}events`, headers, body }, options, background);
  }

  close(): void {
    this.#closed = true;
    this.#agent.destroy();
  }

  async #deliver(message: Message, options: CallOptions = {}, background = false): Promise<Outcome> {
    const { timeoutMs = this.#timeoutMs, retries = this.#retries, signal } = options;
    const wrong = optionFault(timeoutMs, retries);
    if (wrong) return new PlinthConfigurationError(wrong);
    const deadline = performance.now() + timeoutMs;
    for (let failures = 0; ; ) {
      if (this.#closed) return new PlinthConfigurationError('The client is closed.');
      if (signal?.aborted) return aborted();
      const left = Math.max(1, deadline - performance.now());
      const result = await this.#tryOnce(message, left, background, signal);
      // A stale connection left the pool, so this ends at a fresh one.
      if (result === undefined) continue;
      if (!(result instanceof PlinthError)) return result;
      // A restarted Plinth may have another port: what was found, not given, is looked for again.
      if (result instanceof PlinthDownError || result instanceof NotPlinthError) this.#found = undefined;
      const worthRetrying = result.code === 'down' || isServerBusy(result);
      const pause = Math.max(jitter(FIRST_PAUSE_MS, failures, LONGEST_PAUSE_MS), result.retryAfterMs ?? 0);
      if (!worthRetrying || failures++ >= retries || performance.now() + pause >= deadline) return result;
      // An abort ends the pause, and the next round says so.
      await sleep(pause, undefined, { ref: !background, ...(signal && { signal }) }).catch(() => {});
    }
  }

  async #tryOnce(
    message: Message,
    timeoutMs: number,
    background: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Outcome | undefined> {
    const { endpoint } = this;
    if (!endpoint) return new PlinthDownError(NOT_RUNNING);
    let Authorization: string;
    try {
      Authorization = `Bearer ${this.#token()}`;
    } catch (error) {
      return error instanceof PlinthError ? error : new PlinthConfigurationError('`token` threw an error.');
    }
    const headers = { ...message.headers, Authorization, 'User-Agent': `plinth-sdk-js/${SDK_VERSION}` };
    const began = performance.now();
    if (!(await this.#turns.take(timeoutMs, signal))) {
      return signal?.aborted ? aborted() : timedOut(endpoint.baseUrl);
    }
    const left = Math.max(1, began + timeoutMs - performance.now());
    try {
      const reply = await exchange(this.#agent, endpoint, { ...message, headers }, left, background, signal);
      return !reply || reply instanceof PlinthError ? reply : readReply(reply, endpoint.baseUrl);
    } finally {
      this.#turns.give();
    }
  }
}
