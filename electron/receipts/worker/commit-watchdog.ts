import { NO_EVENT, type RedactingEvent } from '../event/incoming-event.ts';

/** Ends a worker that does not answer a batch in time. */
export class CommitWatchdog {
  readonly #limitMs: number;
  readonly #terminate: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** True from the end of the worker until the client has read it. */
  hasExpired = false;
  /** The worker sets it. */
  readonly redacting: RedactingEvent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(limitMs: number, terminate: () => void) {
    this.#limitMs = limitMs;
    this.#terminate = terminate;
    this.redacting.fill(NO_EVENT);
  }

  /** Returns the position of the event whose redaction did not end, or {@link NO_EVENT}, before the next worker starts. */
  takeEndless(): number {
    const position = this.redacting[0]!;
    this.redacting.fill(NO_EVENT);
    return position;
  }

  /** Begins the time anew, or ends it if no batch is in flight. */
  watch(isInFlight: boolean): void {
    this.pause();
    if (!isInFlight) return;
    this.#timer = setTimeout(() => {
      this.hasExpired = true;
      this.#terminate();
    }, this.#limitMs).unref();
  }

  /** Ends the time, for work that takes longer than a commit may. */
  pause(): void {
    clearTimeout(this.#timer);
  }
}
