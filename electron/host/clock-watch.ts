import { uptime } from 'node:os';

/** The clock is looked at so often; a step is noticed within it. */
const CHECK_INTERVAL_MS = 60_000;
/** What a clock that is corrected bit by bit may gain or lose between two looks. */
const STEP_MS = 30_000;
/** The largest are kept. */
const STEPS_KEPT = 20;

const smallest = (steps: readonly ClockStep[]): ClockStep =>
  steps.reduce((least, step) => (Math.abs(step.byMs) < Math.abs(least.byMs) ? step : least));

export interface ClockStep {
  /** When it was noticed, by the new time. */
  at: number;
  /** How far the clock was set forward; negative when it was set back. */
  byMs: number;
}

/**
 * Notices that the computer's clock was set: it is compared with the time since the computer was started, which goes on
 * in sleep and which nobody sets.
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

  /** Steps since this run began, oldest first. */
  steps(): readonly ClockStep[] {
    this.#look();
    return this.#steps;
  }

  /** For how long, sleep included, this run has seen no step. */
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
