import type { DatabaseSync } from 'node:sqlite';
import { canonicalJson } from '../../proof/canonical-json.ts';
import type { MarkLeaf } from '../../proof/leaves.ts';
import {
  edgeOf,
  HASH_BYTES,
  hashLeaf,
  hashNode,
  inclusionProof,
  type OnSubtree,
  TreeHead,
} from '../../proof/merkle-tree.ts';
import { firstValue, statement } from '../schema/statements.ts';

/**
 * The roots of complete subtrees of 256, 65,536, … leaves are stored. A proof then reads at most 256 hashes for each
 * of these heights, and a store opens without reading all its leaves.
 */
const STORED_LEVELS = 8;

/** Stands for a leaf whose hash was removed. No leaf has this hash. */
export const MISSING_LEAF = Buffer.alloc(HASH_BYTES);

export const isHash = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array && value.length === HASH_BYTES;

/** Returns the root over a row of neighbours whose number is a power of two. */
function rootOfRow(row: Buffer[]): Buffer {
  if (row.length === 1) return row[0]!;
  return rootOfRow(
    Array.from({ length: row.length / 2 }, (_, pair) => hashNode(row[2 * pair]!, row[2 * pair + 1]!)),
  );
}

/**
 * Returns the number of leaves. Two kinds of leaves are not counted, because whoever opens the tree would read up to them: one
 * without the leaf before it, which somebody put far behind the end, and one for which the file has no room, which a damaged
 * page of another table names.
 */
export function treeSize(db: DatabaseSync): number {
  const last = firstValue<number>(
    db,
    `SELECT i FROM tree_leaves l
     WHERE i >= 0 AND i < (SELECT page_count * page_size / ${HASH_BYTES} FROM pragma_page_count, pragma_page_size)
       AND (i = 0 OR EXISTS (SELECT 1 FROM tree_leaves p WHERE p.i = l.i - 1))
     ORDER BY i DESC LIMIT 1`,
  );
  return last === undefined ? 0 : last + 1;
}

/** The Merkle tree over all receipts, in the database of the receipts. Leaves are appended and never removed. */
export class RecordTree {
  readonly #db: DatabaseSync;
  readonly #storeSubtree: OnSubtree;
  #head: TreeHead | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#storeSubtree = (level, index, hash) => {
      if (level % STORED_LEVELS !== 0) return;
      statement(db, 'INSERT INTO tree_subtrees (level, i, hash) VALUES (?, ?, ?)').run(level, index, hash);
    };
  }

  /** Number of leaves, and the position of the next one. */
  get size(): number {
    return this.#open().size;
  }

  root(): Buffer {
    return this.#open().root();
  }

  /** Appends a leaf inside the caller's transaction. */
  append(leaf: string): void {
    const head = this.#open();
    const hash = hashLeaf(leaf);
    statement(this.#db, 'INSERT INTO tree_leaves (i, hash) VALUES (?, ?)').run(head.size, hash);
    head.append(hash, this.#storeSubtree);
  }

  /** Appends a mark inside the caller's transaction. Its text stays, because no receipt has its content. */
  appendMark(mark: MarkLeaf): void {
    const leaf = canonicalJson(mark);
    statement(this.#db, 'INSERT INTO tree_marks (i, leaf) VALUES (?, ?)').run(this.size, leaf);
    this.append(leaf);
  }

  /** Stores the roots of complete subtrees that are not stored, inside the caller's transaction. */
  storeSubtrees(): void {
    const add = this.#db.prepare('INSERT OR IGNORE INTO tree_subtrees (level, i, hash) VALUES (?, ?, ?)');
    for (let level = STORED_LEVELS; 2 ** level <= this.size; level += STORED_LEVELS) {
      for (let index = 0; (index + 1) * 2 ** level <= this.size; index += 1)
        add.run(level, index, this.#storedSubtree(level, index));
    }
  }

  /** Returns the audit path of a leaf in the tree of the first `size` leaves. */
  proof(index: number, size: number): Buffer[] {
    return inclusionProof((level, at) => this.#subtreeHash(level, at), index, size);
  }

  /** Returns the root over the first `size` leaves. Undefined if the tree has fewer. */
  rootAt(size: number): Buffer | undefined {
    if (size > this.size) return undefined;
    return this.#headAt(size).root();
  }

  /** Clears the state in memory, after a rollback. */
  forget(): void {
    this.#head = undefined;
  }

  #open(): TreeHead {
    this.#head ??= this.#headAt(treeSize(this.#db));
    return this.#head;
  }

  #headAt(size: number): TreeHead {
    const edge = edgeOf(size).map(({ level, index }) => this.#subtreeHash(level, index));
    return new TreeHead(size, edge);
  }

  #subtreeHash(level: number, index: number): Buffer {
    const above = level % STORED_LEVELS;
    const count = 2 ** above;
    return rootOfRow(this.#stored(level - above, index * count, count));
  }

  /** A leaf that is missing counts as zeros: a damaged tree must not end the recording, and its root is another. */
  #stored(level: number, from: number, count: number): Buffer[] {
    if (level > 0) return Array.from({ length: count }, (_, at) => this.#storedSubtree(level, from + at));
    const hashes = Array.from({ length: count }, () => MISSING_LEAF);
    const leaves = statement(this.#db, 'SELECT i, hash FROM tree_leaves WHERE i >= ? AND i < ?');
    for (const { i, hash } of leaves.iterate(from, from + count)) {
      if (isHash(hash)) hashes[(i as number) - from] = Buffer.from(hash);
    }
    return hashes;
  }

  #storedSubtree(level: number, index: number): Buffer {
    const sql = 'SELECT hash FROM tree_subtrees WHERE level = ? AND i = ?';
    const hash = firstValue(this.#db, sql, level, index);
    if (isHash(hash)) return Buffer.from(hash);
    const below = 2 ** STORED_LEVELS;
    return rootOfRow(this.#stored(level - STORED_LEVELS, index * below, below));
  }
}
