import { LONGEST_WHOLE } from './remembered-texts.ts';

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
