import { BURST, EVENT_BURST, REQUESTS_PER_SECOND } from '../../shared/limits.ts';

interface Bucket {
  tokens: number;
  /** The events that requests may still give. One request can exceed them. */
  events: number;
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
      bucket = { tokens: this.#burst, events: EVENT_BURST, filledAt: now };
      this.#buckets.set(key, bucket);
    }
    const gained = ((now - bucket.filledAt) / 1000) * this.#perSecond;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + gained);
    bucket.events = Math.min(EVENT_BURST, bucket.events + gained);
    bucket.filledAt = now;
    const left = Math.min(bucket.tokens, bucket.events);
    if (left < 1) return Math.max(1, Math.ceil((1 - left) / this.#perSecond));
    bucket.tokens -= 1;
    return 0;
  }

  /** Takes the events of a request that gave several. The next request waits where they are too many. */
  charge(key: K, events: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.events -= events;
  }
}
