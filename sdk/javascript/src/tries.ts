import { setTimeout as sleep } from 'node:timers/promises';
import { optionFault } from './call-options.ts';
import { aborted, NotPlinthError, PlinthConfigurationError, PlinthDownError, PlinthError } from './errors.ts';
import { isServerBusy, jitter } from './pauses.ts';
import { openTransport } from './transport.ts';
import type { Message, Outcome, Target, Tries } from './transport-contract.ts';
import { SDK_VERSION } from './version.ts';

const API = '/api/developer/v1/';
const NOT_RUNNING = 'Plinth is not running, so nothing was sent (no `runtime.json` of a live process).';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

function messageOf(body: Uint8Array | undefined): Message {
  if (!body) return { method: 'GET', path: `${API}capabilities`, headers: {} };
  const headers = { 'Content-Type': 'application/json', 'Content-Length': `${body.byteLength}` };
  return { method: 'POST', path: `${API}events`, headers, body };
}

/** Opens what sends to one Plinth: its connections, the time allowed and the tries. */
export function openTries(target: Target): Tries {
  const transport = openTransport();

  async function tryOnce(
    message: Message,
    timeoutMs: number,
    background: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Outcome | undefined> {
    const { endpoint } = target;
    if (!endpoint) return new PlinthDownError(NOT_RUNNING);
    let Authorization: string;
    try {
      Authorization = `Bearer ${target.token()}`;
    } catch (error) {
      return error instanceof PlinthError ? error : new PlinthConfigurationError('`token` threw an error.');
    }
    const headers = { ...message.headers, Authorization, 'User-Agent': `plinth-sdk-js/${SDK_VERSION}` };
    return transport.send(endpoint, { ...message, headers }, timeoutMs, background, signal);
  }

  return {
    async send(body, options, background) {
      const message = messageOf(body);
      const { timeoutMs = target.timeoutMs, retries = target.retries } = options;
      const signal = options.signal as AbortSignal | undefined;
      const wrong = optionFault(timeoutMs, retries);
      if (wrong) return new PlinthConfigurationError(wrong);
      const deadline = performance.now() + timeoutMs;
      for (let failures = 0; ; ) {
        if (target.isClosed) return new PlinthConfigurationError('The client is closed.');
        if (signal?.aborted) return aborted();
        const left = Math.max(1, deadline - performance.now());
        const result = await tryOnce(message, left, background, signal);
        // A stale connection left the pool, so this ends at a fresh one.
        if (result === undefined) continue;
        if (!(result instanceof PlinthError)) return result;
        if (result instanceof PlinthDownError || result instanceof NotPlinthError) target.forget();
        const worthRetrying = result.code === 'down' || isServerBusy(result);
        const pause = Math.max(jitter(FIRST_PAUSE_MS, failures, LONGEST_PAUSE_MS), result.retryAfterMs ?? 0);
        if (!worthRetrying || failures++ >= retries || performance.now() + pause >= deadline) return result;
        // An abort ends the pause, and the next round says so.
        await sleep(pause, undefined, { ref: !background, ...(signal && { signal }) }).catch(() => {});
      }
    },
    close: () => transport.close(),
  };
}
