/**
 * Work that every call may use whatever its size: attempts of patterns and characters examined. It covers the fixed
 * costs of short texts, where one pattern that reads ahead counts for more than the text is long.
 */
const WORK_FOR_ANY = 1 << 18;
/**
 * Work for each character besides. The densest text of the corpus needs about 30 in all its passes; the worst of the
 * hostile inputs that are still redacted stays under 1.5 seconds of processor time in 1 MiB with this factor.
 */
const WORK_PER_CHARACTER = 96;

/** Thrown when a value needs more work than its size allows; the receipt keeps sizes only. */
export class WorkExceeded extends Error {
  constructor() {
    super('redaction_work_exceeded');
    this.name = 'WorkExceeded';
  }
}

/** Counts the work of one call. It counts and reads no clock, so the same input ends the same way on every machine. */
export class WorkBudget {
  readonly #limit: number;
  #spent = 0;

  constructor(size: number) {
    this.#limit = WORK_FOR_ANY + size * WORK_PER_CHARACTER;
  }

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return this.#limit - this.#spent;
  }

  spend(work: number): void {
    this.#spent += work;
    if (this.#spent > this.#limit) throw new WorkExceeded();
  }
}
