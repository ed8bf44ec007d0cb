import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, makePrivateFolder, replacedName } from '../../platform/private-file.ts';

const DATABASE_FILES = ['', '-wal', '-shm'];

/** Removes a prepared database with the files beside it. */
export function discardPrepared(target: string): void {
  for (const suffix of [...DATABASE_FILES, '-journal']) rmSync(target + suffix, { force: true });
}

/** Waits until the file is on the disk, because VACUUM INTO does not. Returns its inode. */
export function flush(path: string): number {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
    return fstatSync(descriptor).ino;
  } finally {
    closeSync(descriptor);
  }
}

/** Creates the folder of the database, and gives it and the files in it their private modes. */
export function makePrivateAgain(file: string): void {
  makePrivateFolder(dirname(file));
  for (const suffix of DATABASE_FILES) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600);
}

/**
 * Writes the content of the open database to a new file at its path. Files of other programs that stand there are
 * renamed. Returns the inode of the new file. `isOwn` tells that the file at the path is the open one, which the new file
 * supersedes.
 */
export function restoreDatabase(db: DatabaseSync, file: string, isOwn: boolean, now: Date): number {
  const target = `${file}.restoring`;
  discardPrepared(target);
  try {
    createPrivateFile(target);
    // Reads the pages in memory and in the open files. The files need no name for that.
    db.prepare('VACUUM INTO ?').run(target);
    const inode = flush(target);
    const aside = replacedName(file, now);
    for (const suffix of DATABASE_FILES) {
      if (!existsSync(file + suffix)) continue;
      if (isOwn) rmSync(file + suffix);
      else renameSync(file + suffix, aside + suffix);
    }
    renameSync(target, file);
    return inode;
  } catch (error) {
    discardPrepared(target);
    throw error;
  }
}

/**
 * Renames a closed database to the place of another, also closed. The other one is renamed or, unless it is kept,
 * removed. Returns its new name.
 */
export function replaceFile(prepared: string, file: string, isKept: boolean, now: Date): string | undefined {
  const aside = replacedName(file, now);
  for (const suffix of DATABASE_FILES) {
    if (!existsSync(file + suffix)) continue;
    if (isKept) renameSync(file + suffix, aside + suffix);
    else rmSync(file + suffix);
  }
  renameSync(prepared, file);
  return isKept ? basename(aside) : undefined;
}

/** Removes a new file of {@link restoreDatabase} that could not be opened, so that failed attempts leave no copies. */
export function discardRestored(file: string, inode: number): void {
  if (statSync(file, { throwIfNoEntry: false })?.ino !== inode) return;
  for (const suffix of DATABASE_FILES) rmSync(file + suffix, { force: true });
}
