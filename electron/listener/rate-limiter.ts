import { BURST, REQUESTS_PER_SECOND } from '../../shared/limits.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Token buckets, one for each key object. A bucket is freed with its key. */
export class RateLimiter<K extends object> {
  readonly #buckets = new WeakMap<K, Bucket>();
  readonly #perSecond: number;
  readonly #burst: number;

  constructor(perSecond: number = REQUESTS_PER_SECOND, burst: number = BURST) {
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  /**
   * Takes one request from the bucket. Returns 0, or the whole seconds to wait before a retry. `now` is monotonic
   * milliseconds.
   */
  take(key: K, now: number): number {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = { tokens: this.#burst, filledAt: now };
      this.#buckets.set(key, bucket);
    }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * this.#perSecond);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / this.#perSecond));
    bucket.tokens -= 1;
    return 0;
  }

  /** Takes the events of a request beyond its first. They can exceed the bucket; the next request then waits longer. */
  charge(key: K, events: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.tokens -= Math.max(0, events - 1);
  }
}
