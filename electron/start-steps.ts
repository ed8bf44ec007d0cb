import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import { HostError } from './host-error.ts';
import { acquireHostLock, type HostLock } from './host-lock.ts';
import { closeFilesToOthers, makePrivateFolder } from './private-file.ts';
import { type ReceiptClient, ReceiptStoreError } from './receipts/receipt-client.ts';
import { readRuntimeInfo } from './runtime-file.ts';
import { type OpenKeyValueFile, SettingsStore } from './settings/settings-store.ts';

/*
 * The steps of a host's start that meet the user's disk. Each fails with one sentence for a person.
 */

/** Of a folder in which everybody may make files, such as /tmp. */
const STICKY_BIT = 0o1000;

/** Takes one step of the start; when the data directory does not let it, says so in a sentence. */
export async function inDataDir<T>(dataDir: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof HostError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw diskFull(dataDir);
    throw new HostError(
      'data_dir_unwritable',
      `Plinth cannot keep its files in ${dataDir}. Make the folder and everything in it your own and writable, or choose another with PLINTH_DATA_DIR.`,
    );
  }
}

function diskFull(dataDir: string): HostError {
  return new HostError(
    'disk_full',
    `The disk that holds ${dataDir} is full. Free some space and start again.`,
  );
}

/** A folder that belongs to more than Plinth, and must not be closed to everybody else. */
function isShared(folder: string): boolean {
  let status: Stats;
  try {
    status = statSync(folder);
  } catch {
    // Not there yet, or not to be looked at: the next step says which.
    return false;
  }
  const fromHere = relative(resolve(folder), homedir());
  const holdsHome = fromHere === '' || (!fromHere.startsWith('..') && !isAbsolute(fromHere));
  return holdsHome || (status.mode & STICKY_BIT) !== 0;
}

/** Makes the data directory, private, and what is in it. Throws {@link HostError}. */
export function prepareDataDir(dataDir: string): void {
  if (isShared(dataDir)) {
    throw new HostError(
      'data_dir_unwritable',
      `Plinth needs a folder of its own, and ${dataDir} is used for other things too. Choose another with PLINTH_DATA_DIR.`,
    );
  }
  try {
    makePrivateFolder(dataDir);
    closeFilesToOthers(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new HostError(
      'data_dir_unwritable',
      `Plinth cannot write to ${dataDir}. Make the folder writable, or choose another with PLINTH_DATA_DIR.`,
    );
  }
}

/** Takes the lock that a data directory has one of. Throws {@link HostError}. */
export function lockDataDir(dataDir: string): HostLock {
  let lock: HostLock | undefined;
  try {
    lock = acquireHostLock(dataDir);
  } catch {
    throw new HostError(
      'data_dir_unwritable',
      `Plinth cannot write to ${dataDir}. Free some space or make the folder writable, or choose another with PLINTH_DATA_DIR.`,
    );
  }
  if (lock !== undefined) return lock;
  const running = readRuntimeInfo(dataDir);
  const where = running === undefined ? '' : ` at ${running.baseUrl} (process ${running.pid})`;
  throw new HostError('already_running', `Plinth is already running for ${dataDir}${where}.`);
}

/** Opens the settings. Throws {@link HostError}. */
export function openSettings(dataDir: string, openFile: OpenKeyValueFile): SettingsStore {
  try {
    return new SettingsStore(dataDir, openFile);
  } catch {
    throw new HostError(
      'settings_unreadable',
      `Plinth cannot read or write its settings in ${dataDir}. Check the folder’s permissions and the free space.`,
    );
  }
}

/** Opens the receipt store. Throws {@link HostError}. */
export async function openReceipts(receipts: ReceiptClient, dataDir: string): Promise<void> {
  try {
    await receipts.open();
  } catch (error) {
    const failure = error instanceof ReceiptStoreError ? error.failure : 'storage_failed';
    if (failure === 'newer_version') {
      throw new HostError(
        'receipts_newer',
        'The receipts were written by a newer Plinth. Update Plinth, or choose another folder with PLINTH_DATA_DIR.',
      );
    }
    if (failure === 'storage_full') {
      throw diskFull(dataDir);
    }
    throw new HostError(
      'receipts_unopenable',
      `Plinth cannot open its receipts in ${dataDir}. Check the folder’s permissions, or run plinth doctor.`,
    );
  }
}
