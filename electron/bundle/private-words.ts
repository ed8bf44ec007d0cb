/** A shorter word is looked for only where it stands alone: it is part of too many other words. */
const LONG_WORD = 6;
/** More than a page of receipts names. The expression of so many takes 0.1 s. */
const MOST_CHARACTERS = 131_072;
const SHORT_LENGTHS = [5, 4, 3];
const LETTER_HERE = /[\p{L}\p{N}]/uy;
/** The dotless i is a letter of its own, although its capital is that of i. */
const UNFOLDED = /(?![a-zı])\p{Changes_When_Casemapped}/gu;

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const ofLength = (folded: string, text: string) => (folded.length === text.length ? folded : text);

/** Folds a character, so that those that differ only in their case are equal and each has its old length. */
function foldedCharacter(character: string): string {
  const upper = ofLength(character.toLowerCase(), character).toUpperCase();
  return ofLength(ofLength(upper, character).toLowerCase(), character);
}

function isLetterAt(text: string, index: number): boolean {
  LETTER_HERE.lastIndex = index;
  return LETTER_HERE.test(text);
}

function matchAfter(pattern: RegExp, text: string, start: number): { from: number; to: number } | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match === null ? undefined : { from: match.index, to: match.index + match[0].length };
}

const folded = (text: string) => text.replace(UNFOLDED, foldedCharacter);

/** Words that are found in texts, whatever their case, in the time of the text alone. */
export class PrivateWords {
  readonly #short = new Set<string>();
  readonly #long = new Set<string>();
  #characters = 0;
  #patterns: { starts: RegExp; long: RegExp } | undefined;

  /** True if there were more words than are looked for. */
  get isFull(): boolean {
    return this.#characters > MOST_CHARACTERS;
  }

  add(word: string): void {
    const key = folded(word);
    const words = key.length < LONG_WORD ? this.#short : this.#long;
    if (this.isFull || words.has(key)) return;
    words.add(key);
    this.#characters += key.length;
    this.#patterns = undefined;
  }

  /** Finds the words in a text from left to right, the longest of those that begin at one place. */
  *find(text: string): Generator<{ from: number; to: number }> {
    this.#patterns ??= this.#makePatterns();
    const { starts, long } = this.#patterns;
    const whole = folded(text);
    let end = 0;
    let next = matchAfter(long, whole, end);
    for (const { index } of whole.matchAll(starts)) {
      for (; next !== undefined && next.from <= index; next = matchAfter(long, whole, end)) {
        yield next;
        end = next.to;
      }
      if (index < end) continue;
      const short = SHORT_LENGTHS.map((length) => whole.slice(index, index + length)).find(
        (each) => this.#short.has(each) && !isLetterAt(whole, index + each.length),
      );
      if (short === undefined) continue;
      end = index + short.length;
      yield { from: index, to: end };
      if (next !== undefined && next.from < end) next = matchAfter(long, whole, end);
    }
    for (; next !== undefined; next = matchAfter(long, whole, next.to)) yield next;
  }

  #makePatterns(): { starts: RegExp; long: RegExp } {
    const firsts = new Set([...this.#short].map((word) => `\\u{${word.codePointAt(0)!.toString(16)}}`));
    // The longest comes first: it can begin with another. Without a flag for the case, V8 makes a tree of their characters.
    const sources = [...this.#long].sort((a, b) => b.length - a.length).map(escaped);
    return {
      /** The places where a short word can begin. */
      starts: new RegExp(`(?<![\\p{L}\\p{N}])[${[...firsts].join('')}]`, 'gu'),
      long: new RegExp(sources.length === 0 ? '(?!)' : sources.join('|'), 'g'),
    };
  }
}
