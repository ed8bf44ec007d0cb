import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../platform/held-file.ts';
import { HostError } from '../platform/host-error.ts';

/*
 * The causes of a failed start on the user's disk, each with one sentence for the user and the next step. None
 * of them is a damaged file, so nothing is changed or set aside.
 */

/**
 * A database needs its file, write-ahead log, shared memory and journal at once. The number is doubled for the
 * other files.
 */
const PROBED_DESCRIPTORS = 8;
/** Twice the space that SQLite needs at once for the shared memory of its write-ahead log. */
const PROBED_BYTES = 65_536;
const PROBE_FILE = 'probe.tmp';

/** Returns the system's error code when files cannot be written in the data directory, or undefined. */
function probe(dataDir: string): string | undefined {
  const descriptors: number[] = [];
  const file = join(dataDir, PROBE_FILE);
  try {
    for (let index = 0; index < PROBED_DESCRIPTORS; index += 1) descriptors.push(openSync(dataDir, 'r'));
    writeFileSync(file, Buffer.alloc(PROBED_BYTES), { mode: 0o600 });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
    removeFile(file);
  }
}

const faults: Record<string, (dataDir: string) => HostError> = {
  ENOSPC: (dataDir) =>
    new HostError('disk_full', `The disk that holds ${dataDir} is full. Free some space and start again.`),
  EMFILE: () =>
    new HostError(
      'too_many_files',
      'Plinth cannot open its files, because too many files are open. Close other programs or raise the limit (ulimit -n), and start again.',
    ),
  EROFS: (dataDir) =>
    new HostError(
      'data_dir_unwritable',
      `The disk that holds ${dataDir} is read-only. Make it writable, or choose another folder with PLINTH_DATA_DIR.`,
    ),
  EACCES: (dataDir) =>
    new HostError(
      'data_dir_unwritable',
      `Plinth may not use ${dataDir}. Make the folder and everything in it your own and writable, or choose another with PLINTH_DATA_DIR.`,
    ),
  EIO: (dataDir) =>
    new HostError(
      'disk_failing',
      `The disk that holds ${dataDir} cannot be read or written. Check the disk, then start again.`,
    ),
};
const SAME: Record<string, string> = { EDQUOT: 'ENOSPC', ENFILE: 'EMFILE', EPERM: 'EACCES' };

const faultOf = (dataDir: string, code: unknown): HostError | undefined =>
  typeof code === 'string' ? faults[SAME[code] ?? code]?.(dataDir) : undefined;

/**
 * Returns the fault behind a file system error, or undefined when the code does not concern the disk or this
 * process.
 */
export const diskFault = (dataDir: string, error: unknown): HostError | undefined =>
  faultOf(dataDir, (error as NodeJS.ErrnoException | null)?.code);

/**
 * Returns the current fault, because SQLite does not pass on the system's codes. Returns undefined when files
 * can be written.
 */
export const currentDiskFault = (dataDir: string): HostError | undefined => faultOf(dataDir, probe(dataDir));

/** Returns the fault for a code that is already known. */
export const diskFaultOf = (dataDir: string, code: 'ENOSPC' | 'EMFILE' | 'EACCES' | 'EIO'): HostError =>
  faults[code]!(dataDir);
