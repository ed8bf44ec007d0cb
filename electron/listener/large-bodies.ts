import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bodies up to this size are read and parsed at once. */
export const SMALL_BODY_BYTES = 16_384;
/**
 * Maximum bytes of large bodies in progress: for one integration, and for all together. One thread parses them, one after
 * another: more of them only wait in memory.
 */
const INTEGRATION_BYTES = 4 * 1_048_576;
const TOTAL_BYTES = 6 * 1_048_576;
/** Maximum number of parsed large bodies that are not recorded yet: one in redaction, and the next. */
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

/** A large body in progress. */
export interface LargeBody {
  /** Runs the blocking work when this body's turn comes. */
  parse<T>(work: () => T): Promise<T>;
  /**
   * Releases the body's place. The caller calls it once the request is answered or the client has closed the
   * connection.
   */
  leave(): void;
}

/**
 * Admits large bodies in turns, so that they do not use up memory or time that other requests need. It limits the bytes
 * that are read and the number of bodies that are parsed. After each parse, the main thread serves other requests for
 * as long as that parse took.
 */
export class LargeBodies {
  readonly #sources = new WeakMap<object, Source>();
  #bytes = 0;
  #parsed = 0;
  readonly #outside: Entrant[] = [];
  readonly #unparsed: { source: Source; go: () => void }[] = [];
  #parsing = false;
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Waits until there is room for a body of at most `bytes` bytes. */
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
          this.#parsing = false;
          // Starts the next body after other requests had a turn.
          void nextTurn().then(() => this.#goOn());
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
    if (this.#parsing || this.#timer !== undefined) return;
    if (this.#parsed >= MAX_PARSED || this.#unparsed.length === 0) return;
    const rest = this.#restsUntil - performance.now();
    if (rest > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#goOn();
      }, rest);
      return;
    }
    // The integration with the fewest parsed bodies is next. Among equals, the first in the queue is next.
    let chosen = 0;
    for (let index = 1; index < this.#unparsed.length; index += 1) {
      if (this.#unparsed[index]!.source.parsed < this.#unparsed[chosen]!.source.parsed) chosen = index;
    }
    const [{ source, go }] = this.#unparsed.splice(chosen, 1) as [{ source: Source; go: () => void }];
    source.parsed += 1;
    this.#parsed += 1;
    // The work starts in a later microtask. A body that asks in between waits for its end.
    this.#parsing = true;
    go();
  }
}
