/** Cost that one key may take per round. A key whose next item costs more saves up for it. */
const COST_PER_ROUND = 2048;

interface Share<T> {
  items: { item: T; cost: number }[];
  saved: number;
}

/**
 * A queue that is fair between keys (deficit round robin). Each key's items leave in order, and each key gets the same
 * cost per round. Cheap items of one key do not wait for all expensive items of another.
 */
export class FairQueue<T> {
  readonly #shares = new Map<string, Share<T>>();
  /** Number of waiting items. */
  size = 0;

  /** Returns the number of waiting items of one key. */
  sizeOf(key: string): number {
    return this.#shares.get(key)?.items.length ?? 0;
  }

  push(key: string, cost: number, item: T, isFirst = false): void {
    const share = this.#shares.get(key) ?? { items: [], saved: 0 };
    this.#shares.set(key, share);
    // Items that cost nothing would spend no budget, and all leave at once.
    share.items[isFirst ? 'unshift' : 'push']({ item, cost: Math.max(1, cost) });
    this.size += 1;
  }

  /**
   * Takes items until their cost reaches `budgetOfAll`, or `budgetOfOne` if only one key has items: the next item of another
   * key waits for what is taken now. Takes at least one item if there is any.
   */
  take(budgetOfAll: number, budgetOfOne: number = budgetOfAll): T[] {
    const taken: T[] = [];
    const budget = this.#shares.size === 1 ? budgetOfOne : budgetOfAll;
    let spent = 0;
    while (this.size > 0 && spent < budget) {
      const [key, share] = this.#shares.entries().next().value as [string, Share<T>];
      // If a key is alone in the queue, no other key waits.
      const alone = this.#shares.size === 1;
      share.saved += COST_PER_ROUND;
      for (let next = share.items[0]; next !== undefined; next = share.items[0]) {
        if ((!alone && next.cost > share.saved) || spent >= budget) break;
        share.items.shift();
        share.saved = Math.max(0, share.saved - next.cost);
        spent += next.cost;
        this.size -= 1;
        taken.push(next.item);
      }
      // Deleting and setting the key moves it to the end, so the next round starts with the other keys.
      this.#shares.delete(key);
      if (share.items.length > 0) this.#shares.set(key, share);
    }
    return taken;
  }

  /** Takes all items, or those of one key. */
  drain(key?: string): T[] {
    const all = [...this.#shares].filter(([each]) => key === undefined || each === key);
    for (const [each] of all) this.#shares.delete(each);
    const items = all.flatMap(([, share]) => share.items.map(({ item }) => item));
    this.size -= items.length;
    return items;
  }
}
