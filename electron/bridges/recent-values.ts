/** Returns a value of a map, and makes it where there is none. */
export function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Adds a value to a map, and forgets the oldest one past a limit. */
export function keepNewest<V>(map: Map<string, V>, key: string, value: V, limit: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value!);
}

/** Remembers values for a time, or until {@link forget}. */
export class RecentValues<V> {
  readonly #maxAgeMs: number;
  readonly #now: () => number;
  readonly #known = new Map<string, { at: number; value: V }>();

  constructor(maxAgeMs: number, now: () => number) {
    this.#maxAgeMs = maxAgeMs;
    this.#now = now;
  }

  of(key: string, read: () => V): V {
    const known = this.#known.get(key);
    const age = known === undefined ? Number.POSITIVE_INFINITY : this.#now() - known.at;
    // The clock can be set back.
    if (known !== undefined && age >= 0 && age < this.#maxAgeMs) return known.value;
    const value = read();
    this.#known.set(key, { at: this.#now(), value });
    return value;
  }

  forget(): void {
    this.#known.clear();
  }
}
