import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** Far more than any harness's settings; what is larger is something else. */
export const MAX_CONFIGURATION_BYTES = 1_048_576;

export interface RegularFile {
  bytes: Buffer;
  status: Stats;
}

/**
 * Reads a file that must be a regular one of at most {@link MAX_CONFIGURATION_BYTES}. Secret stores put pipes in the place
 * of settings files, and opening one would wait for its writer for ever; so it is opened without waiting, and looked at
 * before it is read. Throws Node's own error where it cannot be opened or read.
 */
export function readRegularFile(path: string): RegularFile | 'not_a_file' | 'too_large' {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return 'not_a_file';
    if (status.size > MAX_CONFIGURATION_BYTES) return 'too_large';
    return { bytes: readFileSync(descriptor), status };
  } finally {
    closeSync(descriptor);
  }
}

/** The text of a settings file to look something up in; undefined where there is none to read. */
export function readSettingsText(path: string): string | undefined {
  try {
    const file = readRegularFile(path);
    return typeof file === 'string' ? undefined : file.bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch {
    // A file that is not there, or may not be read, tells nothing about the harness.
    return undefined;
  }
}
