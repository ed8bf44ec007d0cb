import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { FileHarm } from '../../../shared/incident.ts';
import { removeDatabase, replaceByRename } from '../../platform/held-file.ts';
import { setAsideName } from '../../platform/private-file.ts';
import { recordTables } from '../schema/schema.ts';
import { isWhole } from '../schema/statements.ts';
import { connectToRead, isDamaged, isEnvironmentError, lacksLeaves } from '../store/database.ts';
import type { StoreHistory, TellNews } from '../store/store-parts.ts';
import { addIncident, UNKNOWN_LOST } from '../survival/incidents.ts';
import { DamageFound } from '../survival/kept-file.ts';
import { renameDatabase, replaceFile, UNFINISHED, WHOLE } from '../survival/restore-database.ts';
import { makeStore, takeRows } from './record-rows.ts';
import { salvageStore } from './salvage-store.ts';
import { isCutOff, isEmpty, wouldLoseRecord } from './short-file.ts';

/** Returns what an action returns. A full disk or a missing permission throws: the next start tries again. */
function unlessUnreadable<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isEnvironmentError(error)) throw error;
    return undefined;
  }
}

/** Throws unless SQLite finds the tables of the record whole. */
function refuseDamagedTables(file: string): void {
  using db = connectToRead(file);
  if (!recordTables(db).every((table) => isWhole(db, table))) throw new DamageFound();
}

/** Repairs the closed file of a store, or puts a new file in its place. */
export class StoreReplacement {
  readonly #file: string;
  /** The new file, and its name once it is whole. */
  readonly #target: string;
  readonly #prepared: string;
  readonly #tell: TellNews;
  readonly #history: StoreHistory;
  /** Number of files that were replaced. */
  count = 0;
  /** A replacement that the new store does not report yet, and the receipts that it lacks. */
  #replaced: { aside: string; harm: FileHarm; lost: number } | undefined;
  /** The indexes are made anew, and the store does not report it yet. */
  #isRebuilt = false;

  /** Ends what an earlier process began, and replaces a file that SQLite would empty. */
  constructor(file: string, tell: TellNews, history: StoreHistory) {
    this.#file = file;
    this.#target = file + UNFINISHED.salvage;
    this.#prepared = file + WHOLE;
    this.#tell = tell;
    this.#history = history;
    for (const suffix of Object.values(UNFINISHED)) removeDatabase(file + suffix);
    if (existsSync(this.#prepared)) {
      this.#setAside();
      replaceByRename(this.#prepared, file);
    }
    if (wouldLoseRecord(file, history.holdsRecord)) this.replace();
  }

  /** New name of the file that was replaced last, until the new store reports it. */
  get aside(): string | null {
    return this.#replaced === undefined ? null : basename(this.#replaced.aside);
  }

  /** Writes what is readable to a new file, and renames the damaged one. If nothing is readable, only renames it. */
  replace(): void {
    this.#tell({ kind: 'busy' });
    const harm = isCutOff(this.#file) ? 'truncated' : 'damaged';
    // Damage can be of a kind that nobody thought of. The file stays as it is, under its new name.
    const salvage = isEmpty(this.#file)
      ? undefined
      : unlessUnreadable(() => salvageStore(this.#file, this.#target, this.#history.integrations));
    // From here on, the end of the process leaves a whole file that the next start puts in its place.
    if (salvage !== undefined) replaceByRename(this.#target, this.#prepared);
    const aside = this.#setAside();
    if (salvage !== undefined) replaceByRename(this.#prepared, this.#file);
    this.#replaced = { aside, harm, lost: salvage?.lost ?? UNKNOWN_LOST };
    this.count += 1;
    this.#tell({ kind: 'set_aside', file: aside });
  }

  /** Repairs or renames the file if a second check confirms the damage. Otherwise returns false and changes nothing. */
  replaceIfDamaged(error?: unknown): boolean {
    if (!(error instanceof DamageFound) && !isDamaged(this.#file)) return false;
    if (this.#rebuild()) {
      this.#isRebuilt = true;
      this.#tell({ kind: 'index_rebuilt' });
    } else this.replace();
    return true;
  }

  /** Gives the harm that led to the replacement, if it is known better than from the file. */
  explain(harm: FileHarm): void {
    if (this.#replaced !== undefined) this.#replaced.harm = harm;
  }

  /** Notes in the new store that a damaged one was replaced. */
  note(db: DatabaseSync): void {
    if (this.#replaced !== undefined) addIncident(db, this.#replaced);
    this.#replaced = undefined;
    if (this.#isRebuilt) addIncident(db, { harm: 'indexes' });
    this.#isRebuilt = false;
  }

  #setAside(): string {
    const aside = setAsideName(this.#file, new Date());
    renameDatabase(this.#file, aside);
    return aside;
  }

  /**
   * If only the indexes are damaged, copies the record to a new file without them, which takes the place of the damaged one. The
   * background makes the indexes anew. Returns false and changes nothing if a part of the record is damaged.
   */
  #rebuild(): boolean {
    const isCopied = unlessUnreadable(() => {
      refuseDamagedTables(this.#file);
      makeStore(this.#target, (db) => {
        takeRows(this.#file, db);
        if (lacksLeaves(db)) throw new DamageFound();
      });
      return true;
    });
    if (isCopied !== true) return false;
    replaceByRename(this.#target, this.#prepared);
    replaceFile(this.#prepared, this.#file, false, new Date());
    return true;
  }
}
