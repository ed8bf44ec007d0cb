import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { CheckpointSource } from '../../shared/record-check.ts';
import type { Continuation } from '../receipts/store/checkpoint-log.ts';

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

/** A crash of the computer takes what the system had not written yet: half a minute on most systems. */
const MOST_LOST_MS = 300_000;

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
  readonly #continuationOf: (note: string) => Promise<Continuation>;
  readonly #onDisputed: (source: CheckpointSource) => void;
  readonly #anchors = new Map<AnchorPlace, Anchor>();
  #loaded: Promise<void> | undefined;
  #newest: Kept | undefined;
  /** The time of the newest receipt that a crash left. */
  #crashedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * `continuationOf` tells how the record continues from a checkpoint. `onDisputed` learns that the record does not
   * continue from the checkpoint of a place.
   */
  constructor(
    places: readonly AnchorPlace[],
    continuationOf: (note: string) => Promise<Continuation>,
    onDisputed: (source: CheckpointSource) => void,
  ) {
    this.#places = places;
    this.#continuationOf = continuationOf;
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

  /** Learns that a crash took the receipts after this time. A checkpoint of the moments behind it is then no dispute. */
  allowCrash(newestAt: number): void {
    this.#crashedAt = newestAt;
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
      if (anchor.disputed !== undefined) continue;
      const continuation = await this.#continuationOf(anchor.newest.note);
      if (continuation === 'continues') continue;
      if (continuation === 'is_shorter' && this.#isOfCrash(anchor.newest.at)) {
        this.#anchors.delete(place);
        await place.write('').catch(() => {});
        continue;
      }
      anchor.disputed = anchor.newest;
      this.#onDisputed(place.source);
    }
  }

  #isOfCrash(at: string): boolean {
    return this.#crashedAt !== undefined && Date.parse(at) - this.#crashedAt <= MOST_LOST_MS;
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
