/** Smallest buffer for a body of unknown length. */
const FIRST_BYTES = 16_384;

const EMPTY = Buffer.alloc(0);

/** Returns the memory of a buffer to the system at once instead of at the next collection. Nothing may use it after. */
export function release(bytes: Buffer): void {
  // A small buffer can be a part of one that others use.
  if (bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0) {
    (bytes.buffer as ArrayBuffer).transfer(0);
  }
}

/**
 * The bytes of a body, gathered in one buffer. A buffer of its own for each chunk would hold the bytes twice, and a
 * client that sends single bytes would cause hundreds of bytes of bookkeeping for each.
 */
export class GatheredBytes {
  readonly #limit: number;
  readonly #declared: number | undefined;
  #buffer: Buffer = EMPTY;
  #length = 0;

  constructor(limit: number, declared: number | undefined) {
    this.#limit = limit;
    this.#declared = declared;
  }

  /** Adds a chunk, which nothing else may use. Returns false if the body is over the limit. */
  add(chunk: Buffer): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#limit) return false;
    if (this.#length === 0 && chunk.length === this.#declared) {
      this.#buffer = chunk;
    } else {
      if (length > this.#buffer.length) this.#grow(length);
      this.#buffer.set(chunk, this.#length);
      release(chunk);
    }
    this.#length = length;
    return true;
  }

  bytes(): Buffer {
    return this.#buffer.length === this.#length ? this.#buffer : this.#buffer.subarray(0, this.#length);
  }

  /** Gives up the bytes of a body that will not be complete. */
  release(): void {
    release(this.#buffer);
    this.#buffer = EMPTY;
    this.#length = 0;
  }

  #grow(length: number): void {
    const room = this.#declared ?? Math.min(this.#limit, Math.max(FIRST_BYTES, 2 * this.#buffer.length));
    const larger = Buffer.allocUnsafeSlow(Math.max(room, length));
    larger.set(this.#buffer.subarray(0, this.#length));
    release(this.#buffer);
    this.#buffer = larger;
  }
}
