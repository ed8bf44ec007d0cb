import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
import Store from 'electron-store';
import { createHost, type Host } from '../host/create-host.ts';
import { resolvePort } from '../host/headless-options.ts';
import { PLINTH_VERSION } from '../platform/version.ts';
import type { OpenKeyValueFile } from '../state-file/key-value-file.ts';
import { COMMAND_LINE_FLAG } from './command-words.ts';

const openWithElectronStore: OpenKeyValueFile = ({ cwd, name, configFileMode, clearInvalidConfig }) =>
  new Store<Record<string, unknown>>({
    cwd,
    name,
    configFileMode,
    clearInvalidConfig,
    accessPropertiesByDotNotation: false,
  });

/**
 * Starts the host in this process. Where the reason of a failure is known, rejects with a sentence for the
 * user.
 */
export async function startElectronHost(dataDir: string): Promise<Host> {
  return createHost({
    host: 'electron',
    version: PLINTH_VERSION,
    dataDir,
    port: resolvePort(undefined),
    openSettingsFile: openWithElectronStore,
    useKeychain: process.env.PLINTH_KEYCHAIN !== 'off',
    // Beside the archive of the app: npm and pip cannot read inside of it.
    sdkFolder: app.isPackaged ? join(app.getAppPath(), '../sdk') : join(app.getAppPath(), '.host/sdk'),
    commandLine: [
      process.execPath,
      ...(app.isPackaged ? [] : [app.getAppPath()]),
      COMMAND_LINE_FLAG,
      '--',
    ],
    receiptWorker: pathToFileURL(join(app.getAppPath(), '.vite/build/receipt-worker.cjs')),
  });
}
