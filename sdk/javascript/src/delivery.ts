import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, readReply } from './answer.ts';
import { type Endpoint, findEndpoint, givenEndpoint } from './base-url.ts';
import { NotPlinthError, PlinthConfigurationError, PlinthDownError, PlinthError } from './errors.ts';
import { exchange, LoopbackAgent, type Message } from './transport.ts';

const API = '/api/developer/v1/';
const NOT_RUNNING = 'Plinth is not running, so nothing was sent (no `runtime.json` of a live process).';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const RETRIED_STATUSES: readonly (number | undefined)[] = [429, 502, 503, 504];

type Outcome = Answer | PlinthError;

/** A pause before the next try, drawn from all of a span that doubles with every failure (full jitter). */
export function jitter(firstMs: number, failures: number, longestMs: number): number {
  return Math.random() * Math.min(longestMs, firstMs * 2 ** failures);
}

/** Sends messages to one Plinth: where it is, the connections to it, the time allowed and the tries. */
export class Delivery {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #agent = new LoopbackAgent();
  readonly #given: Endpoint | undefined;
  #found: Endpoint | undefined;
  #closed = false;

  constructor(token: string, timeoutMs: number, baseUrl: string | undefined) {
    this.#headers = { Authorization: `Bearer ${token}` };
    this.#timeoutMs = timeoutMs;
    this.#given = givenEndpoint(baseUrl);
  }

  /** Where Plinth is taken to be; undefined when it is not running. */
  get endpoint(): Endpoint | undefined {
    this.#found ??= this.#given ?? findEndpoint();
    return this.#found;
  }

  /** Asks for the capabilities. */
  ask(retries: number): Promise<Outcome> {
    return this.#deliver({ method: 'GET', path: `${API}capabilities`, headers: this.#headers }, retries);
  }

  /** Sends one event's bytes. In the background, nothing of it keeps the process alive. */
  send(body: Uint8Array, retries: number, background = false): Promise<Outcome> {
    const headers = {
      ...this.#headers,
      'Content-Type': 'application/json',
      'Content-Length': `${body.byteLength}`,
    };
    return this.#deliver({ method: 'POST', path: `${API}events`, headers, body }, retries, background);
  }

  close(): void {
    this.#closed = true;
    this.#agent.destroy();
  }

  async #deliver(message: Message, retries: number, background = false): Promise<Outcome> {
    const deadline = performance.now() + this.#timeoutMs;
    for (let failures = 0; ; ) {
      if (this.#closed) return new PlinthConfigurationError('The client is closed.');
      const left = Math.max(1, deadline - performance.now());
      const result = await this.#tryOnce(message, left, background);
      // A stale connection left the pool, so this ends at a fresh one.
      if (result === undefined) continue;
      if (!(result instanceof PlinthError)) return result;
      // A restarted Plinth may have another port: what was found, not given, is looked for again.
      if (result instanceof PlinthDownError || result instanceof NotPlinthError) this.#found = undefined;
      const worthRetrying = result.code === 'down' || RETRIED_STATUSES.includes(result.status);
      const pause = Math.max(jitter(FIRST_PAUSE_MS, failures, LONGEST_PAUSE_MS), result.retryAfterMs ?? 0);
      if (!worthRetrying || failures++ >= retries || performance.now() + pause >= deadline) return result;
      await sleep(pause, undefined, { ref: !background });
    }
  }
  async #tryOnce(message: Message, timeoutMs: number, background: boolean): Promise<Outcome | undefined> {
    const { endpoint } = this;
    if (!endpoint) return new PlinthDownError(NOT_RUNNING);
    const reply = await exchange(this.#agent, endpoint, message, timeoutMs, background);
    return !reply || reply instanceof PlinthError ? reply : readReply(reply, endpoint.baseUrl);
  }
}
