import type { LoggedRefusal } from '../../shared/control.ts';
import { type NotedRefusals, refusalShapeOf } from '../receipts/store/refusal-groups.ts';

/** Refused requests are written together after this time, so that a flood costs a few writes. */
const WRITE_DELAY_MS = 1000;
/** Different shapes that wait. A shape has only names of the contract, so few integrations reach this. */
const MAX_WAITING = 1000;

/** Keeps refused requests across restarts. Equal ones are counted and not listed. */
export class RefusalLedger {
  readonly #write: (noted: NotedRefusals[]) => Promise<void>;
  #waiting = new Map<string, NotedRefusals>();
  #timer: NodeJS.Timeout | undefined;

  /** `write` rejects if the store cannot write. The refusals then wait for the next time. */
  constructor(write: (noted: NotedRefusals[]) => Promise<void>) {
    this.#write = write;
  }

  note({ at, ...refusal }: LoggedRefusal): void {
    const time = Date.parse(at);
    this.#add({ refusal, firstAt: time, lastAt: time, count: 1 });
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_DELAY_MS).unref();
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const noted = [...this.#waiting.values()];
    if (noted.length === 0) return;
    this.#waiting = new Map();
    try {
      await this.#write(noted);
    } catch {
      // The store reports its own failures. The refusals wait until the next one is noted.
      for (const each of noted) this.#add(each);
    }
  }

  #add(noted: NotedRefusals): void {
    const shape = refusalShapeOf(noted.refusal);
    const earlier = this.#waiting.get(shape);
    if (earlier !== undefined) {
      earlier.firstAt = Math.min(earlier.firstAt, noted.firstAt);
      earlier.lastAt = Math.max(earlier.lastAt, noted.lastAt);
      earlier.count += noted.count;
    } else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(shape, noted);
  }
}
