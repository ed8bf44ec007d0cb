import { uptime } from 'node:os';

/** Interval between clock checks. A step is noticed within it. */
const CHECK_INTERVAL_MS = 60_000;
/** Allowed difference between two checks, for a clock that is corrected gradually. */
const STEP_MS = 30_000;
/** Only the largest steps are kept. */
const STEPS_KEPT = 20;

const smallest = (steps: readonly ClockStep[]): ClockStep =>
  steps.reduce((least, step) => (Math.abs(step.byMs) < Math.abs(least.byMs) ? step : least));

export interface ClockStep {
  /** The time of detection, by the new clock. */
  at: number;
  /** The size of the step: positive when the clock was set forward, negative when it was set back. */
  byMs: number;
}

/**
 * Detects that the computer's clock was set. It compares the clock with the time since the computer started,
 * which continues during sleep and cannot be set.
 */
export class ClockWatch {
  readonly #now: () => number;
  readonly #sinceStart: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #steps: ClockStep[] = [];
  #startedAt: number;
  #steadySince: number;

  constructor(now: () => number, sinceStart: () => number = () => uptime() * 1000) {
    this.#now = now;
    this.#sinceStart = sinceStart;
    this.#startedAt = now() - sinceStart();
    this.#steadySince = sinceStart();
    this.#timer = setInterval(() => this.#look(), CHECK_INTERVAL_MS).unref();
  }

  /** Returns the steps of this run, oldest first. */
  steps(): readonly ClockStep[] {
    this.#look();
    return this.#steps;
  }

  /** Returns how long this run has seen no step, including sleep. */
  steadyForMs(): number {
    this.#look();
    return this.#sinceStart() - this.#steadySince;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const startedAt = this.#now() - this.#sinceStart();
    const byMs = startedAt - this.#startedAt;
    this.#startedAt = startedAt;
    if (Math.abs(byMs) < STEP_MS) return;
    this.#steps.push({ at: this.#now(), byMs });
    if (this.#steps.length > STEPS_KEPT) this.#steps.splice(this.#steps.indexOf(smallest(this.#steps)), 1);
    this.#steadySince = this.#sinceStart();
  }
}
