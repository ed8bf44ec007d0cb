import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { FileHarm } from '../../../shared/incident.ts';
import type { StoreRepair } from '../../../shared/repair.ts';
import { type FileIdentity, isSameFile } from '../../platform/file-identity.ts';
import { damageBehind, isReadable, mayBeOfContent, openDatabase, suggestsDamage } from '../store/database.ts';
import { StoreReplaced } from '../store/store-failure.ts';
import type { AssembleParts, OnParts, StoreHistory, StoreParts, TellNews } from '../store/store-parts.ts';
import { addIncident, type Harmed, lastSeqOf } from '../survival/incidents.ts';
import { DamageFound, FileLost, KeptFile } from '../survival/kept-file.ts';
import {
  discardRestored,
  makePrivateAgain,
  replaceFile,
  restoreDatabase,
} from '../survival/restore-database.ts';
import { damagedParts, examineStore, intactStore } from './examine-store.ts';
import { overwriteAndRemove, remainderOf, writeRemainder } from './store-remainder.ts';
import { StoreReplacement } from './store-replacement.ts';

/** Result of a recovery: the file was opened again, a new one took its place, or nothing helps. */
type Recovery = 'reopened' | 'replaced' | 'nothing';

/** A copy of the whole database can fail at its end, as on a full disk. */
const RESTORE_RETRY_MS = 1000;
const RESTORE_ATTEMPTS = 3;
/** Under load, every commit checks the file, so a check before it would only cost time. */
const IDLE_MS = 50;

/** Harm to the file that is not repaired yet. */
interface OpenHarm extends Harmed {
  waited: number;
  unrecorded: number;
  triedAt: number;
}

/** Opens the database file, opens it again when it was damaged, and restores it when another program removed it. */
export class RecoveringStore {
  readonly #file: string;
  readonly #assemble: AssembleParts;
  readonly #tell: TellNews;
  readonly #history: StoreHistory;
  #parts: StoreParts;
  readonly #replacement: StoreReplacement;
  #openHarm: OpenHarm | undefined;
  /** What stays after a deletion of everything, until a new file has it. */
  #remainder: DatabaseSync | undefined;
  /** Connections of examinations, which are closed after the open one. */
  readonly #examined: DatabaseSync[] = [];
  #keptAt = Number.NEGATIVE_INFINITY;

  constructor(file: string, assemble: AssembleParts, tell: TellNews, history: StoreHistory) {
    this.#file = file;
    this.#assemble = assemble;
    this.#tell = tell;
    this.#history = history;
    this.#replacement = new StoreReplacement(file, tell, history);
    this.#parts = this.#open();
  }

  /** Gives the parts of the open database to an action, and leaves its failure to the caller. */
  use<T>(action: OnParts<T>): T {
    return action(this.#parts);
  }

  /** Number of receipts that would be lost if this process ended now. Undefined if the file is in its place. */
  get waiting(): number | undefined {
    return this.#openHarm?.waited;
  }

  /** Checks the file, and uses the time between commits to read a small database into memory. */
  keepWhileIdle(): void {
    this.keep();
    this.attempt(({ kept }) => {
      kept.readAheadOnce();
      kept.checkpointIfLeft();
    });
  }

  /** Checks the file if the last check is a while ago: the next transaction may need pages that the file has lost. */
  keepIfIdle(): void {
    if (performance.now() - this.#keptAt >= IDLE_MS) this.keep();
  }

  /** Checks the file and restores it if necessary. */
  keep(): void {
    if (!this.#parts.db.isOpen) return;
    this.#keptAt = performance.now();
    if (this.#openHarm !== undefined) {
      if (performance.now() - this.#openHarm.triedAt >= RESTORE_RETRY_MS) this.#restore(this.#openHarm.harm);
      return;
    }
    const harm = this.#parts.kept.harm();
    if (harm !== undefined) this.#restore(harm);
  }

  /** Counts receipts that a store without a file has taken, and events that it has refused to take. */
  countWaiting(receipts: number, unrecorded: number): void {
    if (this.#openHarm === undefined) return;
    this.#openHarm.waited += receipts;
    this.#openHarm.unrecorded += unrecorded;
    this.#tell({ kind: 'waiting', receipts: this.#openHarm.waited });
  }

  /** Runs an action. If it fails and a recovery is possible, runs it once more. */
  attempt<T>(action: OnParts<T>, isRead = false): T {
    try {
      return action(this.#parts);
    } catch (error) {
      const recovery = this.#recover(error);
      if (recovery === 'nothing') throw error;
      if (recovery === 'replaced' && isRead) throw new StoreReplaced();
      return action(this.#parts);
    }
  }

  /** Runs a read. Throws if a new store took over, because an empty page of the new store would look like the end. */
  read<T>(action: OnParts<T>): T {
    return this.attempt(action, true);
  }

  /** The asynchronous form of {@link attempt}. */
  async attemptAsync<T>(action: OnParts<Promise<T>>): Promise<T> {
    const parts = this.#parts;
    try {
      return await action(parts);
    } catch (error) {
      // The file was restored meanwhile, so the action's statements belong to a closed database.
      if (this.#parts === parts && this.#recover(error) === 'nothing') throw error;
      return action(this.#parts);
    }
  }

  /**
   * Deletes everything without space for a write-ahead log: a new file takes the place of the overwritten one. If it
   * cannot be written, the next action tries again.
   */
  empty(): void {
    this.#tell({ kind: 'busy' });
    this.#remainder = remainderOf(this.#parts.db);
    this.#closeFile();
    overwriteAndRemove(this.#file);
    this.#parts = this.#open();
  }

  /** Puts a prepared database in the place of the open one. Returns the name of the open one's file, if it has receipts. */
  adopt(prepared: string): string | undefined {
    const hasReceipts = lastSeqOf(this.#parts.db) > 0;
    // Throws without the file, before anything is changed.
    statSync(prepared);
    this.#closeFile();
    try {
      return replaceFile(prepared, this.#file, hasReceipts, new Date());
    } finally {
      this.#parts = this.#open();
    }
  }

  /** Looks at every page and says what is damaged. Unless it is a dry run, repairs it. */
  repair(dryRun: boolean): StoreRepair {
    this.#tell({ kind: 'busy' });
    this.keep();
    if (this.waiting !== undefined) throw new FileLost('deleted');
    const { db } = this.#parts;
    if (db.isOpen) {
      if (damagedParts(db).length === 0) return intactStore(db);
      // Closing the store would write to its file, and opening it again would repair it.
      if (dryRun)
        return examineStore(this.#file, this.#history.integrations, (left) => this.#examined.push(left));
      this.#closeFile();
    }
    try {
      const found = examineStore(this.#file, this.#history.integrations);
      if (!dryRun && found.state !== 'intact') this.#replacement.replaceIfDamaged(new DamageFound());
      return { ...found, aside: this.#replacement.aside };
    } finally {
      this.#parts = this.#open();
    }
  }

  /** Restores the file a last time if it is lost, then closes the database. */
  close(): void {
    if (!this.#parts.db.isOpen) return;
    const harm = this.#openHarm?.harm ?? this.#parts.kept.harm();
    if (harm !== undefined) this.#restore(harm);
    this.#closeFile();
  }

  /** Closes the database, and then its examinations: Windows moves no file that is open. */
  #closeFile(): void {
    for (const db of [this.#parts.db, ...this.#examined.splice(0)]) db.close();
  }

  #recover(error: unknown): Recovery {
    if (error instanceof FileLost) {
      this.#restore(error.harm);
      return 'reopened';
    }
    const before = this.#replacement.count;
    // An earlier recovery that could not finish, for example on a full disk, leaves the database closed.
    if (this.#parts.db.isOpen) {
      const damage = damageBehind(this.#parts.db, error);
      if (damage === undefined) return 'nothing';
      this.#closeFile();
      this.#replacement.replaceIfDamaged(damage);
    }
    this.#parts = this.#open();
    return this.#replacement.count > before ? 'replaced' : 'reopened';
  }

  /**
   * Gives the database its file again. While that is impossible, the deleted file takes the receipts: it exists as long
   * as it is open.
   */
  #restore(harm: FileHarm): void {
    const { db, kept } = this.#parts;
    const begun = { at: Date.now(), harm, lastSeq: lastSeqOf(db), waited: 0, unrecorded: 0 };
    const openHarm = Object.assign(this.#openHarm ?? begun, { triedAt: performance.now() });
    this.#openHarm = openHarm;
    this.#tell({ kind: 'busy' });
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#restoreOnce(openHarm);
        return;
      } catch (error) {
        // A program that is still deleting the folder can delete the new file too.
        if (attempt < RESTORE_ATTEMPTS) continue;
        if (suggestsDamage(error) && !isReadable(db)) {
          this.#beginAnew(openHarm);
        } else {
          kept.isGivenUp = true;
          this.#tell({ kind: 'waiting', receipts: openHarm.waited });
        }
        return;
      }
    }
  }

  #restoreOnce(openHarm: OpenHarm): void {
    const { db, kept } = this.#parts;
    makePrivateAgain(this.#file);
    if (kept.harm() === undefined) {
      // The files themselves were only inaccessible.
      openHarm.harm = 'permissions';
      kept.isGivenUp = false;
    } else if (!kept.rewriteInPlace()) {
      this.#parts = this.#openRestored(restoreDatabase(db, this.#file, kept.isOwn(), new Date()));
      db.close();
    }
    this.#closeHarm(openHarm);
  }

  #openRestored(identity: FileIdentity): StoreParts {
    let restored: StoreParts | undefined;
    try {
      restored = this.#openFile();
      if (isSameFile(restored.kept.identity, identity)) return restored;
      // The copy was deleted before it was opened, and an empty file was opened in its place.
      throw new FileLost('deleted');
    } catch (error) {
      restored?.db.close();
      discardRestored(this.#file, identity);
      throw error;
    }
  }

  #closeHarm(openHarm: OpenHarm): void {
    addIncident(this.#parts.db, { ...openHarm, restored: ['receipts'] });
    this.#openHarm = undefined;
    this.#tell({ kind: 'restored' });
  }

  /** Starts a new database where another program wrote over pages that are not in memory. */
  #beginAnew(openHarm: OpenHarm): void {
    this.#closeFile();
    if (!this.#replacement.replaceIfDamaged()) this.#replacement.replace();
    this.#replacement.explain(openHarm.harm);
    this.#parts = this.#open();
    this.#closeHarm(openHarm);
  }

  #open(): StoreParts {
    let parts: StoreParts;
    try {
      parts = this.#openFile();
    } catch (error) {
      const mayBeDamage = suggestsDamage(error) || mayBeOfContent(error);
      if (!mayBeDamage || !this.#replacement.replaceIfDamaged(error)) throw error;
      parts = this.#openFile();
    }
    this.#replacement.note(parts.db);
    return parts;
  }

  #openFile(): StoreParts {
    for (const db of this.#examined.splice(0)) db.close();
    return openDatabase(this.#file, (db) => {
      if (this.#remainder !== undefined) writeRemainder(this.#remainder, db);
      this.#remainder?.close();
      this.#remainder = undefined;
      return this.#assemble(db, new KeptFile(db, this.#file));
    });
  }
}
