/** Sessions that run at the same time on one computer stay well below this. */
const MOST_SESSIONS = 256;
/** Prints that one session is remembered by, up to five for each secret; the oldest goes first. */
const MOST_SECRETS = 320;

/** What is remembered of a secret: a keyed fingerprint, a quick keyed sum with its length, and the word of its mask. */
export interface SecretPrint {
  fingerprint: string;
  sum: number;
  mask: string;
}

/** Prints of secrets that were masked in one session. */
export interface SessionPrints {
  session: string;
  prints: readonly SecretPrint[];
}

/** Bits of the quick sum that spares most tokens the HMAC; few enough that it says next to nothing of a secret. */
export const SUM_BITS = 16;
/** The length of a secret by its sum, which stands above the bits. */
const lengthOf = (sum: number) => Math.floor(sum / (1 << SUM_BITS));

/** What is known of a session. */
export interface Remembered {
  /** By fingerprint, the oldest first. */
  prints: Map<string, SecretPrint>;
  /** The sums of all of them, and the lengths that they say. */
  sums: Set<number>;
  lengths: Set<number>;
  /** The least and the greatest of the lengths. */
  shortest: number;
  longest: number;
}

/** The prints of the last sessions, bounded, only in memory. */
export class SecretPrints {
  readonly #sessions = new Map<string, Remembered>();

  /** Adds prints, and returns those that are new. */
  add({ session, prints }: SessionPrints): SecretPrint[] {
    if (prints.length === 0) return [];
    const known = this.#sessions.get(session) ?? {
      prints: new Map(),
      sums: new Set(),
      lengths: new Set(),
      shortest: Number.POSITIVE_INFINITY,
      longest: 0,
    };
    // The session that was heard of last is the last to be forgotten.
    this.#sessions.delete(session);
    this.#sessions.set(session, known);
    const added = prints.filter(({ fingerprint }) => !known.prints.has(fingerprint));
    for (const print of added) {
      known.prints.set(print.fingerprint, print);
      if (known.prints.size > MOST_SECRETS) known.prints.delete(known.prints.keys().next().value!);
    }
    known.sums = new Set([...known.prints.values()].map(({ sum }) => sum));
    known.lengths = new Set([...known.sums].map(lengthOf));
    known.shortest = Math.min(...known.lengths);
    known.longest = Math.max(...known.lengths);
    if (this.#sessions.size > MOST_SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value!);
    return added;
  }

  /** The prints of a session by fingerprint, with their sums. Undefined if it has none. */
  of(session: string): Remembered | undefined {
    return this.#sessions.get(session);
  }

  /** All prints, for a thread that knows none. */
  all(): SessionPrints[] {
    return [...this.#sessions].map(([session, { prints }]) => ({ session, prints: [...prints.values()] }));
  }
}
