import type { DatabaseSync } from 'node:sqlite';
import { openCheckpoint, signCheckpoint } from '../../proof/checkpoint.ts';
import type { NoteSigner } from '../../proof/signed-note.ts';
import { inTransaction, numberOf, statement } from '../schema/statements.ts';
import type { RecordTree } from './record-tree.ts';

/** Of the checkpoints of this time, the first is kept, and the newest of all. A check names a change within this time. */
const KEPT_INTERVAL_MS = 3_600_000;

/** A checkpoint as the record keeps it. */
interface StoredCheckpoint {
  /** Epoch milliseconds, by the clock of the host. */
  at: number;
  note: string;
}

/** The record continues from a checkpoint, has fewer leaves than that, or is another one. */
export type Continuation = 'continues' | 'is_shorter' | 'differs';

/** Signs the roots of the tree and keeps the signed checkpoints. */
export class CheckpointLog {
  readonly #db: DatabaseSync;
  readonly #tree: RecordTree;
  readonly signer: NoteSigner;
  /** Size at which this process signed last, or at which it found the tree. */
  #size: number;
  /** The last checkpoint that can make room for the next, and the time of the last one that stays. */
  #last: (StoredCheckpoint & { key: number }) | undefined;
  #keptAt = Number.NEGATIVE_INFINITY;

  constructor(db: DatabaseSync, tree: RecordTree, signer: NoteSigner) {
    this.#db = db;
    this.#tree = tree;
    this.signer = signer;
    this.#size = tree.size;
  }

  /**
   * Signs the tree if this process has appended to it since it signed. What another process left unsigned stays so
   * until then: its check must not sign a change that it should find.
   */
  sign(): string | undefined {
    if (this.#tree.size === this.#size) return undefined;
    const { size } = this.#tree;
    const note = signCheckpoint(this.signer, size, this.#tree.root());
    const at = Date.now();
    // Only checkpoints of this process make room. An earlier one may be the evidence of a replaced file.
    const isDue = this.#last !== undefined && this.#last.at - this.#keptAt < KEPT_INTERVAL_MS;
    const key = inTransaction(this.#db, () => {
      if (isDue) statement(this.#db, 'DELETE FROM tree_checkpoints WHERE key = ?').run(this.#last!.key);
      const insert = 'INSERT INTO tree_checkpoints (size, at, note) VALUES (?, ?, ?) RETURNING key';
      return numberOf(this.#db, insert, size, at, note);
    });
    if (!isDue && this.#last !== undefined) this.#keptAt = this.#last.at;
    this.#last = { key, at, note };
    this.#size = size;
    return note;
  }

  /** Returns the kept checkpoints, oldest first. */
  all(): StoredCheckpoint[] {
    return this.#db
      .prepare('SELECT at, note FROM tree_checkpoints ORDER BY key')
      .all() as unknown as StoredCheckpoint[];
  }

  /** Tells how the record continues from a checkpoint. */
  continuation(note: string): Continuation {
    const checkpoint = openCheckpoint(note, this.signer.publicKey);
    if (checkpoint === undefined) return 'differs';
    const root = this.#tree.rootAt(checkpoint.size);
    if (root === undefined) return 'is_shorter';
    return root.equals(checkpoint.root) ? 'continues' : 'differs';
  }
}
