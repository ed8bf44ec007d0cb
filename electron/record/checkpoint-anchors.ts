import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { CheckpointSource } from '../../shared/record-check.ts';

const Kept = Type.Object({ note: Type.String(), at: Type.String() });
type Kept = Static<typeof Kept>;

/**
 * The checkpoints that a place outside the record keeps. `disputed` is a checkpoint from which the record does not
 * continue: another record took its place. It stays, because a later checkpoint would hide this.
 */
const Anchor = Type.Object({ newest: Kept, disputed: Type.Optional(Kept) });
type Anchor = Static<typeof Anchor>;

/** A place outside the record that keeps one short text. */
export interface AnchorPlace {
  source: CheckpointSource;
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** A checkpoint with the place that kept it. */
interface AnchoredCheckpoint extends Kept {
  source: CheckpointSource;
}

/** Minimum interval between two writes to the places: a keychain writes its whole file each time. */
const WRITE_INTERVAL_MS = 60_000;

function parse(text: string | undefined): Anchor | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Check(Anchor, value) ? (value as Anchor) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the newest checkpoint of the record in places outside it. */
export class CheckpointAnchors {
  readonly #places: readonly AnchorPlace[];
  readonly #continuesFrom: (note: string) => Promise<boolean>;
  readonly #onDisputed: (source: CheckpointSource) => void;
  readonly #anchors = new Map<AnchorPlace, Anchor>();
  #loaded: Promise<void> | undefined;
  #newest: Kept | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * `continuesFrom` tells whether the record continues from a checkpoint. `onDisputed` learns that the record does not
   * continue from the checkpoint of a place.
   */
  constructor(
    places: readonly AnchorPlace[],
    continuesFrom: (note: string) => Promise<boolean>,
    onDisputed: (source: CheckpointSource) => void,
  ) {
    this.#places = places;
    this.#continuesFrom = continuesFrom;
    this.#onDisputed = onDisputed;
  }

  /** Takes a new checkpoint. It reaches the places within a minute. */
  add(note: string, at: string): void {
    this.#newest = { note, at };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, WRITE_INTERVAL_MS).unref();
  }

  /** Returns the checkpoints that the places keep. */
  async known(): Promise<AnchoredCheckpoint[]> {
    await this.load();
    return [...this.#anchors].flatMap(([{ source }, { newest, disputed }]) =>
      [disputed, newest].filter((kept) => kept !== undefined).map((kept) => ({ source, ...kept })),
    );
  }

  /** Reads the anchors and compares them with the record, once. */
  load(): Promise<void> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  /** Compares the anchors again before the next write, because another store has taken the place of the record. */
  recheck(): void {
    this.#loaded = undefined;
  }

  /** Drops the disputed checkpoints, after the user has deleted everything. */
  async forgetDisputed(): Promise<void> {
    await this.load();
    for (const [place, anchor] of this.#anchors) {
      if (anchor.disputed === undefined) continue;
      const { newest } = anchor;
      await place.write(JSON.stringify({ newest }));
      this.#anchors.set(place, { newest });
    }
  }

  /** Drops all checkpoints, after the user has put another record in the place of this one. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#newest = undefined;
    this.#anchors.clear();
    this.#loaded = Promise.resolve();
    // A locked keychain keeps its checkpoint, which the next start reports as disputed.
    for (const place of this.#places) await place.write('').catch(() => {});
  }

  /** The places with a checkpoint from which the record does not continue, and the times of these checkpoints. */
  async disputed(): Promise<{ source: CheckpointSource; at: string }[]> {
    await this.load();
    return [...this.#anchors].flatMap(([{ source }, { disputed }]) =>
      disputed === undefined ? [] : [{ source, at: disputed.at }],
    );
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#write();
  }

  async #load(): Promise<void> {
    for (const place of this.#places) {
      const anchor = parse(await place.read().catch(() => undefined));
      if (anchor === undefined) continue;
      this.#anchors.set(place, anchor);
      if (anchor.disputed !== undefined || (await this.#continuesFrom(anchor.newest.note))) continue;
      anchor.disputed = anchor.newest;
      this.#onDisputed(place.source);
    }
  }

  async #write(): Promise<void> {
    const newest = this.#newest;
    if (newest === undefined) return;
    this.#newest = undefined;
    try {
      await this.load();
    } catch {
      // The store is closed. Without the comparison, a new checkpoint could hide a replaced record.
      return;
    }
    for (const place of this.#places) {
      const anchor: Anchor = { ...this.#anchors.get(place), newest };
      try {
        await place.write(JSON.stringify(anchor));
        this.#anchors.set(place, anchor);
      } catch {
        // A locked keychain or a full disk keeps an older checkpoint. The next one is written again.
      }
    }
  }
}
