import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { HASH_BYTES } from '../../proof/merkle-tree.ts';

/** Leaves that one read fetches. */
const WINDOW = 4096;

/** Reads the hashes of leaves in order. A window of hashes as one text takes a tenth of the time of single rows. */
export class LeafHashes {
  readonly #count: StatementSync;
  readonly #joined: StatementSync;
  readonly #one: StatementSync;
  #window = -1;
  /** Undefined if a leaf of the window is missing. */
  #hashes: Buffer | undefined;

  constructor(db: DatabaseSync) {
    const range = 'FROM tree_leaves WHERE i >= ? AND i < ?';
    this.#count = db.prepare(
      `SELECT count(*) AS count, max(i) AS last ${range} AND length(hash) = ${HASH_BYTES}`,
    );
    this.#joined = db.prepare(
      `SELECT group_concat(hex(hash), '') AS hashes FROM (SELECT hash ${range} ORDER BY i)`,
    );
    this.#one = db.prepare('SELECT hash FROM tree_leaves WHERE i = ?');
  }

  /** Returns the hash of a leaf. Undefined if it is missing. */
  get(index: number): Uint8Array | undefined {
    const window = Math.floor(index / WINDOW);
    if (window !== this.#window) this.#read(window);
    const at = (index % WINDOW) * HASH_BYTES;
    if (this.#hashes !== undefined && at < this.#hashes.length) {
      return this.#hashes.subarray(at, at + HASH_BYTES);
    }
    return this.#one.get(index)?.hash as Uint8Array | undefined;
  }

  #read(window: number): void {
    const from = window * WINDOW;
    const { count, last } = this.#count.get(from, from + WINDOW) as { count: number; last: number | null };
    const { hashes } = this.#joined.get(from, from + WINDOW) as { hashes: string | null };
    const bytes = Buffer.from(hashes ?? '', 'hex');
    const isDense = bytes.length === count * HASH_BYTES && last === from + count - 1;
    this.#window = window;
    this.#hashes = isDense ? bytes : undefined;
  }
}
