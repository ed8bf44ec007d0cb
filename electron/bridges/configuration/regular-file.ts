import { readRegularFile } from '../../platform/regular-file.ts';

/** Exceeds the size of any harness's settings. A larger file is not a settings file. */
export const MAX_CONFIGURATION_BYTES = 1_048_576;

/** Returns the text of a settings file for a lookup, or undefined where it cannot be read. */
export function readSettingsText(path: string): string | undefined {
  try {
    const file = readRegularFile(path, MAX_CONFIGURATION_BYTES);
    return typeof file === 'string' ? undefined : file.bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch {
    // A missing or unreadable file says nothing about the harness.
    return undefined;
  }
}
