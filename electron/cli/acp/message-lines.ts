/** The longest message that is read. A longer one passes through and is counted. */
const MAX_LINE_BYTES = 4 * 1_048_576;
const NEWLINE = 0x0a;

/** Splits a stream of bytes into lines. The memory of an unfinished line is bounded. */
export class MessageLines {
  readonly #onLine: (line: Buffer) => void;
  readonly #onOverlong: () => void;
  #parts: Buffer[] = [];
  #bytes = 0;
  #overlong = false;

  constructor(onLine: (line: Buffer) => void, onOverlong: () => void) {
    this.#onLine = onLine;
    this.#onOverlong = onOverlong;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, at));
      this.#end();
      from = at + 1;
    }
    this.#take(chunk.subarray(from));
  }

  #take(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > MAX_LINE_BYTES) {
      this.#overlong = true;
      this.#parts = [];
    }
    if (!this.#overlong && part.length > 0) this.#parts.push(part);
  }

  #end(): void {
    if (this.#overlong) this.#onOverlong();
    else if (this.#bytes > 0) this.#onLine(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#bytes = 0;
    this.#overlong = false;
  }
}
