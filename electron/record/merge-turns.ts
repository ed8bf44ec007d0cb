/** How much of a merge is done, in receipts of the other store. */
interface MergeProgress {
  done: number;
  of: number;
}

/** Lets one merge run at a time: each reads its store by way of the same file. */
export class MergeTurns {
  #last: Promise<unknown> = Promise.resolve();
  #adding: Promise<unknown> = Promise.resolve();
  #progress: MergeProgress | undefined;

  /** How far the running merge has come. Undefined if none runs. */
  get progress(): MergeProgress | undefined {
    return this.#progress;
  }

  /** Runs a merge, or a dry run of one, after those that were asked for before. */
  run<T>(dryRun: boolean, work: (onProgress: (progress: MergeProgress) => void) => Promise<T>): Promise<T> {
    const turn = this.#last
      .then(() =>
        work((progress) => {
          this.#progress = progress;
        }),
      )
      .finally(() => {
        this.#progress = undefined;
      });
    this.#last = turn.catch(() => {});
    if (!dryRun) this.#adding = this.#last;
    return turn;
  }

  /**
   * Resolves when no merge adds receipts. A deletion waits for this, because it must also delete what the merge has not
   * added yet.
   */
  async ended(): Promise<void> {
    for (let waited: unknown; waited !== this.#adding; ) {
      waited = this.#adding;
      await waited;
    }
  }
}
