import type { DatabaseSync } from 'node:sqlite';
import { HASH_BYTES, hashNode } from '../../proof/merkle-tree.ts';
import { MISSING_LEAF } from '../store/record-tree.ts';

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

  /** Sets the hash of a position if it is not known. Returns false for a position that cannot be. */
  add(index: number, hash: Uint8Array): boolean {
    if (!this.reach(index + 1)) return false;
    if (this.get(index) === undefined) this.#hashes.set(hash, index * HASH_BYTES);
    return true;
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

/** Number of subtrees that a stored subtree of the next height has. */
const FAN = 256;
const LEVELS = 8;

function rootOf(hashes: readonly Uint8Array[]): Buffer {
  let row = hashes;
  while (row.length > 1) {
    const below = row;
    row = Array.from({ length: below.length / 2 }, (_, pair) =>
      hashNode(below[2 * pair]!, below[2 * pair + 1]!),
    );
  }
  return row[0] as Buffer;
}

/**
 * Writes the leaves and the roots of complete subtrees. A root that was stored stays where leaves below it are missing:
 * with it, later checkpoints still fit.
 */
export function writeTree(db: DatabaseSync, leaves: TreeLeaves, stored: ReadonlyMap<string, Buffer>): void {
  const addLeaf = db.prepare('INSERT INTO tree_leaves (i, hash) VALUES (?, ?)');
  for (let index = 0; index < leaves.size; index += 1) addLeaf.run(index, leaves.get(index) ?? MISSING_LEAF);
  const addSubtree = db.prepare('INSERT INTO tree_subtrees (level, i, hash) VALUES (?, ?, ?)');
  let below = (index: number): Buffer | undefined => leaves.get(index);
  let count = leaves.size;
  for (let level = LEVELS; count >= FAN; level += LEVELS) {
    count = Math.floor(count / FAN);
    const roots = new Map<number, Buffer>();
    const source = below;
    for (let index = 0; index < count; index += 1) {
      const parts = Array.from({ length: FAN }, (_, at) => source(index * FAN + at));
      const isWhole = parts.every((part) => part !== undefined);
      const kept = isWhole ? undefined : stored.get(`${level} ${index}`);
      const root = kept ?? rootOf(parts.map((part) => part ?? MISSING_LEAF));
      if (isWhole || kept !== undefined) roots.set(index, root);
      addSubtree.run(level, index, root);
    }
    below = (index) => roots.get(index);
  }
}
