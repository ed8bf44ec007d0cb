import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder that only its owner may enter (0700), with its parents. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(path, 0o700);
}

/** Files of a data directory that could not be read and were kept beside the new ones; names alone. */
export const filesSetAside = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => SET_ASIDE.test(name))
    .sort();

/**
 * Creates an empty file that only its owner may read (0600) unless it is there. One that is there is not even opened:
 * to close it again would drop every lock this process holds on it.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const SET_ASIDE = /\.corrupt-[0-9TZ-]+$/;

/** Names a damaged file so that a new one can begin in its place; gives the name. */
export function setAsideName(name: string, now: Date): string {
  return `${name}.corrupt-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Writes a whole file that only its owner may read (0600): readers see the old content or the new, never a part. */
export function writePrivateFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(temporary, 'w', 0o600);
  try {
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  makeEntryDurable(dirname(file));
}

// Windows cannot open a folder for this, and its rename is durable enough for what is stored here.
function makeEntryDurable(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
