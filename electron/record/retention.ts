import type { RetentionLimits } from '../receipts/store/receipt-eraser.ts';
import type { Deletion } from '../receipts/store/receipt-sizes.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import type { ClockWatch } from './clock-watch.ts';

/**
 * A run by age that deletes more than half waits until the clock has had no step for this time, including
 * sleep.
 */
const STEADY_MS = 24 * 3_600_000;
/** A receipt that is later than now by more than this shows that the clock is behind. */
const CLOCK_TOLERANCE_MS = 60_000;

/** A retention run that waits for a steady clock or for the user. */
export interface HeldRetention {
  since: number;
  /** The receipts that the run would delete, and the total. */
  receipts: number;
  of: number;
}

/**
 * Applies the retention limits automatically. A single run under a clock that is far ahead would delete the
 * history. A run that would delete more than half by age is therefore held until the clock can be trusted. The
 * user can run it earlier.
 */
export class Retention {
  readonly #receipts: ReceiptClient;
  readonly #limits: () => RetentionLimits;
  readonly #clock: ClockWatch;
  #held: HeldRetention | undefined;

  constructor(receipts: ReceiptClient, limits: () => RetentionLimits, clock: ClockWatch) {
    this.#receipts = receipts;
    this.#limits = limits;
    this.#clock = clock;
  }

  get held(): HeldRetention | undefined {
    return this.#held;
  }

  /** Returns the receipts that the limits would delete now. */
  due(): Promise<Deletion> {
    return this.#receipts.call('applyRetention', this.#limits(), true);
  }

  /** Applies the limits on the user's request. */
  async run(): Promise<Deletion> {
    const deletion = await this.#receipts.call('applyRetention', this.#limits(), false);
    this.#held = undefined;
    return deletion;
  }

  /** Applies the limits as far as the clock can be trusted. */
  async runByItself(): Promise<Deletion> {
    const limits = this.#limits();
    const byAge = await this.#receipts.call('applyRetention', { ...limits, maxBytes: null }, true);
    const of = await this.#receipts.call('count');
    if (byAge.receipts * 2 <= of || (await this.#isClockTrusted())) return this.run();
    this.#held = { since: this.#held?.since ?? Date.now(), receipts: byAge.receipts, of };
    return this.#receipts.call('applyRetention', { ...limits, olderThan: null }, false);
  }

  async #isClockTrusted(): Promise<boolean> {
    if (this.#clock.steadyForMs() < STEADY_MS) return false;
    const { latestTime } = await this.#receipts.call('health');
    return latestTime === null || latestTime <= Date.now() + CLOCK_TOLERANCE_MS;
  }
}
