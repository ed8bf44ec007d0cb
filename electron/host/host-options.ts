import type { Worker } from 'node:worker_threads';
import type { HostStatus } from '../../shared/control.ts';
import type { HarnessSurroundings } from '../bridges/connect/harness-environment.ts';
import type { OpenKeyValueFile } from '../state-file/key-value-file.ts';

export interface HostOptions {
  /** Kind of host. `stores-only` opens the stores without a listener, as the command line does. */
  host: HostStatus['host'];
  /** True to read the stores as they are: nothing on the disk changes. Only `stores-only` can. */
  reads?: boolean;
  version: string;
  dataDir: string;
  /** Preferred port; 0 takes any free port. */
  port: number;
  openSettingsFile: OpenKeyValueFile;
  /** False stores the key in a file without asking the keychain. */
  useKeychain: boolean;
  /** Module of the receipt worker; its place depends on the bundler. */
  receiptWorker: URL;
  /** The program, and its first arguments, that runs the command line of this version. */
  commandLine: readonly string[];
  /** Folder of the packed SDKs. */
  sdkFolder: string;
  /** A thread that has loaded this module and waits for its data. Used once. */
  receiptThread?: Worker | undefined;
  /** Environment in which harnesses are looked up; that of this process unless a test sets another. */
  surroundings?: HarnessSurroundings;
}

/** Identity and clock of one run of the host. */
export interface HostRun {
  /** Names this installation in every run. Known once the settings are open. */
  instanceId: string;
  startedAt: string;
  now(): number;
}
