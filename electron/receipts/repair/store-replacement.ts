import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { FileHarm } from '../../../shared/incident.ts';
import { isDamaged } from '../store/database.ts';
import type { StoreHistory, StoreObserver } from '../store/store-parts.ts';
import { noteHarm } from '../survival/incidents.ts';
import { DamageFound } from '../survival/kept-file.ts';
import { rebuildIndexes } from './rebuild-indexes.ts';
import {
  finishReplacement,
  noteReplacement,
  type ReplacedStore,
  replaceStore,
  wouldLoseRecord,
} from './replace-store.ts';

/** Repairs the closed file of a store, or puts a new file in its place. */
export class StoreReplacement {
  readonly #file: string;
  readonly #observer: StoreObserver;
  readonly #history: StoreHistory;
  #count = 0;
  /** A replacement that the new store does not report yet. */
  #replaced: ReplacedStore | undefined;
  /** The indexes are made anew, and the store does not report it yet. */
  #isRebuilt = false;

  /** Ends what an earlier process began, and replaces a file that SQLite would empty. */
  constructor(file: string, observer: StoreObserver, history: StoreHistory) {
    this.#file = file;
    this.#observer = observer;
    this.#history = history;
    finishReplacement(file, new Date());
    if (wouldLoseRecord(file, history.holdsRecord)) this.replace();
  }

  /** Number of files that were replaced. */
  get count(): number {
    return this.#count;
  }

  /** New name of the file that was replaced last, until the new store reports it. */
  get aside(): string | null {
    return this.#replaced === undefined ? null : basename(this.#replaced.aside);
  }

  /** Writes what is readable to a new file, and renames the damaged one. */
  replace(): void {
    this.#observer.salvaging();
    this.#replaced = replaceStore(this.#file, this.#history.integrations, new Date());
    this.#count += 1;
    this.#observer.setAside(this.#replaced.aside);
  }

  /** Repairs or renames the file if a second check confirms the damage. Otherwise returns false and changes nothing. */
  replaceIfDamaged(error?: unknown): boolean {
    if (!(error instanceof DamageFound) && !isDamaged(this.#file)) return false;
    if (rebuildIndexes(this.#file)) {
      this.#isRebuilt = true;
      this.#observer.indexRebuilt();
      return true;
    }
    this.replace();
    return true;
  }

  /** Gives the harm that led to the replacement, if it is known better than from the file. */
  explain(harm: FileHarm): void {
    if (this.#replaced !== undefined) this.#replaced.harm = harm;
  }

  /** Notes in the new store that a damaged one was replaced. */
  note(db: DatabaseSync): void {
    if (this.#replaced !== undefined) noteReplacement(db, this.#replaced);
    this.#replaced = undefined;
    if (this.#isRebuilt) noteHarm(db, 'indexes');
    this.#isRebuilt = false;
  }
}
