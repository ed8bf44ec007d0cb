import { chmodSync, lstatSync, readdirSync, readFileSync, type Stats, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile, replaceByRename } from './held-file.ts';
import { makePrivateFolder } from './private-file.ts';

interface KeptFile {
  content: Buffer;
  status: Stats;
}

const statusOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** The small files of one folder, in memory, so that they can be written again after another program deleted them. */
export class FolderSnapshot {
  readonly #folder: string;
  readonly #left: readonly string[];
  #files = new Map<string, KeptFile>();

  /** Leaves out the files with the names in `left`, whose content is not ours to restore. */
  constructor(folder: string, left: readonly string[]) {
    this.#folder = folder;
    this.#left = left;
  }

  /** Reads the folder. Call it after each change of our own. */
  take(): void {
    const files = new Map<string, KeptFile>();
    for (const name of namesIn(this.#folder)) {
      const path = join(this.#folder, name);
      const status = statusOf(path);
      if (!this.#left.includes(name) && status?.isFile() === true)
        files.set(name, { content: readFileSync(path), status });
    }
    this.#files = files;
  }

  /** Returns true if every file is there and unchanged. */
  isKept(): boolean {
    return [...this.#files.keys()].every((name) => this.#isFileKept(name));
  }

  /** Writes the missing and changed files again, with their modes. */
  restore(): void {
    makePrivateFolder(this.#folder);
    for (const [name, { content, status }] of this.#files) {
      if (this.#isFileKept(name)) continue;
      const path = join(this.#folder, name);
      const temporary = `${path}.${process.pid}.tmp`;
      removeFile(temporary);
      writeFileSync(temporary, content, { mode: status.mode & 0o700 });
      // The mode of a new file is subject to the umask.
      chmodSync(temporary, status.mode & 0o700);
      replaceByRename(temporary, path);
    }
    this.take();
  }

  #isFileKept(name: string): boolean {
    const kept = this.#files.get(name)?.status;
    const now = statusOf(join(this.#folder, name));
    return kept?.size === now?.size && kept?.mtimeMs === now?.mtimeMs && kept?.mode === now?.mode;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
