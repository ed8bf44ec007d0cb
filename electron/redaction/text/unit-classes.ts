const UNITS = 1 << 16;
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];
const UNKNOWN = 0;
const NO = 1;
const YES = 2;

/** Says of UTF-16 units whether an expression for one character matches them; asks it once for each unit. */
export class UnitClass {
  readonly #pattern: RegExp;
  readonly #known = new Uint8Array(UNITS);

  constructor(pattern: RegExp) {
    this.#pattern = pattern;
  }

  has(code: number): boolean {
    let known = this.#known[code];
    if (known === UNKNOWN) {
      known = this.#pattern.test(String.fromCharCode(code)) ? YES : NO;
      this.#known[code] = known;
    }
    return known === YES;
  }
}

/** True for half of a character beyond the first 65,536, which a table of units says nothing of. */
export const isSurrogate = (code: number): boolean => code >= FIRST_SURROGATE && code <= LAST_SURROGATE;
