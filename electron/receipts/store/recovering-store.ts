import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { BackgroundIndex } from './background-index.ts';
import type { CheckpointLog } from './checkpoint-log.ts';
import { isDamaged, openDatabase, setDatabaseAside, suggestsDamage } from './database.ts';
import { rebuildIndexes } from './rebuild-indexes.ts';
import type { ReceiptEraser } from './receipt-eraser.ts';
import type { ReceiptReader } from './receipt-reader.ts';
import type { ReceiptWriter } from './receipt-writer.ts';
import type { RecordTree } from './record-tree.ts';
import { StoreReplaced } from './store-failure.ts';

/** Receives reports about the store's file. */
export interface StoreObserver {
  /** A damaged file was renamed to `file`, and a new file took its place. */
  setAside(file: string): void;
  /** Another program deleted or replaced the file while it was in use. */
  replaced(): void;
  /** Only the indexes were damaged. They have been rebuilt. */
  indexRebuilt(): void;
}

/** An open database, with the objects that hold its prepared statements. */
export interface StoreParts {
  db: DatabaseSync;
  tree: RecordTree;
  /** Undefined if this process has no key to sign with. */
  checkpoints: CheckpointLog | undefined;
  writer: ReceiptWriter;
  reader: ReceiptReader;
  index: BackgroundIndex;
  eraser: ReceiptEraser;
}

/** Result of a recovery: the same file was reopened, a new file took its place, or no recovery was possible. */
type Recovery = 'reopened' | 'replaced' | 'nothing';

/** The longest time in which events can be written to a file that was deleted or replaced. */
const FILE_CHECK_INTERVAL_MS = 500;

/** Opens the database file, and reopens it after it was damaged or replaced. */
export class RecoveringStore {
  readonly #file: string;
  readonly #assemble: (db: DatabaseSync) => StoreParts;
  readonly #observer: StoreObserver;
  #parts: StoreParts;
  #inode: number | undefined;
  #checkedAt = performance.now();
  #replacements = 0;

  constructor(file: string, assemble: (db: DatabaseSync) => StoreParts, observer: StoreObserver) {
    this.#file = file;
    this.#assemble = assemble;
    this.#observer = observer;
    this.#parts = this.#open();
    this.#inode = this.#currentInode();
  }

  /** The parts of the open database. A recovery replaces them. */
  get parts(): StoreParts {
    return this.#parts;
  }

  /** Reopens the file if another file has its name. The next start must find the acknowledged events under that name. */
  reopenIfReplaced(): void {
    const now = performance.now();
    if (now - this.#checkedAt < FILE_CHECK_INTERVAL_MS) return;
    this.#checkedAt = now;
    if (this.#currentInode() === this.#inode) return;
    if (this.#parts.db.isOpen) this.#parts.db.close();
    this.#reopen();
    this.#observer.replaced();
  }

  /** Runs an action. If it fails and a recovery is possible, runs it once more. */
  attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (this.#recover(error) === 'nothing') throw error;
      return action();
    }
  }

  /** The asynchronous form of {@link attempt}. */
  async attemptAsync<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (this.#recover(error) === 'nothing') throw error;
      return action();
    }
  }

  /** Runs a read. Throws if a new store took over, because an empty page of the new store would look like the end. */
  read<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      const recovery = this.#recover(error);
      if (recovery === 'reopened') return action();
      throw recovery === 'replaced' ? new StoreReplaced() : error;
    }
  }

  #recover(error: unknown): Recovery {
    const before = this.#replacements;
    // An earlier recovery that could not finish, for example on a full disk, leaves the database closed.
    if (this.#parts.db.isOpen) {
      if (!suggestsDamage(error)) return 'nothing';
      this.#parts.db.close();
      this.#replaceIfDamaged();
    }
    this.#reopen();
    return this.#replacements > before ? 'replaced' : 'reopened';
  }

  #reopen(): void {
    this.#parts = this.#open();
    this.#inode = this.#currentInode();
  }

  #open(): StoreParts {
    try {
      return openDatabase(this.#file, this.#assemble);
    } catch (error) {
      if (!suggestsDamage(error) || !this.#replaceIfDamaged()) throw error;
      return openDatabase(this.#file, this.#assemble);
    }
  }

  /** Repairs or renames the closed file if a second check confirms the damage. Otherwise returns false and changes nothing. */
  #replaceIfDamaged(): boolean {
    if (!isDamaged(this.#file)) return false;
    if (rebuildIndexes(this.#file)) {
      this.#observer.indexRebuilt();
      return true;
    }
    this.#replacements += 1;
    this.#observer.setAside(setDatabaseAside(this.#file, new Date()));
    return true;
  }

  #currentInode(): number | undefined {
    return statSync(this.#file, { throwIfNoEntry: false })?.ino;
  }
}
