import { setImmediate as nextTurn } from 'node:timers/promises';

/** Smaller bodies are read and parsed at once. */
export const SMALL_BODY_BYTES = 16_384;
/** Bytes of large bodies that one integration, and all together, may have in work. */
const INTEGRATION_BYTES = 8 * 1_048_576;
const TOTAL_BYTES = 32 * 1_048_576;
/** Large bodies that are parsed and not recorded yet: one that is being redacted, and the next. */
const MAX_PARSED = 2;

interface Source {
  bytes: number;
  parsed: number;
}

interface Entrant {
  source: Source;
  bytes: number;
  enter: () => void;
}

/** A large body on its way. */
export interface LargeBody {
  /** Does the work that blocks everybody else, when it is this body's turn. */
  parse<T>(work: () => T): Promise<T>;
  /** To be called when the request has been answered, or has gone. */
  leave(): void;
}

/**
 * Lets large bodies in by turns, so that they take neither the memory nor the time of everybody else: only so many bytes are
 * read, few are parsed at a time, and between two the main thread has as long for others as the first one took.
 */
export class LargeBodies {
  readonly #sources = new WeakMap<object, Source>();
  #bytes = 0;
  #parsed = 0;
  readonly #outside: Entrant[] = [];
  readonly #unparsed: { source: Source; go: () => void }[] = [];
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Waits until there is room for a body of at most so many bytes. */
  async enter(integration: object, bytes: number): Promise<LargeBody> {
    let source = this.#sources.get(integration);
    if (source === undefined) {
      source = { bytes: 0, parsed: 0 };
      this.#sources.set(integration, source);
    }
    await this.#room(source, bytes);
    return this.#body(source, bytes);
  }

  #room(source: Source, bytes: number): Promise<void> | undefined {
    if (this.#fits(source, bytes)) {
      this.#take(source, bytes);
      return undefined;
    }
    return new Promise((resolve) => {
      this.#outside.push({ source, bytes, enter: resolve });
    });
  }

  // One body of each integration always fits: nobody's share can be taken up by others.
  #fits(source: Source, bytes: number): boolean {
    if (source.bytes === 0) return true;
    return source.bytes + bytes <= INTEGRATION_BYTES && this.#bytes + bytes <= TOTAL_BYTES;
  }

  #take(source: Source, bytes: number): void {
    source.bytes += bytes;
    this.#bytes += bytes;
  }

  #body(source: Source, bytes: number): LargeBody {
    let parsed = false;
    let left = false;
    return {
      parse: async (work) => {
        await this.#turn(source);
        parsed = true;
        const startedAt = performance.now();
        try {
          return work();
        } finally {
          const endedAt = performance.now();
          this.#restsUntil = endedAt + (endedAt - startedAt);
        }
      },
      leave: () => {
        if (left) return;
        left = true;
        source.bytes -= bytes;
        this.#bytes -= bytes;
        if (parsed) {
          source.parsed -= 1;
          this.#parsed -= 1;
        }
        this.#letIn();
        this.#goOn();
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

  #turn(source: Source): Promise<void> {
    return new Promise((resolve) => {
      this.#unparsed.push({ source, go: resolve });
      this.#goOn();
    });
  }

  #goOn(): void {
    if (this.#timer !== undefined || this.#parsed >= MAX_PARSED || this.#unparsed.length === 0) return;
    const rest = this.#restsUntil - performance.now();
    if (rest > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#goOn();
      }, rest);
      return;
    }
    // Whoever has fewest in work is next, and of those whoever came first.
    let chosen = 0;
    for (let index = 1; index < this.#unparsed.length; index += 1) {
      if (this.#unparsed[index]!.source.parsed < this.#unparsed[chosen]!.source.parsed) chosen = index;
    }
    const [{ source, go }] = this.#unparsed.splice(chosen, 1) as [{ source: Source; go: () => void }];
    source.parsed += 1;
    this.#parsed += 1;
    go();
    // The one after it, when this one has been parsed and others have had their turn.
    void nextTurn().then(() => this.#goOn());
  }
}
