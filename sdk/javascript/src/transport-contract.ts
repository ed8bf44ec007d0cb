import type { Endpoint } from './base-url.ts';
import type { PlinthError } from './errors.ts';
import type { CallOptions } from './events.ts';

/** What goes over the wire; the same bytes on every try. */
export interface Message {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** What came back. `body` is undefined when the answer is longer than the SDK reads. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string | undefined;
}

/** A JSON object that Plinth sent with a 2xx status, and the headers it came with. */
export interface Answer {
  readonly value: Readonly<Record<string, unknown>>;
  readonly headers: Reply['headers'];
}

/** What a request ends with. */
export type Outcome = Answer | PlinthError;

/** The connections of one client. */
export interface Transport {
  /**
   * One request and what its answer means, within `timeoutMs`. Never rejects. Undefined: the connection was an idle one
   * that the server had given up, which says nothing about the server.
   */
  send(
    endpoint: Endpoint,
    message: Message,
    timeoutMs: number,
    background: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Outcome | undefined>;
  close(): void;
}

/** Where to send, and how long to try. */
export interface Target {
  readonly token: () => string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly isClosed: boolean;
  /** Where Plinth is taken to be; undefined when it is not running. */
  readonly endpoint: Endpoint | undefined;
  /** Looks for a place again that was found, not given: a restarted Plinth may have another port. */
  forget(): void;
}

/** A {@link Transport} with the tries of each call and the time allowed for it. */
export interface Tries {
  /** Sends an event, or asks for the capabilities without one. Never rejects. */
  send(body: Uint8Array | undefined, options: CallOptions, background: boolean): Promise<Outcome>;
  close(): void;
}
