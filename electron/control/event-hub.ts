import type { ControlEvent } from '../../shared/control.ts';
import { GatheredEvents } from './gathered-events.ts';

const INTERVAL_MS = 100;

/**
 * Sends control events to subscribers. It sends the first event at once and then at most ten batches per second, so a
 * busy collector or a flood of refusals does not overload subscribers.
 */
export class EventHub {
  readonly #subscribers = new Set<(event: ControlEvent) => void>();
  readonly #gathered = new GatheredEvents();
  #deliveredAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  subscribe(subscriber: (event: ControlEvent) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  post(event: ControlEvent): void {
    if (this.#subscribers.size === 0) return;
    this.#gathered.add(event);
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#deliveredAt + INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => this.#deliver(), wait);
    this.#timer.unref();
  }

  receiptsChanged(added: number, deleted: boolean): void {
    this.post({ kind: 'receipts', added, deleted });
  }

  #deliver(): void {
    this.#timer = undefined;
    this.#deliveredAt = performance.now();
    for (const event of this.#gathered.take()) {
      for (const subscriber of this.#subscribers) subscriber(event);
    }
  }
}
