import { appendFileSync, lstatSync, readFileSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { LostReportCount } from '../../../shared/bridge.ts';
import { removeFile } from '../../platform/held-file.ts';

/** The header in which a hook or a plugin gives its report the name that it has in the file of lost reports. */
export const REPORT_HEADER = 'plinth-report';
/** The file beside the launcher that gets a line for each report that nobody took: its connection and its name. */
export const LOST_NAME = 'lost';
const LINE = /^([0-9a-z-]{1,64}) ([0-9-]{1,32})$/;
/** Twice the limit of the launcher's shell and of the plugins. */
const MAX_FILE_BYTES = 262_144;
/** Exceeds the reports that arrive in the five seconds after which a plugin gives up. The names are process ids, which return. */
const MAX_ARRIVED = 2048;

/** By the names of connections. The time of the first report is that of the file. */
type LostCounts = ReadonlyMap<string, LostReportCount>;

/**
 * Counts, per connection, the reports that nobody took in this run, and between this run and the one before. Launchers and
 * plugins write a line for each. A line does not count if its report arrived after its sender had given up.
 */
export class LostReports {
  readonly #file: string;
  #before: LostCounts = new Map();
  #arrived = new Set<string>();

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'bridges', LOST_NAME);
  }

  /** Begins a run: moves the counts of the time before it into memory. */
  begin(): void {
    this.#before = this.counts();
    rmSync(this.#file, { force: true, recursive: true });
  }

  /** Notes a report that arrived. Its sender may not know that. */
  arrived(name: string): void {
    if (!LINE.test(`- ${name}`)) return;
    this.#arrived.add(name);
    if (this.#arrived.size < MAX_ARRIVED) return;
    this.tidy();
    this.#arrived = new Set([...this.#arrived].slice(MAX_ARRIVED / 2));
  }

  /** Returns the counts. Changes no file. */
  counts(): LostCounts {
    const counts = new Map(this.#before);
    const status = this.#status();
    if (status === undefined) return counts;
    // Some file systems keep no time of creation.
    const begin = new Date(Math.min(status.birthtimeMs || status.mtimeMs, status.mtimeMs)).toISOString();
    for (const [bridgeId = ''] of this.#lines().map((line) => line.split(' '))) {
      const { dropped, since } = counts.get(bridgeId) ?? { dropped: 0, since: begin };
      counts.set(bridgeId, { dropped: dropped + 1, since });
    }
    return counts;
  }

  /** Removes the lines of reports that arrived. */
  tidy(): void {
    if (this.#status() === undefined) return;
    try {
      const lost = this.#lines();
      removeFile(this.#file);
      if (lost.length > 0) appendFileSync(this.#file, `${lost.join('\n')}\n`, { mode: 0o600 });
    } catch {
      // The folder cannot be written.
    }
  }

  #status(): Stats | undefined {
    const status = lstatSync(this.#file, { throwIfNoEntry: false });
    return status?.isFile() === true && status.size <= MAX_FILE_BYTES ? status : undefined;
  }

  #lines(): string[] {
    const lines = readFileSync(this.#file, 'latin1').split('\n');
    return lines.filter((line) => LINE.test(line) && !this.#arrived.has(line.split(' ')[1]!));
  }
}
