import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** Exceeds the size of any harness's settings. A larger file is not a settings file. */
export const MAX_CONFIGURATION_BYTES = 1_048_576;

interface RegularFile {
  bytes: Buffer;
  status: Stats;
}

/**
 * Reads a regular file of at most {@link MAX_CONFIGURATION_BYTES}. Secret stores replace settings files with
 * pipes, and opening a pipe blocks until it has a writer. The file is therefore opened in non-blocking mode and
 * its type is checked before it is read. Throws Node's error where the file cannot be opened or read.
 */
export function readRegularFile(path: string): RegularFile | 'is_folder' | 'not_a_file' | 'too_large' {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return status.isDirectory() ? 'is_folder' : 'not_a_file';
    if (status.size > MAX_CONFIGURATION_BYTES) return 'too_large';
    return { bytes: readFileSync(descriptor), status };
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the text of a settings file for a lookup, or undefined where it cannot be read. */
export function readSettingsText(path: string): string | undefined {
  try {
    const file = readRegularFile(path);
    return typeof file === 'string' ? undefined : file.bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch {
    // A missing or unreadable file says nothing about the harness.
    return undefined;
  }
}
