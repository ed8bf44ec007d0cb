const LAST_ASCII = 127;
const LETTER_BITS = 5;
const LETTERS = 1 << LETTER_BITS;
const LETTER = LETTERS - 1;
/** So many that hardly two phrases have the same hash. */
const HASH_BITS = 15;
/** 2^32 divided by the golden ratio, which spreads similar numbers well (Knuth, 6.4). */
const GOLDEN = 0x9e3779b1;

/** The hash of the first two letters of two words, in either case. The second letter of a shorter word is 0. */
function hashOf(one: number, two: number, three: number, four: number): number {
  const first = ((one & LETTER) << LETTER_BITS) | (two & LETTER);
  const both = (((first << LETTER_BITS) | (three & LETTER)) << LETTER_BITS) | (four & LETTER);
  return Math.imul(both, GOLDEN) >>> (32 - HASH_BITS);
}

/** The first letters of phrases: two of the first word, two of the second. */
export class PhraseStarts {
  readonly #hashes = new Uint8Array(1 << HASH_BITS);

  /** Adds a phrase by its first two words, in small letters. The second can be the beginning of a word. */
  add(first: string, second: string): void {
    const [one, three] = [first.charCodeAt(0), second.charCodeAt(0)];
    const two = first.length > 1 ? first.charCodeAt(1) : 0;
    // What is not in ASCII is looked up without this test.
    if ((one | two | three) > LAST_ASCII) return;
    if (second.length > 1) this.#addHash(hashOf(one, two, three, second.charCodeAt(1)));
    else for (let any = 0; any < LETTERS; any += 1) this.#addHash(hashOf(one, two, three, any));
  }

  #addHash(hash: number): void {
    this.#hashes[hash] = 1;
  }

  /** False where no phrase stands: its first word is that of a stretch, and its second one begins at `second`. */
  mayStand(codes: Uint16Array, start: number, end: number, second: number, length: number): boolean {
    const one = codes[start]!;
    const two = end - start > 1 ? codes[start + 1]! : 0;
    const three = codes[second]!;
    const four = second + 1 < length ? codes[second + 1]! : 0;
    if ((one | two | three | four) > LAST_ASCII) return true;
    return this.#hashes[hashOf(one, two, three, four)] === 1;
  }
}
