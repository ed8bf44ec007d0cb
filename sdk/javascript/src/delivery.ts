import { findEndpoint, givenEndpoint } from './base-url.ts';
import { PlinthDownError } from './errors.ts';
import type { CallOptions } from './events.ts';
import type { Outcome, Target, Tries } from './transport-contract.ts';

/** Where one Plinth is, and what speaks to it. That is loaded with the first request. */
export interface Delivery extends Target {
  /**
   * Sends one event's bytes, or asks for the capabilities if there are none. In the background, nothing of it keeps the
   * process alive.
   */
  send(body?: Uint8Array, options?: CallOptions, background?: boolean): Promise<Outcome>;
  close(): void;
}

/** Opens a delivery. Throws a configuration error if the base URL cannot be used. */
export function openDelivery(
  token: () => string,
  timeoutMs: number,
  retries: number,
  baseUrl: string | undefined,
): Delivery {
  const given = givenEndpoint(baseUrl);
  let found = given;
  let tries: Promise<Tries | undefined> | undefined;
  const delivery = {
    token,
    timeoutMs,
    retries,
    isClosed: false,
    get endpoint() {
      found ??= given ?? findEndpoint();
      return found;
    },
    forget() {
      found = undefined;
    },
    async send(body?: Uint8Array, options: CallOptions = {}, background = false): Promise<Outcome> {
      tries ??= import('./tries.ts').then(
        ({ openTries }) => openTries(delivery),
        () => undefined,
      );
      const loaded = await tries;
      if (loaded) return loaded.send(body, options, background);
      // An agent may delete its own packages. The next request looks for them again.
      tries = undefined;
      return new PlinthDownError('Files of the SDK are gone, so nothing was sent.');
    },
    close() {
      delivery.isClosed = true;
      void tries?.then((loaded) => loaded?.close());
    },
  };
  return delivery;
}
