import type { DatabaseSync } from 'node:sqlite';
import { HASH_BYTES } from '../../proof/merkle-tree.ts';
import { insertInto } from '../schema/schema.ts';
import type { SqlRow } from '../schema/statements.ts';
import { isHash, MISSING_LEAF, RecordTree } from '../store/record-tree.ts';

/** Hashes of leaves by position. A hash that is missing is all zeros. */
export class TreeLeaves {
  readonly #most: number;
  #hashes = Buffer.alloc(HASH_BYTES * 1024);
  #size = 0;

  /** `most` bounds the positions: a damaged row number must not take the memory. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Number of positions up to the last known one. */
  get size(): number {
    return this.#size;
  }

  get(index: number): Buffer | undefined {
    if (index < 0 || index >= this.#size) return undefined;
    const hash = this.#hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
    return hash.equals(MISSING_LEAF) ? undefined : hash;
  }

  /** Sets the hash of a position that can be, if it is not known. */
  add(index: number, hash: Uint8Array): void {
    if (this.reach(index + 1) && this.get(index) === undefined) this.#hashes.set(hash, index * HASH_BYTES);
  }

  /** Returns true if a hash of the `width` positions from here on is missing. There must be so many. */
  lacksOneOf(from: number, width: number): boolean {
    if (!(from >= 0 && from + width <= this.#size)) return false;
    for (let index = from; index < from + width; index += 1) if (this.get(index) === undefined) return true;
    return false;
  }

  /** Makes the tree as long as this, with missing leaves at its end. */
  reach(size: number): boolean {
    if (size < 0 || size > this.#most) return false;
    if (size * HASH_BYTES > this.#hashes.length) {
      const larger = Buffer.alloc(size * HASH_BYTES * 2);
      this.#hashes.copy(larger);
      this.#hashes = larger;
    }
    this.#size = Math.max(this.#size, size);
    return true;
  }
}

/**
 * Writes the leaves and the roots of complete subtrees. A root that was stored stays where leaves below it are missing:
 * with it, later checkpoints still fit.
 */
export function writeTree(db: DatabaseSync, leaves: TreeLeaves, stored: readonly SqlRow[]): void {
  const addLeaf = db.prepare(insertInto('tree_leaves', ['i', 'hash']));
  for (let index = 0; index < leaves.size; index += 1) addLeaf.run(index, leaves.get(index) ?? MISSING_LEAF);
  const addRoot = db.prepare(insertInto('tree_subtrees', ['level', 'i', 'hash'], 'OR IGNORE'));
  for (const { level, i, hash } of stored) {
    const width = 2 ** Number(level);
    if (isHash(hash) && leaves.lacksOneOf(Number(i) * width, width)) addRoot.run(level!, i!, hash);
  }
  new RecordTree(db).storeSubtrees();
}
