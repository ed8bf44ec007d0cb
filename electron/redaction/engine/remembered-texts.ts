/** A bounded memory of short texts: full, it begins anew, because what comes often is soon in it again. */
export class RememberedTexts {
  readonly #texts = new Set<string>();
  readonly #longest: number;
  readonly #most: number;

  /** `longest` is in UTF-16 units; a longer text is never remembered. */
  constructor(longest: number, most: number) {
    this.#longest = longest;
    this.#most = most;
  }

  has(text: string): boolean {
    return text.length <= this.#longest && this.#texts.has(text);
  }

  add(text: string): void {
    if (text.length > this.#longest) return;
    if (this.#texts.size >= this.#most) this.#texts.clear();
    this.#texts.add(text);
  }
}
