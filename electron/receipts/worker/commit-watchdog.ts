import { NO_EVENT, type RedactingEvent } from '../event/incoming-event.ts';

/**
 * The time of a batch is checked so often. A small event takes a thousandth of the time between two checks: one that is
 * still redacted at the second does not end.
 */
const CHECKS = 5;

/** Ends a worker that does not answer a batch in time, or whose redaction of one event does not end. */
export class CommitWatchdog {
  readonly #limitMs: number;
  readonly #terminate: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasExpired = false;
  /** The worker sets it. */
  readonly redacting: RedactingEvent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(limitMs: number, terminate: () => void) {
    this.#limitMs = limitMs;
    this.#terminate = terminate;
    this.redacting.fill(NO_EVENT);
  }

  /** True from the end of a worker by this watchdog, or by what it redacted, until {@link takeEndless}. */
  get endedWorker(): boolean {
    return this.#hasExpired || this.redacting[0] !== NO_EVENT;
  }

  /** Returns the position of the event whose redaction did not end, or {@link NO_EVENT}, before the next worker starts. */
  takeEndless(): number {
    const position = this.redacting[0]!;
    this.redacting.fill(NO_EVENT);
    this.#hasExpired = false;
    return position;
  }

  /** Begins the time anew, or ends it if no batch is in flight. */
  watch(isInFlight: boolean): void {
    this.pause();
    if (!isInFlight) return;
    let left = CHECKS;
    let last = NO_EVENT;
    this.#timer = setInterval(() => {
      const position = this.redacting[0]!;
      left -= 1;
      if (left === 0 || (position !== NO_EVENT && position === last)) {
        this.pause();
        this.#hasExpired = true;
        this.#terminate();
      }
      last = position;
    }, this.#limitMs / CHECKS).unref();
  }

  /** Ends the time, for work that takes longer than a commit may. */
  pause(): void {
    clearInterval(this.#timer);
  }
}
