/** Work that one key may have taken per round; a key whose next item costs more saves up for it. */
const COST_PER_ROUND = 2048;

interface Share<T> {
  items: { item: T; cost: number }[];
  saved: number;
}

/**
 * A queue that is fair between keys (deficit round robin): each key's items leave in order, and each key gets the same
 * cost per round. Cheap items of one key do not wait for all the expensive ones of another.
 */
export class FairQueue<T> {
  readonly #shares = new Map<string, Share<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many items of one key wait. */
  sizeOf(key: string): number {
    return this.#shares.get(key)?.items.length ?? 0;
  }

  push(key: string, cost: number, item: T): void {
    this.#share(key).items.push({ item, cost });
    this.#size += 1;
  }

  /** Puts an item back in front of its key's others. */
  unshift(key: string, cost: number, item: T): void {
    this.#share(key).items.unshift({ item, cost });
    this.#size += 1;
  }

  #share(key: string): Share<T> {
    let share = this.#shares.get(key);
    if (share === undefined) {
      share = { items: [], saved: 0 };
      this.#shares.set(key, share);
    }
    return share;
  }

  /** Takes items until they cost `budget` or more together; at least one when there is any. */
  take(budget: number): T[] {
    const taken: T[] = [];
    let spent = 0;
    while (this.#size > 0 && spent < budget) {
      const [key, share] = this.#shares.entries().next().value as [string, Share<T>];
      // A key alone in the queue has nobody to wait for.
      const alone = this.#shares.size === 1;
      share.saved += COST_PER_ROUND;
      for (let next = share.items[0]; next !== undefined; next = share.items[0]) {
        if ((!alone && next.cost > share.saved) || spent >= budget) break;
        share.items.shift();
        share.saved = Math.max(0, share.saved - next.cost);
        spent += next.cost;
        this.#size -= 1;
        taken.push(next.item);
      }
      // Out and in again: the next round begins with the others.
      this.#shares.delete(key);
      if (share.items.length > 0) this.#shares.set(key, share);
    }
    return taken;
  }

  /** Takes everything. */
  drain(): T[] {
    const all = [...this.#shares.values()].flatMap(({ items }) => items.map(({ item }) => item));
    this.#shares.clear();
    this.#size = 0;
    return all;
  }
}
