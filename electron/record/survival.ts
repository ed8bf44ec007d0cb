import type { Logger } from 'pino';
import type { RestoredPart } from '../../shared/incident.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';

/** Longest time that one of the host's files is missing when no receipts arrive. */
const CHECK_INTERVAL_MS = 500;

/** Files of the running host that it can write again from memory. */
interface GuardedPart {
  name: RestoredPart;
  isKept(): boolean;
  restore(): void | Promise<void>;
}

/**
 * Writes the host's files again when another program deletes or changes them while the host runs. The receipt worker
 * does the same for its database, and tells of it before it acknowledges a receipt.
 */
export class Survival {
  readonly #receipts: ReceiptClient;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #parts: GuardedPart[] = [];
  readonly #timer: NodeJS.Timeout;
  #waiting = 0;
  #isFailing = false;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  /** `changed` runs after an incident and when the number of waiting receipts changes. */
  constructor(receipts: ReceiptClient, log: Logger, now: () => number, changed: () => void) {
    this.#receipts = receipts;
    this.#log = log;
    this.#now = now;
    this.#changed = changed;
    receipts.on('restored', () => {
      log.error('another program removed the receipt store; it was written again');
      this.#waiting = 0;
      this.check();
      changed();
    });
    receipts.on('waiting', (waiting) => {
      if (this.#waiting === 0) log.error('the receipt store has no file, and no new one can be written');
      this.#waiting = waiting;
      changed();
    });
    this.#timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();
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

  /** Restores what is missing. Everything but sockets is in its place when this returns. */
  check(): void {
    if (this.#isStopped) return;
    const missing = this.#parts.filter((part) => !isKept(part));
    if (missing.length === 0) {
      this.#isFailing = false;
      return;
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
  }

  /** Leaves the files to the end of the host. Resolves when the last restoration is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.check();
    this.#isStopped = true;
    await this.#running;
  }

  #failed({ name }: GuardedPart): undefined {
    // The next check tries again. One line of the log is enough.
    if (!this.#isFailing)
      this.#log.error({ part: name }, 'a file that another program removed cannot be written');
    this.#isFailing = true;
  }

  async #note(restored: readonly (RestoredPart | Promise<RestoredPart | undefined>)[]): Promise<void> {
    const parts = (await Promise.all(restored)).filter((name) => name !== undefined);
    if (parts.length === 0) return;
    this.#log.error({ parts }, 'files that another program removed were written again');
    await this.#receipts
      .call('noteIncident', this.#now(), parts, 'deleted')
      .catch(() => this.#log.error('an incident could not be noted'));
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
