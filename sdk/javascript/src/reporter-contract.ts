/// <reference lib="esnext.disposable" preserve="true" />

import type { PlinthError, PlinthErrorCode } from './errors.ts';
import type { EventHelpers, EventType } from './events.ts';
import type { ExitCause } from './exit.ts';
import type { PlinthSession, SessionOptions } from './session.ts';

/** Options of a reporter. */
export interface ReporterOptions {
  /** Events kept while they wait, 1 to 1,000,000; beyond it the oldest is dropped. Default 10,000. */
  maxQueue?: number | undefined;
  /** Bytes kept while they wait, 1 to 1 GiB; beyond it the oldest is dropped. Default 64 MiB. */
  maxQueueBytes?: number | undefined;
  /**
   * Milliseconds that `flush()`, `close()` and the end of the process wait for Plinth to take an event, 0 to 600,000.
   * Default 2000. While Plinth takes events they go on, for a minute at most.
   */
  flushTimeoutMs?: number | undefined;
  /** What may end the process and shall wait for a flush. Default none: a library does not catch signals unasked. */
  flushOn?: readonly ExitCause[] | undefined;
  /** Hears of every try that failed, of every event that was refused, and once of the number that was dropped. What it throws is ignored. */
  onError?: ((error: PlinthError, event: EventType | undefined) => void) | undefined;
}

/** What became of the events given to a reporter. */
export interface ReporterStats {
  /** Waiting or under way. */
  readonly queued: number;
  /** Taken by Plinth. */
  readonly sent: number;
  /** Lost to a full queue or a closed reporter. */
  readonly dropped: number;
  /** Refused by Plinth or by the SDK, or given up; not sent again. */
  readonly failed: number;
  /** The error met last, if any. */
  readonly lastError: PlinthErrorCode | null;
}

/**
 * What a reporter does now. `ready`: it sends. `waiting`: Plinth is down or busy, and the next try comes after a pause, not before the time that Plinth asked for.
 * `resting`: the token, the integration's name or the address is wrong, so it tries once a minute. `closed`: it takes
 * no more. In `waiting` and `resting` the events stay in the queue.
 */
export type ReporterStatus = 'ready' | 'waiting' | 'resting' | 'closed';

/**
 * Reports in the background. No method throws or rejects, and none waits but `flush` and `close`, which keep to their budget.
 * A helper returns whether the event was queued.
 */
export interface PlinthReporter extends EventHelpers<boolean>, AsyncDisposable {
  readonly stats: ReporterStats;
  /**
   * Begins a session: its methods fill in the session, the turn and the agent of each event. A session that is open when
   * the reporter is closed, or when the process ends, ends then.
   */
  session(options?: SessionOptions): PlinthSession;
  status(): ReporterStatus;
  /**
   * Waits until everything is sent, Plinth is found down, or it took nothing for `timeoutMs`; whether everything was
   * sent.
   */
  flush(timeoutMs?: number): Promise<boolean>;
  /** Flushes, then stops: what is left is dropped and counted. */
  close(timeoutMs?: number): Promise<ReporterStats>;
}
