// biome-ignore lint/style/noRestrictedImports: the one place that may.
import { renameSync, rmSync } from 'node:fs';

/*
 * Windows refuses to replace or to remove a file that another program has open: a scanner of viruses, an index, an editor, a
 * backup. Most look at a file for some milliseconds.
 */

const HELD: readonly unknown[] = ['EACCES', 'EBUSY', 'EPERM'];
/** A third of a second in all. The host answers no request meanwhile. */
const PAUSES_MS = [5, 10, 20, 40, 80, 160];

function patiently(act: () => void): void {
  for (const pause of process.platform === 'win32' ? PAUSES_MS : []) {
    try {
      act();
      return;
    } catch (error) {
      if (!HELD.includes((error as NodeJS.ErrnoException).code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
  act();
}

/** Gives a file the name of another one, which it replaces. Throws Node's error where another program keeps one open. */
export const replaceByRename = (from: string, to: string): void => patiently(() => renameSync(from, to));

/** Removes a file, if there is one. Throws Node's error where another program keeps it open. */
export const removeFile = (file: string): void => patiently(() => rmSync(file, { force: true }));

/**
 * How Node removes a folder of Plinth's own with all that is in it. Windows keeps a folder in which a program ran for a moment
 * after its end, too: Node tries again five times, within a second and a half.
 */
export const REMOVED_WHOLE = { recursive: true, force: true, maxRetries: 5 } as const;

/** Removes a database, with the files that SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-journal', '-shm']) removeFile(file + suffix);
}
