import { accessSync, constants, existsSync, lstatSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { canBeDataDir, closeOwnFilesToOthers } from '../platform/data-dir-files.ts';
import { HostError, type HostErrorCode } from '../platform/host-error.ts';
import { acquireHostLock, type HostLock } from '../platform/host-lock.ts';
import { acquireHostMark, type HostMark, isHostMarked } from '../platform/host-mark.ts';
import { makePrivateFolder } from '../platform/private-file.ts';
import { isStrange } from '../platform/regular-file.ts';
import { readRuntimeInfo } from '../platform/runtime-file.ts';
import { refuseOtherHome } from '../platform/user-account.ts';
import { sqliteCode } from '../receipts/store/database.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import { type ReceiptFailure, ReceiptStoreError } from '../receipts/worker/receipt-events.ts';
import type { OpenKeyValueFile } from '../state-file/key-value-file.ts';
import { NewerSettings, SettingsStore } from '../state-file/settings-store.ts';
import type { HostOptions } from './host-options.ts';
import { currentDiskFault, diskFault, diskFaultOf } from './start-fault.ts';

/* The steps of a host's start that use the user's disk. Each fails with one sentence for the user. */

/** The mode bit of a folder in which every user can create files, such as /tmp. */
const STICKY_BIT = 0o1000;

/**
 * Runs one step of the start. When the data directory prevents it, throws an error with a sentence for the
 * user.
 */
export async function inDataDir<T>(dataDir: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw stepFault(dataDir, error, {
      code: 'data_dir_unwritable',
      message: `Plinth cannot keep its files in ${dataDir}. Make the folder and everything in it your own and writable, or choose another with PLINTH_DATA_DIR.`,
    });
  }
}

/** Returns the cause of a failed step: the disk's state where that explains it, else the step's own error. */
function stepFault(
  dataDir: string,
  error: unknown,
  otherwise: { code: HostErrorCode; message: string },
): HostError {
  if (error instanceof HostError) return error;
  const fault = diskFault(dataDir, error);
  if (fault !== undefined) return fault;
  // SQLite's errors do not carry the system's code.
  const now = sqliteCode(error) === undefined ? undefined : currentDiskFault(dataDir);
  return now ?? new HostError(otherwise.code, otherwise.message);
}

/** Returns true for a folder that others use too, and that must not be made private. */
function isShared(folder: string): boolean {
  let status: Stats;
  try {
    status = statSync(folder);
  } catch {
    // Missing or unreadable: the next step reports the reason.
    return false;
  }
  const fromHere = relative(resolve(folder), homedir());
  const holdsHome = fromHere === '' || (!fromHere.startsWith('..') && !isAbsolute(fromHere));
  return holdsHome || (status.mode & STICKY_BIT) !== 0;
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Returns an error if a host runs whose folder is gone. Nobody can reach it by files then. */
export const lostDataDir = (dataDir: string): HostError | undefined =>
  !isFolder(dataDir) && isHostMarked(dataDir) ? lost(dataDir) : undefined;

/** Throws {@link HostError} if a folder belongs to another user. */
function refuseOtherOwner(folder: string): void {
  const user = process.geteuid?.();
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (user === undefined || owner === undefined || owner === user) return;
  throw new HostError(
    'data_dir_unwritable',
    `${folder} belongs to another user, who could read what Plinth keeps there. Choose a folder of your own with PLINTH_DATA_DIR.`,
  );
}

/** Files without which there is no complete record, and others that are read. The key can be in the keychain. */
const RECORD_FILES = ['settings.json', 'receipts.db'];
const READ_FILES = [...RECORD_FILES, 'receipts.db-wal', 'vault.key'];

/**
 * Returns the reason why a folder has no complete record, or undefined if it has one. Throws {@link HostError} if nobody can
 * tell. Changes nothing.
 */
export function missingRecord(dataDir: string): HostError | undefined {
  const lostOne = lostDataDir(dataDir);
  if (lostOne !== undefined) return lostOne;
  const fail = (message: string) => {
    throw new HostError('record_unreadable', message);
  };
  try {
    if (lstatSync(dataDir, { throwIfNoEntry: false }) !== undefined && !isFolder(dataDir))
      fail(`${dataDir} is not a folder: move it away, or choose another folder with --data-dir.`);
    refuseOtherOwner(dataDir);
    const found = READ_FILES.filter((name) => {
      const path = join(dataDir, name);
      const status = statSync(path, { throwIfNoEntry: false });
      // A pipe would keep the reader waiting. Only the store can be large.
      if (status?.isFile() === false || (!name.startsWith('receipts') && isStrange(path)))
        fail(`${name} in ${dataDir} is not a file of Plinth: move it away, then try again.`);
      if (status !== undefined) accessSync(path, constants.R_OK);
      return status !== undefined;
    });
    const [missing, other] = RECORD_FILES.filter((name) => !found.includes(name));
    if (missing === undefined) return undefined;
    const next =
      'start the Plinth app or run “plinth serve” to begin one, or choose another folder with --data-dir.';
    if (other !== undefined) return new HostError('no_record', `There is no record in ${dataDir}: ${next}`);
    const remedy = 'put it back from a backup, or start Plinth, which goes on without it.';
    return new HostError('record_incomplete', `The record in ${dataDir} has no ${missing}: ${remedy}`);
  } catch (error) {
    throw stepFault(dataDir, error, {
      code: 'record_unreadable',
      message: `Plinth cannot read ${dataDir}. Make it a folder of your own, or choose another with PLINTH_DATA_DIR.`,
    });
  }
}

/** Creates the private data directory, or makes its files private. Throws {@link HostError}. */
export function prepareDataDir(dataDir: string): void {
  refuseOtherHome();
  if (isShared(dataDir)) {
    throw new HostError(
      'data_dir_unwritable',
      `Plinth needs a folder of its own, and ${dataDir} is used for other things too. Choose another with PLINTH_DATA_DIR.`,
    );
  }
  try {
    refuseOtherOwner(dataDir);
    if (!canBeDataDir(dataDir)) {
      throw new HostError(
        'data_dir_foreign',
        `${dataDir} holds files that are not Plinth’s, and Plinth has changed nothing there. Choose an empty folder with PLINTH_DATA_DIR.`,
      );
    }
    makePrivateFolder(dataDir);
    closeOwnFilesToOthers(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw stepFault(dataDir, error, {
      code: 'data_dir_unwritable',
      message: `Plinth cannot write to ${dataDir}. Make it a folder of your own, or choose another with PLINTH_DATA_DIR.`,
    });
  }
}

/** Takes the lock of a data directory. Throws {@link HostError}. */
export function lockDataDir(dataDir: string): HostLock {
  let lock: HostLock | undefined;
  try {
    lock = acquireHostLock(dataDir);
  } catch (error) {
    throw stepFault(dataDir, error, {
      code: 'data_dir_unwritable',
      message: `Plinth cannot use host.lock in ${dataDir}. Move this file or folder away, or choose another folder with PLINTH_DATA_DIR.`,
    });
  }
  if (lock !== undefined) return lock;
  throw alreadyRunning(dataDir);
}

/**
 * Marks the data directory as in use before anything is created in it. Throws {@link HostError} when a host runs for it,
 * also when the folder is gone: a new store beside that host would look like the lost record.
 */
export function markDataDir(dataDir: string): HostMark {
  const mark = acquireHostMark(dataDir);
  if (mark !== undefined) return mark;
  throw isFolder(dataDir) ? alreadyRunning(dataDir) : lost(dataDir);
}

const lost = (dataDir: string) =>
  new HostError(
    'already_running',
    `A running Plinth keeps its record in ${dataDir}, but another program removed this folder and it cannot be created. Plinth writes the record again when the folder can be created.`,
  );

export function alreadyRunning(dataDir: string): HostError {
  const running = readRuntimeInfo(dataDir);
  const where = running === undefined ? '' : ` at ${running.baseUrl} (process ${running.pid})`;
  return new HostError('already_running', `Plinth is already running for ${dataDir}${where}.`);
}

/** Opens the settings. Throws {@link HostError}. */
export function openSettings(dataDir: string, openFile: OpenKeyValueFile): SettingsStore {
  try {
    return new SettingsStore(dataDir, openFile);
  } catch (error) {
    if (error instanceof NewerSettings) {
      throw new HostError(
        'settings_newer',
        'The settings were written by a newer Plinth. Update Plinth, or choose another folder with PLINTH_DATA_DIR.',
      );
    }
    throw stepFault(dataDir, error, {
      code: 'settings_unreadable',
      message: `Plinth cannot read settings.json in ${dataDir}. Check this file and its permissions, then start again.`,
    });
  }
}

/** Opens the receipt store. Throws {@link HostError}. */
export async function openReceipts(receipts: ReceiptClient, { dataDir, reads }: HostOptions): Promise<void> {
  try {
    await receipts.open();
  } catch (error) {
    const failure = error instanceof ReceiptStoreError ? error.failure : 'storage_failed';
    throw receiptsFault(dataDir, failure, reads === true);
  }
}

function receiptsFault(dataDir: string, failure: ReceiptFailure, reads: boolean): HostError {
  switch (failure) {
    case 'other_version':
      return new HostError(
        'receipts_other_version',
        `Another version of Plinth wrote receipts.db in ${dataDir}, and this one leaves it as it is. Export the receipts with that version (plinth receipts export), or choose another folder with PLINTH_DATA_DIR.`,
      );
    case 'storage_full':
      return diskFaultOf(dataDir, 'ENOSPC');
    case 'too_many_files':
      return diskFaultOf(dataDir, 'EMFILE');
    case 'storage_locked':
      return new HostError(
        'receipts_locked',
        `Another program holds receipts.db in ${dataDir} open and locked. Close that program and start again.`,
      );
  }
  if (reads) {
    return new HostError(
      'receipts_unopenable',
      `Plinth cannot read receipts.db in ${dataDir}, and has not changed it. See what is damaged with: plinth repair --dry-run`,
    );
  }
  // SQLite reports many causes with the same code. It reports a full disk, for example, as a failed write of
  // its shared memory.
  const now = currentDiskFault(dataDir);
  if (now !== undefined) return now;
  if (failure === 'storage_unwritable') return diskFaultOf(dataDir, 'EACCES');
  if (failure === 'storage_unreadable') return diskFaultOf(dataDir, 'EIO');
  return new HostError(
    'receipts_unopenable',
    `Plinth cannot open receipts.db in ${dataDir}, and has not changed it. Check this file and its permissions, then start again.`,
  );
}
