import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Conf from 'conf';
import { DEFAULT_PORT } from '../../shared/limits.ts';
import { resolveDataDir } from '../platform/data-dir.ts';
import { HostError } from '../platform/host-error.ts';
import { readOwnText } from '../platform/regular-file.ts';
import { PLINTH_VERSION } from '../platform/version.ts';
import type { OpenKeyValueFile } from '../state-file/key-value-file.ts';
import type { HostOptions } from './host-options.ts';

/** Command-line flags. They override the environment, which overrides the defaults. */
export interface HostFlags {
  dataDir?: string | undefined;
  port?: string | undefined;
}

const openWithConf: OpenKeyValueFile = ({ cwd, name, configFileMode, clearInvalidConfig }) =>
  new Conf<Record<string, unknown>>({
    cwd,
    configName: name,
    configFileMode,
    clearInvalidConfig,
    accessPropertiesByDotNotation: false,
  });

/** Reads the settings file. Changes stay in memory. A damaged file reads as empty. */
const openInMemory: OpenKeyValueFile = ({ cwd, name }) => {
  const file = { path: join(cwd, `${name}.json`), store: {}, isInMemory: true, set: () => {} };
  try {
    file.store = JSON.parse(readOwnText(file.path));
  } catch (error) {
    if (!(error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT')) throw error;
  }
  return file;
};

/** Returns the port that a text names, and `unset` where it names none. */
export function portOf(text: string | undefined, unset: number, sentence: string): number {
  if (text === undefined || text === '') return unset;
  const port = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || port > 65_535) throw new HostError('invalid_port', sentence);
  return port;
}

export const resolvePort = (flag: string | undefined): number =>
  portOf(
    flag ?? process.env.PLINTH_PORT,
    DEFAULT_PORT,
    'The port must be a number from 0 to 65535. Port 0 selects any free port.',
  );

const isSource = import.meta.url.endsWith('.ts');
// In the bundle, the worker's module is beside this one.
const RECEIPT_WORKER = isSource ? './receipt-worker.ts' : './receipt-worker.cjs';
const SDK_FOLDER = fileURLToPath(new URL(isSource ? '../../.host/sdk' : '../sdk', import.meta.url));

// As far from the bundle as from the source. As a literal in the call, the bundler would take the file for an asset.
const LAUNCHER = '../../bin/plinth.js';

/** Returns the options of a host outside Electron. */
export function nodeHostOptions(host: HostOptions['host'], flags: HostFlags): HostOptions {
  return {
    host,
    version: PLINTH_VERSION,
    dataDir: resolveDataDir(flags.dataDir),
    // The stores alone do not listen.
    port: host === 'stores-only' ? 0 : resolvePort(flags.port),
    openSettingsFile: openWithConf,
    useKeychain: process.env.PLINTH_KEYCHAIN !== 'off',
    receiptWorker: new URL(RECEIPT_WORKER, import.meta.url),
    commandLine: [process.execPath, fileURLToPath(new URL(LAUNCHER, import.meta.url))],
    sdkFolder: SDK_FOLDER,
  };
}

/** Returns the options of stores that are only read. */
export const readingOptions = (flags: HostFlags): HostOptions => ({
  ...nodeHostOptions('stores-only', flags),
  openSettingsFile: openInMemory,
  reads: true,
});
