import type { StoredObject } from './settings-content.ts';

/** The common interface of electron-store and of its base, conf. */
export interface KeyValueFile {
  store: StoredObject;
  readonly path: string;
  /** True if changes stay in memory. A damaged file is then an error. */
  readonly isInMemory?: boolean;
  set(values: StoredObject): void;
}

/** Opens the settings file: with electron-store in Electron, with conf elsewhere. Both use the same file. */
export type OpenKeyValueFile = (options: {
  cwd: string;
  name: string;
  configFileMode: number;
  clearInvalidConfig: false;
}) => KeyValueFile;
