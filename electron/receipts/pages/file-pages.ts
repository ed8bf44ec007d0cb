import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { readLogFrames } from './log-frames.ts';
import { PAGE_BYTES } from './page-format.ts';

/** A page as one of the files holds it. */
export interface PageImage {
  page: number;
  bytes: Buffer;
}

/** A longer log than Plinth ever writes is not read. */
const MAX_LOG_BYTES = 1_073_741_824;

/** Returns the write-ahead log of a database. Undefined if there is none. */
function readLog(file: string): Buffer | undefined {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return size === 0 || size > MAX_LOG_BYTES ? undefined : readFileSync(`${file}-wal`);
}

/** Returns true if SQLite would silently ignore committed transactions of the database's log. */
export function losesLogFrames(file: string): boolean {
  const log = readLog(file);
  return log !== undefined && readLogFrames(log).losesFrames;
}

/** Pages that were freed at once are in neither file. More than so many in one log are no accident. */
const MOST_UNWRITTEN_PAGES = 65_536;

/** Returns true if the log has a page so far away that the file would become larger than any disk. */
export function namesFarPage(file: string): boolean {
  const { intact } = readLogFrames(readLog(file) ?? Buffer.alloc(0));
  const most = Math.ceil(statSync(file).size / PAGE_BYTES) + intact.length + MOST_UNWRITTEN_PAGES;
  return intact.some(({ page }) => page > most);
}

/** The pages of a closed database and its write-ahead log, without SQLite. */
export class FilePages {
  readonly #descriptor: number;
  readonly #inFile: number;
  readonly #log: Buffer | undefined;
  /** Place of the newest intact image of a page in the log. */
  readonly #newest = new Map<number, number>();
  readonly #others: { page: number; at: number }[] = [];
  /** Pages of the log behind the end of the file. A damaged frame can name any number. */
  readonly #behind: number[];
  /** Number of pages. */
  readonly count: number;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r');
    // A last page that was cut off is read as far as it is there.
    this.#inFile = Math.ceil(fstatSync(this.#descriptor).size / PAGE_BYTES);
    this.#log = readLog(file);
    const { intact, damaged } =
      this.#log === undefined ? { intact: [], damaged: [] } : readLogFrames(this.#log);
    for (const { page, at } of intact) {
      const earlier = this.#newest.get(page);
      if (earlier !== undefined) this.#others.push({ page, at: earlier });
      this.#newest.set(page, at);
    }
    this.#others.push(...damaged);
    this.#behind = [...this.#newest.keys()].filter((page) => page > this.#inFile).sort((a, b) => a - b);
    this.count = this.#inFile + this.#behind.length;
  }

  /** Returns the newest intact image of a page. Undefined if no file has it. */
  get(page: number): Buffer | undefined {
    const at = this.#newest.get(page);
    return at === undefined ? this.#readFile(page) : this.#log!.subarray(at, at + PAGE_BYTES);
  }

  /** Returns the image of a page in the database file, which the log may supersede. */
  getOlder(page: number): Buffer | undefined {
    return this.#readFile(page);
  }

  /** Iterates over the newest images. */
  *newest(): Generator<PageImage> {
    for (let page = 1; page <= this.#inFile; page += 1) yield { page, bytes: this.get(page)! };
    for (const page of this.#behind) yield { page, bytes: this.get(page)! };
  }

  /** Iterates over older and damaged images. They may still hold what the newest ones have lost. */
  *others(): Generator<PageImage> {
    for (const { page, at } of this.#others.toReversed()) {
      yield { page, bytes: this.#log!.subarray(at, at + PAGE_BYTES) };
    }
    for (const page of this.#newest.keys()) {
      const bytes = this.#readFile(page);
      if (bytes !== undefined) yield { page, bytes };
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #readFile(page: number): Buffer | undefined {
    if (page < 1 || page > this.#inFile) return undefined;
    const bytes = Buffer.alloc(PAGE_BYTES);
    readSync(this.#descriptor, bytes, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
    return bytes;
  }
}
