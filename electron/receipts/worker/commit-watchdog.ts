/** Ends a worker that does not answer a batch in time. */
export class CommitWatchdog {
  readonly #limitMs: number;
  readonly #terminate: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** True from the end of the worker until the client has read it. */
  hasExpired = false;

  constructor(limitMs: number, terminate: () => void) {
    this.#limitMs = limitMs;
    this.#terminate = terminate;
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
