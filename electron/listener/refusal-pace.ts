/** Refusals per second, and the number allowed at once. A correct client stays far below both. */
const PER_SECOND = 300;
const BURST = 1000;
const MS_PER_SECOND = 1000;
const TICK_MS = 20;

interface Bucket {
  tokens: number;
  filledAt: number;
  waiting: (() => void)[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * Delays refusals to a client that receives too many. A connection that waits for its answer sends nothing else, so a
 * flood slows only itself.
 */
export class RefusalPace {
  readonly #buckets = new WeakMap<object, Bucket>();
  readonly #perSecond: number;
  readonly #burst: number;

  constructor(perSecond: number = PER_SECOND, burst: number = BURST) {
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  /** Sends the answer at once, or when its turn comes among the refusals of the same `source`. */
  answer(source: object, send: () => void): void {
    const bucket = this.#bucketOf(source);
    this.#fill(bucket);
    if (bucket.waiting.length === 0 && bucket.tokens >= 1) {
      bucket.tokens -= 1;
      send();
      return;
    }
    bucket.waiting.push(send);
    bucket.timer ??= setInterval(() => this.#release(bucket), TICK_MS).unref();
  }

  #bucketOf(source: object): Bucket {
    let bucket = this.#buckets.get(source);
    if (bucket === undefined) {
      bucket = { tokens: this.#burst, filledAt: performance.now(), waiting: [], timer: undefined };
      this.#buckets.set(source, bucket);
    }
    return bucket;
  }

  #fill(bucket: Bucket): void {
    const now = performance.now();
    const gained = ((now - bucket.filledAt) / MS_PER_SECOND) * this.#perSecond;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + gained);
    bucket.filledAt = now;
  }

  #release(bucket: Bucket): void {
    this.#fill(bucket);
    const count = Math.min(bucket.waiting.length, Math.floor(bucket.tokens));
    bucket.tokens -= count;
    for (const send of bucket.waiting.splice(0, count)) send();
    if (bucket.waiting.length > 0) return;
    clearInterval(bucket.timer);
    bucket.timer = undefined;
  }
}
