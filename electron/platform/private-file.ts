import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeFile, replaceByRename } from './held-file.ts';

/** Creates a folder that only its owner can enter (0700), with its parents. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(path, 0o700);
}

/** Returns the names of the damaged or foreign files that were set aside in a data directory. */
export const filesSetAside = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => SET_ASIDE.test(name))
    .sort();

/**
 * Creates an empty file that only its owner can read (0600) unless it exists. An existing file is not opened:
 * closing it again would drop every lock that this process holds on it.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const SET_ASIDE = /\.(?:corrupt|replaced)-[0-9TZ-]+$/;

/** Returns the name for a damaged file that is set aside, so that a new one can take its place. */
export function setAsideName(name: string, now: Date): string {
  return `${name}.corrupt-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Returns the name for a file that another program put in the place of an open one. */
export function replacedName(name: string, now: Date): string {
  return `${name}.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
}

/**
 * Writes a whole file that only its owner can read (0600). Readers see the old content or the new content,
 * never a part.
 */
export function writePrivateFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  // To open a pipe in its place would wait for a reader.
  removeFile(temporary);
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    replaceByRename(temporary, file);
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
  makeEntryDurable(dirname(file));
}

// Windows cannot open a folder for this. Its rename is durable enough for the data stored here.
function makeEntryDurable(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
