/** Sessions that run at the same time on one computer stay well below this. */
const MOST_SESSIONS = 256;
/** Prints that one session is remembered by, up to five for each secret; the oldest goes first. */
const MOST_SECRETS = 320;

/** What is remembered of a secret: a keyed fingerprint, a quick keyed sum with its length, and the word of its mask. */
export interface SecretPrint {
  fingerprint: string;
  sum: number;
  mask: string;
  /** The fingerprint is one of the vault, which receipts have; the sum is only a length. */
  isOfRecord?: true;
  /** A definite rule found it. */
  isDefinite?: boolean;
}

/** A print by what a receipt says of a masked secret. */
export const printOfRecord = (
  fingerprint: string,
  length: number,
  mask: string,
  isDefinite: boolean,
): SecretPrint => ({ fingerprint, sum: length * (1 << SUM_BITS), mask, isOfRecord: true, isDefinite });

/** The lengths in which programs write so many characters: as they are, in hexadecimal, in base64 without padding and with it. */
const lengthsOfForms = (length: number) => [
  length,
  2 * length,
  Math.ceil((4 * length) / 3),
  4 * Math.ceil(length / 3),
];

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
  /** The lengths of those of the record, in each form. */
  lengthsOfRecord: Set<number>;
  /** The least and the greatest of the lengths. */
  shortest: number;
  longest: number;
}

/** Returns the oldest session of the integration that has most of them: none may displace those of another. */
function oldestOfMost(sessions: Iterable<string>): string {
  const byIntegration = Map.groupBy(sessions, (session) => session.split('\0', 1)[0]!);
  return [...byIntegration.values()].reduce((most, each) => (each.length > most.length ? each : most))[0]!;
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
      lengthsOfRecord: new Set(),
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
    const ofRecord = [...known.prints.values()].filter(({ isOfRecord }) => isOfRecord);
    known.lengthsOfRecord = new Set(ofRecord.flatMap(({ sum }) => lengthsOfForms(lengthOf(sum))));
    known.lengths = new Set([...[...known.sums].map(lengthOf), ...known.lengthsOfRecord]);
    known.shortest = Math.min(...known.lengths);
    known.longest = Math.max(...known.lengths);
    if (this.#sessions.size > MOST_SESSIONS) this.#sessions.delete(oldestOfMost(this.#sessions.keys()));
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
