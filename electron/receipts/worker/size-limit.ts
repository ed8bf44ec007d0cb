import { usedBytes } from '../store/receipt-sizes.ts';
import type { StoreParts, TellNews } from '../store/store-parts.ts';

/** Bytes written between two checks of the file's size; the smallest limit is 1 MiB. */
const CHECK_INTERVAL_BYTES = 1_048_576;

/** Keeps the store below its size limit between two hourly runs of retention. */
export class SizeLimit {
  #maxBytes: number | null = null;
  #writtenSinceCheck = 0;
  #isTrimming = false;
  readonly #tell: TellNews;

  constructor(tell: TellNews) {
    this.#tell = tell;
  }

  /** Sets the limit. */
  set(maxBytes: number | null): void {
    this.#maxBytes = maxBytes;
  }

  /** Deletes the oldest receipts when the last writes took the store over its limit. */
  applyTo({ db, writer, eraser }: StoreParts): void {
    this.#writtenSinceCheck += writer.takeRowBytes();
    const maxBytes = this.#maxBytes;
    if (maxBytes === null || this.#isTrimming || this.#writtenSinceCheck < CHECK_INTERVAL_BYTES) return;
    this.#writtenSinceCheck = 0;
    if (usedBytes(db) <= maxBytes) return;
    this.#isTrimming = true;
    this.#tell({ kind: 'trimming' });
    eraser
      .applyRetention({ olderThan: null, maxBytes }, false)
      // The hourly run fails for the same reason, and its failure is logged.
      .catch(() => {})
      .finally(() => {
        this.#isTrimming = false;
        this.#tell({ kind: 'trimmed' });
      });
  }
}
