import { chmodSync, lstatSync, readdirSync, type Stats, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile, replaceByRename } from './held-file.ts';
import { makePrivateFolder } from './private-file.ts';
import { readRegularFile } from './regular-file.ts';

/** Exceeds the size of a launcher, a credential and a route. */
const MAX_KEPT_BYTES = 65_536;

interface KeptFile {
  content: Buffer;
  status: Stats;
}

const statusOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** The small files of one folder, in memory, so that they can be written again after another program deleted them. */
export class FolderSnapshot {
  readonly #folder: string;
  readonly #ours: RegExp;
  #files = new Map<string, KeptFile>();

  /** Keeps the files whose names match `ours`. Others are not ours to restore. */
  constructor(folder: string, ours: RegExp) {
    this.#folder = folder;
    this.#ours = ours;
  }

  /** Reads the folder. Call it after each change of our own. */
  take(): void {
    const files = new Map<string, KeptFile>();
    for (const name of namesIn(this.#folder).filter((each) => this.#ours.test(each))) {
      const file = keptFile(join(this.#folder, name));
      if (file !== undefined) files.set(name, file);
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

/** Returns a small file, or undefined where it is gone, cannot be read, or is what another program put there. */
function keptFile(path: string): KeptFile | undefined {
  try {
    const status = statusOf(path);
    const file = status?.isFile() === true ? readRegularFile(path, MAX_KEPT_BYTES) : 'not_a_file';
    return typeof file === 'string' ? undefined : { content: file.bytes, status: file.status };
  } catch {
    return undefined;
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
