import { existsSync } from 'node:fs';
import type { SettingsStore } from '../state-file/settings-store.ts';

/** Interval between two writes of the counts. A stop writes them at once. A crash of the computer in this time is not noticed. */
const SAVE_INTERVAL_MS = 5000;

/** The state of the receipt store's files before opening, which creates missing files. */
interface FilesBeforeOpening {
  database: boolean;
  writeAheadLog: boolean;
}

export const filesBeforeOpening = (file: string): FilesBeforeOpening => ({
  database: existsSync(file),
  writeAheadLog: existsSync(`${file}-wal`),
});

/** The newest receipts that a crash took: `expected` of them were there at `at`, and `found` are left. */
export interface CrashLoss {
  at: number;
  expected: number;
  found: number;
}

/**
 * Stores the number of receipts in the settings file, apart from the receipt store. A store that was deleted,
 * emptied or replaced, or that lost its write-ahead log, is thus detected.
 */
export class ReceiptWitness {
  readonly #settings: SettingsStore;
  readonly #count: () => Promise<number | undefined>;
  #receipts = 0;
  /** Deletions that run. Until their end, nothing is known of the number of receipts. */
  #deletions = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  /** The store was written to a new file. */
  #isAnew = false;

  constructor(settings: SettingsStore, count: () => Promise<number | undefined>) {
    this.#settings = settings;
    this.#count = count;
  }

  /** The expected number of receipts, from the commits and deletions. */
  get receipts(): number {
    return this.#receipts;
  }

  /**
   * Compares the opened store with the stored counts and records missing receipts. `stays` means that events will arrive
   * and the log will be in use. `noteCrash` learns what a crash took: SQLite leaves out a torn end of the log.
   */
  async open(
    before: FilesBeforeOpening,
    stays: boolean,
    noteCrash: (loss: CrashLoss) => Promise<void>,
  ): Promise<void> {
    const { witness } = this.#settings;
    this.#isOpen = stays;
    const found = await this.#count();
    this.#receipts = found ?? witness?.receipts ?? 0;
    // The code that meets the damage reports it.
    if (found === undefined) return;
    const isUnclean = witness?.open === true && before.database;
    const isLogLost = isUnclean && !before.writeAheadLog;
    if (isUnclean && !isLogLost && !this.#isAnew && found < witness.receipts) {
      await noteCrash({ at: Date.parse(witness.at), expected: witness.receipts, found });
      this.#settings.setWitness(this.#state());
    } else if (witness !== undefined && (this.#receipts < witness.receipts || isLogLost)) {
      this.#noteLoss(witness.at, witness.receipts);
    } else if (witness?.receipts !== this.#receipts || witness.open !== stays) {
      this.#settings.setWitness(this.#state());
    }
  }

  added(receipts: number): void {
    this.#receipts += receipts;
    this.#timer ??= setTimeout(() => this.#save(), SAVE_INTERVAL_MS).unref();
  }

  /** Counts again after the store was written to a new file, and records receipts that are missing there. */
  async recount(): Promise<void> {
    const expected = this.#receipts;
    this.#isAnew = true;
    this.#receipts = (await this.#count()) ?? expected;
    if (this.#receipts < expected) this.#noteLoss(new Date().toISOString(), expected);
  }

  /**
   * Deletes receipts for the user or by a rule. If the process ends meanwhile, no receipt counts as lost.
   */
  async whileDeleting<T>(act: () => Promise<T>): Promise<T> {
    this.#deletions += 1;
    try {
      this.#settings.setWitness(this.#state());
    } catch {
      // A full disk must not prevent a deletion.
    }
    try {
      return await act();
    } finally {
      this.#deletions -= 1;
      this.#receipts = (await this.#count()) ?? this.#receipts;
      this.#save();
    }
  }

  /** Writes the last state of a store that is about to be closed. */
  close(): void {
    this.#isOpen = false;
    const { witness } = this.#settings;
    if (witness?.receipts !== this.#receipts || witness.open) this.#save();
    clearTimeout(this.#timer);
  }

  #state() {
    const receipts = this.#deletions > 0 ? 0 : this.#receipts;
    return { receipts, at: new Date().toISOString(), open: this.#isOpen };
  }

  #noteLoss(at: string, expected: number): void {
    const noticedAt = new Date().toISOString();
    this.#settings.addLoss({ noticedAt, at, expected, found: this.#receipts }, this.#state());
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#settings.setWitness(this.#state());
    } catch {
      // On a full disk the stored counts become older, but no guarantee is lost. The next receipts try again.
    }
  }
}
