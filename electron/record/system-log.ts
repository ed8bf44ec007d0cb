import { execFile } from 'node:child_process';

const DAY_MS = 86_400_000;
/** Sessions may end in quick succession. One line covers all that ended meanwhile. */
const MIN_INTERVAL_MS = 60_000;
const LOGGER_TIMEOUT_MS = 10_000;

/** Writes one line to the system's log. */
type WriteLine = (line: string) => void;

/** Writes a line with `logger`, which macOS and Linux have. The arguments reach no shell. */
export const writeSystemLog =
  (onFailure: () => void): WriteLine =>
  (line) => {
    execFile('logger', ['-t', 'plinth', line], { timeout: LOGGER_TIMEOUT_MS }, (error) => {
      if (error !== null) onFailure();
    });
  };

/** Writes checkpoints to the system's log, if the user wants it: one a day, and one after each end of a session. */
export class SystemLogAnchor {
  readonly #isWanted: () => boolean;
  readonly #write: WriteLine;
  readonly #now: () => number;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #sessionEnded = false;

  constructor(isWanted: () => boolean, write: WriteLine, now: () => number) {
    this.#isWanted = isWanted;
    this.#write = write;
    this.#now = now;
  }

  /** Takes a new checkpoint on one line. */
  add(line: string, sessionEnded: boolean): void {
    this.#sessionEnded ||= sessionEnded;
    if (!this.#isWanted()) return;
    const since = this.#now() - this.#writtenAt;
    if (since < (this.#sessionEnded ? MIN_INTERVAL_MS : DAY_MS)) return;
    this.#writtenAt = this.#now();
    this.#sessionEnded = false;
    this.#write(line);
  }
}
