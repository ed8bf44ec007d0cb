import { existsSync } from 'node:fs';
import type { SettingsStore } from '../state-file/settings-store.ts';

/** What is counted is written down at most so often; a stop writes it at once. */
const SAVE_INTERVAL_MS = 60_000;

/** The receipt store's files before they are opened, which makes those that are missing. */
export interface FilesBeforeOpening {
  database: boolean;
  writeAheadLog: boolean;
}

export const filesBeforeOpening = (file: string): FilesBeforeOpening => ({
  database: existsSync(file),
  writeAheadLog: existsSync(`${file}-wal`),
});

/**
 * Remembers in the settings file how many receipts there are, apart from the store, so that a store that was deleted,
 * emptied or replaced, or that lost its write-ahead log, does not pass for a whole one.
 */
export class ReceiptWitness {
  readonly #settings: SettingsStore;
  readonly #count: () => Promise<number | undefined>;
  readonly #now: () => number;
  #receipts = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;

  constructor(settings: SettingsStore, count: () => Promise<number | undefined>, now: () => number) {
    this.#settings = settings;
    this.#count = count;
    this.#now = now;
  }

  /** Receipts that there must be, by what was committed and deleted. */
  get receipts(): number {
    return this.#receipts;
  }

  /**
   * Compares the opened store with what was remembered and notes what is missing. `wasSetAside` says that the store
   * begins anew for a reason that is told of already; `stays` that events will come and the log be in use.
   */
  async open(before: FilesBeforeOpening, wasSetAside: boolean, stays: boolean): Promise<void> {
    const { witness } = this.#settings;
    this.#isOpen = stays;
    const found = await this.#count();
    this.#receipts = found ?? witness?.receipts ?? 0;
    // A damaged store is told of by whoever comes to the damage.
    if (found === undefined) return;
    const isLogLost = witness?.open === true && before.database && !before.writeAheadLog;
    if (witness !== undefined && !wasSetAside && (this.#receipts < witness.receipts || isLogLost)) {
      this.#noteLoss(witness.at, witness.receipts);
    } else if (witness?.receipts !== this.#receipts || witness.open !== stays) {
      this.#settings.setWitness(this.#state());
    }
  }

  added(receipts: number): void {
    this.#receipts += receipts;
    this.#timer ??= setTimeout(() => this.#save(), SAVE_INTERVAL_MS).unref();
  }

  /** A damaged store was set aside while it was in use, which is told of already. */
  begunAnew(): void {
    this.#receipts = 0;
    this.#save();
  }

  /** Somebody deleted or replaced the store while it was in use. */
  async replaced(): Promise<void> {
    const expected = this.#receipts;
    this.#receipts = (await this.#count()) ?? expected;
    if (this.#receipts < expected) this.#noteLoss(new Date(this.#now()).toISOString(), expected);
  }

  /** Deletes receipts by the user's wish or rule: if the process is killed meanwhile, none counts as lost. */
  async whileDeleting<T>(act: () => Promise<T>): Promise<T> {
    try {
      this.#settings.setWitness({ ...this.#state(), receipts: 0 });
    } catch {
      // A full disk must not keep anybody from deleting.
    }
    try {
      return await act();
    } finally {
      this.#receipts = (await this.#count()) ?? this.#receipts;
      this.#save();
    }
  }

  /** Writes down the last state of a store that is about to be closed. */
  close(): void {
    this.#isOpen = false;
    const { witness } = this.#settings;
    if (witness?.receipts !== this.#receipts || witness.open) this.#save();
    clearTimeout(this.#timer);
  }

  #state() {
    return { receipts: this.#receipts, at: new Date(this.#now()).toISOString(), open: this.#isOpen };
  }

  #noteLoss(at: string, expected: number): void {
    const noticedAt = new Date(this.#now()).toISOString();
    this.#settings.addLoss({ noticedAt, at, expected, found: this.#receipts }, this.#state());
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#settings.setWitness(this.#state());
    } catch {
      // A full disk makes the memory older, nothing that was promised; the next receipts try again.
    }
  }
}
