import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, dialog } from 'electron';
import Store from 'electron-store';
import { resolvePort } from '../headless-options.ts';
import { createHost, type Host } from '../host.ts';
import { HostError } from '../host-error.ts';
import type { OpenKeyValueFile } from '../settings/settings-store.ts';
import { PLINTH_VERSION } from '../version.ts';
import { messages } from './messages.ts';

const openWithElectronStore: OpenKeyValueFile = ({ cwd, name, configFileMode, clearInvalidConfig }) =>
  new Store<Record<string, unknown>>({
    cwd,
    name,
    configFileMode,
    clearInvalidConfig,
    accessPropertiesByDotNotation: false,
  });

/** Starts the host in this process; says why and resolves to undefined when it cannot. */
export async function startElectronHost(dataDir: string): Promise<Host | undefined> {
  try {
    return await createHost({
      host: 'electron',
      version: PLINTH_VERSION,
      dataDir,
      port: resolvePort(undefined),
      openSettingsFile: openWithElectronStore,
      useKeychain: process.env.PLINTH_KEYCHAIN !== 'off',
      receiptWorker: pathToFileURL(join(app.getAppPath(), '.vite/build/receipt-worker.cjs')),
    });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    dialog.showErrorBox(messages.startFailed.title, error.message);
    return undefined;
  }
}
