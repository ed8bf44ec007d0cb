import type { OpenStore } from '../repair/read-store.ts';
import type { StoreParts } from '../store/store-parts.ts';

/** Bytes written between two checks of the file's size; the smallest limit is 1 MiB. */
const CHECK_INTERVAL_BYTES = 1_048_576;

/** Keeps the store below its size limit between two hourly runs of retention. */
export class SizeLimit {
  readonly #store: OpenStore;
  #maxBytes: number | null = null;
  #writtenSinceCheck = 0;
  #isTrimming = false;
  readonly #onTrim: (isTrimming: boolean) => void;

  constructor(store: OpenStore, onTrim: (isTrimming: boolean) => void) {
    this.#store = store;
    this.#onTrim = onTrim;
  }

  /** Sets the limit. */
  set(maxBytes: number | null): void {
    this.#maxBytes = maxBytes;
  }

  /** Deletes the oldest receipts when the last writes took the store over its limit. */
  apply(): void {
    this.#store.use((parts) => this.#applyTo(parts));
  }

  #applyTo({ writer, eraser }: StoreParts): void {
    this.#writtenSinceCheck += writer.takeRowBytes();
    const maxBytes = this.#maxBytes;
    if (maxBytes === null || this.#isTrimming || this.#writtenSinceCheck < CHECK_INTERVAL_BYTES) return;
    this.#writtenSinceCheck = 0;
    if (eraser.usedBytes() <= maxBytes) return;
    this.#isTrimming = true;
    this.#onTrim(true);
    eraser
      .applyRetention({ olderThan: null, maxBytes }, false)
      // The hourly run fails for the same reason, and its failure is logged.
      .catch(() => {})
      .finally(() => {
        this.#isTrimming = false;
        this.#onTrim(false);
      });
  }
}
