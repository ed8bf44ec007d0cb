/** Bodies up to this size are read and parsed at once. */
export const SMALL_BODY_BYTES = 16_384;
/**
 * Maximum bytes of large bodies in progress: for one integration, and for all together. One thread reads them, one after
 * another and in turn between integrations: more of them only wait in memory.
 */
const INTEGRATION_BYTES = 4 * 1_048_576;
const TOTAL_BYTES = 6 * 1_048_576;

interface Source {
  bytes: number;
}

interface Entrant {
  source: Source;
  bytes: number;
  enter: () => void;
}

/** A large body in progress. */
export interface LargeBody {
  /**
   * Releases the body's place. The caller calls it once the request is answered or the client has closed the
   * connection.
   */
  leave(): void;
}

/** Admits large bodies in turns, so that they do not use up memory that other requests need. */
export class LargeBodies {
  readonly #sources = new WeakMap<object, Source>();
  #bytes = 0;
  readonly #outside: Entrant[] = [];

  /** Waits until there is room for a body of at most `bytes` bytes. */
  async enter(integration: object, bytes: number): Promise<LargeBody> {
    let source = this.#sources.get(integration);
    if (source === undefined) {
      source = { bytes: 0 };
      this.#sources.set(integration, source);
    }
    if (this.#fits(source, bytes)) this.#take(source, bytes);
    else {
      const outside = source;
      await new Promise<void>((enter) => this.#outside.push({ source: outside, bytes, enter }));
    }
    return this.#body(source, bytes);
  }

  // One body of each integration always fits, so other integrations cannot use up its share.
  #fits(source: Source, bytes: number): boolean {
    if (source.bytes === 0) return true;
    return source.bytes + bytes <= INTEGRATION_BYTES && this.#bytes + bytes <= TOTAL_BYTES;
  }

  #take(source: Source, bytes: number): void {
    source.bytes += bytes;
    this.#bytes += bytes;
  }

  #body(source: Source, bytes: number): LargeBody {
    let left = false;
    return {
      leave: () => {
        if (left) return;
        left = true;
        source.bytes -= bytes;
        this.#bytes -= bytes;
        this.#letIn();
      },
    };
  }

  #letIn(): void {
    for (let index = 0; index < this.#outside.length; ) {
      const { source, bytes, enter } = this.#outside[index]!;
      if (this.#fits(source, bytes)) {
        this.#outside.splice(index, 1);
        this.#take(source, bytes);
        enter();
      } else index += 1;
    }
  }
}
