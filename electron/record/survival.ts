import type { Logger } from 'pino';
import type { RestoredPart } from '../../shared/incident.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { FolderWatch } from './folder-watch.ts';
import type { ReceiptWitness } from './receipt-witness.ts';

/** Time between two checks while receipts arrive, and after a change. Longest time that a file is missing then. */
const CHECK_INTERVAL_MS = 500;
/** So many checks without a receipt or a change: from then on the system tells of changes. */
const QUIET_CHECKS = 4;
/** A program that changes one file changes others within this time, and a deletion has gone on. */
const SETTLE_MS = 100;
/** Time between two checks of an idle host. They find what the system does not tell, such as a removed disk. */
const IDLE_CHECK_INTERVAL_MS = 5000;

/** Files of the running host that it can write again from memory. */
interface GuardedPart {
  name: RestoredPart;
  /** Folder of the files, if it is not the data directory. */
  folder?: string;
  isKept(): boolean;
  restore(): void | Promise<void>;
}

interface GuardedStores {
  receipts: ReceiptClient;
  witness: ReceiptWitness;
  log: Logger;
}

/**
 * Writes the host's files again when another program deletes or changes them while the host runs. The receipt worker
 * does the same for its database, and tells of it before it acknowledges a receipt.
 */
export class Survival {
  readonly #dataDir: string;
  readonly #stores: GuardedStores;
  readonly #changed: () => void;
  readonly #parts: GuardedPart[] = [];
  readonly #watch = new FolderWatch(() => this.#stir(SETTLE_MS));
  #timer: NodeJS.Timeout | undefined;
  /** Checks since the last receipt or change. */
  #quietChecks = 0;
  /** The number of receipts at the last check. */
  #counted = 0;
  /** True while the receipt store has no file. */
  #isStoreLost = false;
  #waiting = 0;
  #isFailing = false;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  /** `changed` runs after an incident and when the number of waiting receipts changes. */
  constructor(dataDir: string, stores: GuardedStores, changed: () => void) {
    const { receipts, log } = stores;
    this.#dataDir = dataDir;
    this.#stores = stores;
    this.#changed = changed;
    receipts.on('restored', () => {
      log.error('another program removed the receipt store; it was written again');
      this.#waiting = 0;
      this.#isStoreLost = false;
      this.#stir();
      this.check();
      changed();
    });
    receipts.on('waiting', (waiting) => {
      if (this.#waiting === 0) log.error('the receipt store has no file, and no new one can be written');
      this.#waiting = waiting;
      this.#isStoreLost = true;
      this.#stir();
      changed();
    });
    this.#schedule(CHECK_INTERVAL_MS);
  }

  /** Receipts that exist only as long as this process, because the data directory cannot be written. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Guards files from now on. They are checked in the order of these calls. Returns the end of the guard: a host whose
   * start fails closes its sockets itself, and nothing may open them again.
   */
  guard(part: GuardedPart): () => void {
    this.#parts.push(part);
    return () => {
      const index = this.#parts.indexOf(part);
      if (index !== -1) this.#parts.splice(index, 1);
    };
  }

  /**
   * Restores what is missing. Everything but sockets is in its place when this returns. Returns true if nothing was
   * missing.
   */
  check(): boolean {
    if (this.#isStopped) return true;
    const missing = this.#parts.filter((part) => !isKept(part));
    if (missing.length === 0) {
      this.#isFailing = false;
      return true;
    }
    const restored: (RestoredPart | Promise<RestoredPart | undefined>)[] = [];
    for (const part of missing) {
      try {
        const done = part.restore();
        restored.push(
          done === undefined
            ? part.name
            : done.then(
                () => part.name,
                () => this.#failed(part),
              ),
        );
      } catch {
        this.#failed(part);
      }
    }
    if (restored.length > 0) this.#running = this.#note(restored);
    return false;
  }

  /** Leaves the files to the end of the host. Resolves when the last restoration is done. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#watch.disarm();
    this.check();
    this.#isStopped = true;
    await this.#running;
  }

  /** Checks often from now on, until nothing has happened for a while. */
  #stir(delayMs = CHECK_INTERVAL_MS): void {
    const wasQuiet = this.#quietChecks > QUIET_CHECKS;
    this.#quietChecks = 0;
    if (!wasQuiet || this.#isStopped) return;
    this.#watch.disarm();
    this.#schedule(delayMs);
  }

  #look(): void {
    const { receipts, witness } = this.#stores;
    const counted = witness.receipts;
    const hasRecorded = counted !== this.#counted;
    this.#counted = counted;
    if (hasRecorded) this.#quietChecks = 0;
    const isQuiet = this.#quietChecks >= QUIET_CHECKS;
    // The watch begins before the check, so that no change falls between them.
    const further = this.#parts.flatMap(({ folder }) => folder ?? []);
    const isWatched = isQuiet && this.#watch.arm(this.#dataDir, further);
    const isWhole = this.check() && !this.#isStoreLost;
    // Each commit checks the store itself.
    if (!hasRecorded) receipts.checkFiles();
    if (isWhole) this.#quietChecks += 1;
    else this.#quietChecks = 0;
    if (!isWhole) this.#watch.disarm();
    this.#schedule(isWatched && isWhole ? IDLE_CHECK_INTERVAL_MS : CHECK_INTERVAL_MS);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), delayMs).unref();
  }

  #failed({ name }: GuardedPart): undefined {
    // The next check tries again. One line of the log is enough.
    if (!this.#isFailing)
      this.#stores.log.error({ part: name }, 'a file that another program removed cannot be written');
    this.#isFailing = true;
  }

  async #note(restored: readonly (RestoredPart | Promise<RestoredPart | undefined>)[]): Promise<void> {
    const parts = (await Promise.all(restored)).filter((name) => name !== undefined);
    if (parts.length === 0) return;
    this.#stores.log.error({ parts }, 'files that another program removed were written again');
    await this.#stores.receipts
      .call('noteIncident', Date.now(), parts, 'deleted')
      .catch(() => this.#stores.log.error('an incident could not be noted'));
    this.#changed();
  }
}

function isKept(part: GuardedPart): boolean {
  try {
    return part.isKept();
  } catch {
    return false;
  }
}
