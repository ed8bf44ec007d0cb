import { chmodSync, closeSync, existsSync, fstatSync, fsyncSync, openSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { exactStatus, type FileIdentity, isSameFile } from '../../platform/file-identity.ts';
import { removeDatabase, replaceByRename } from '../../platform/held-file.ts';
import { createPrivateFile, makePrivateFolder, replacedName } from '../../platform/private-file.ts';

const DATABASE_FILES = ['', '-wal', '-shm'];

/** Suffixes of new files that a process was killed over. They can hold all receipts, and deletions do not reach them. */
export const UNFINISHED = { salvage: '.salvaging', restoration: '.restoring', copy: '.prepared' };
/** Suffix of a new file that is whole. The next start puts it in the place of the database. */
export const WHOLE = '.salvaged';

/** Waits until the file is on the disk, because VACUUM INTO does not. Returns which file it is. */
function flush(path: string): FileIdentity {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
    return fstatSync(descriptor, { bigint: true });
  } finally {
    closeSync(descriptor);
  }
}

/** Renames a database and the files beside it, so that no data is lost and a new one can start. */
export function renameDatabase(file: string, name: string): void {
  for (const suffix of DATABASE_FILES)
    if (existsSync(file + suffix)) replaceByRename(file + suffix, name + suffix);
}

/** Creates the folder of the database, and gives it and the files in it their private modes. */
export function makePrivateAgain(file: string): void {
  makePrivateFolder(dirname(file));
  for (const suffix of DATABASE_FILES) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600);
}

/** Makes a private database file at `target`, and waits until it is on the disk. Leaves no file if `fill` throws. */
export function makeDatabase<T>(target: string, fill: () => T): { identity: FileIdentity; filled: T } {
  removeDatabase(target);
  try {
    createPrivateFile(target);
    const filled = fill();
    return { identity: flush(target), filled };
  } catch (error) {
    removeDatabase(target);
    throw error;
  }
}

/**
 * Writes the content of the open database to a new file at its path. Files of other programs that stand there are
 * renamed. Returns which file the new one is. `isOwn` tells that the file at the path is the open one, which the new file
 * supersedes.
 */
export function restoreDatabase(db: DatabaseSync, file: string, isOwn: boolean, now: Date): FileIdentity {
  const target = file + UNFINISHED.restoration;
  const whole = file + WHOLE;
  // Reads the pages in memory and in the open files. The files need no name for that.
  const { identity } = makeDatabase(target, () => db.prepare('VACUUM INTO ?').run(target));
  replaceByRename(target, whole);
  try {
    replaceFile(whole, file, !isOwn, now);
    return identity;
  } catch (error) {
    removeDatabase(whole);
    throw error;
  }
}

/**
 * Renames a closed database to the place of another, whose files are renamed or, unless they are kept, removed. Returns the
 * new name of the other one.
 */
export function replaceFile(prepared: string, file: string, isKept: boolean, now: Date): string | undefined {
  const aside = replacedName(file, now);
  if (isKept) renameDatabase(file, aside);
  else removeDatabase(file);
  replaceByRename(prepared, file);
  return isKept ? basename(aside) : undefined;
}

/** Removes a new file of {@link restoreDatabase} that could not be opened, so that failed attempts leave no copies. */
export function discardRestored(file: string, identity: FileIdentity): void {
  if (!isSameFile(identity, exactStatus(file))) return;
  removeDatabase(file);
}
