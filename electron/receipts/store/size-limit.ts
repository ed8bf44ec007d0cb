import type { OpenStore } from './read-store.ts';

/** Bytes written between two checks of the file's size; the smallest limit is 1 MiB. */
const CHECK_INTERVAL_BYTES = 1_048_576;

/** Tells when the store is over its size limit, between two hourly runs of retention. */
export class SizeLimit {
  readonly #store: OpenStore;
  #maxBytes: number | null = null;
  #writtenSinceCheck = 0;
  readonly #onOver: () => void;

  constructor(store: OpenStore, onOver: () => void) {
    this.#store = store;
    this.#onOver = onOver;
  }

  /** Sets the limit. */
  set(maxBytes: number | null): void {
    this.#maxBytes = maxBytes;
  }

  /** Compares the size with the limit, each time that enough was written. */
  compare(): void {
    const { writer, eraser } = this.#store.parts;
    this.#writtenSinceCheck += writer.takeRowBytes();
    const maxBytes = this.#maxBytes;
    if (maxBytes === null || this.#writtenSinceCheck < CHECK_INTERVAL_BYTES) return;
    this.#writtenSinceCheck = 0;
    if (eraser.usedBytes() > maxBytes) this.#onOver();
  }
}
