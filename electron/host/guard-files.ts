import { statSync } from 'node:fs';
import { makePrivateFolder } from '../platform/private-file.ts';
import type { HostParts } from './host-parts.ts';

/** Registers the files of the stores for restoration. The folder and the lock come first: others need them. */
export function guardStores({ options: { dataDir }, stores, survival }: HostParts): void {
  const { settings, vault } = stores;
  const { lock, hostLog } = stores.claimed!;
  survival.guard({
    name: 'folder',
    isKept: () => isPrivateFolder(dataDir),
    restore: () => makePrivateFolder(dataDir),
  });
  survival.guard({ name: 'lock', isKept: () => lock.isKept(), restore: () => lock.restore() });
  survival.guard({ name: 'settings', isKept: () => settings.isKept(), restore: () => settings.restore() });
  survival.guard({ name: 'key', isKept: () => vault.isKept(), restore: () => vault.restore() });
  survival.guard({ name: 'log', isKept: () => hostLog.isKept(), restore: () => hostLog.reopen() });
}

function isPrivateFolder(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() !== true) return false;
  return process.platform === 'win32' || (status.mode & 0o777) === 0o700;
}
