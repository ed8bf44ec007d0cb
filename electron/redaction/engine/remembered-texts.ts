import { hash, randomBytes } from 'node:crypto';

const MOST = 1024;

/** A bounded memory of the results for short texts. Full, it begins anew. */
export class RememberedResults<R> {
  readonly #results = new Map<string, R>();

  of(text: string): R | undefined {
    return text.length <= LONGEST_WHOLE ? this.#results.get(text) : undefined;
  }

  add(text: string, result: R): void {
    if (text.length > LONGEST_WHOLE) return;
    if (this.#results.size >= MOST) this.#results.clear();
    this.#results.set(text, result);
  }
}

/** As long as the digest, so that nobody tries all keys. */
const KEY_BYTES = 32;
/** Names, folders and keys come with each event. A longer text is known by its digest, never by its characters. */
export const LONGEST_WHOLE = 256;
/** Before a digest. */
const DIGEST = '\0';

/** A bounded memory of texts, for which a text needs a name. Full, it begins anew: what comes often is soon in it again. */
export class RememberedTexts {
  readonly #whole = new Set<string>();
  /** Apart from the short texts: a load of long ones, which come once, would push out the paths that come again. */
  readonly #digests = new Set<string>();
  readonly #longest: number;
  readonly #most: number;
  /** Made at the start, and gone with the process. */
  readonly #key = randomBytes(KEY_BYTES).toString('latin1');

  /** `longest` is in UTF-16 units; a longer text is never remembered. */
  constructor(longest: number, most: number) {
    this.#longest = longest;
    this.#most = most;
  }

  /** Returns what the memory keeps of a text; undefined for one that it does not remember. */
  nameOf(text: string): string | undefined {
    if (text.length <= LONGEST_WHOLE) return text;
    // The halves of a broken pair all have the same bytes.
    if (text.length > this.#longest || !text.isWellFormed()) return undefined;
    return DIGEST + hash('sha256', this.#key + text, 'hex');
  }

  has(name: string): boolean {
    return this.#namesLike(name).has(name);
  }

  add(name: string): void {
    const names = this.#namesLike(name);
    if (names.size >= this.#most) names.clear();
    names.add(name);
  }

  #namesLike(name: string): Set<string> {
    return name.startsWith(DIGEST) ? this.#digests : this.#whole;
  }
}
