import { resolve } from 'node:path';
import { CommandFailure } from './command-failure.ts';

/**
 * Names that Windows gives to devices, in each folder and with each ending, and names whose end Windows leaves out: a dot, a
 * space, and what stands behind a colon, which is a hidden part of another file.
 */
const OF_WINDOWS = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)|[. ]$|:/i;

/** Returns the path of a file to write. Throws for a name with which no other program on Windows could open the file. */
export function outputFile(file: string, platform: NodeJS.Platform = process.platform): string {
  const name = file
    .replace(/^[a-z]:/i, '')
    .split(/[\\/]/)
    .at(-1)!;
  if (platform === 'win32' && OF_WINDOWS.test(name)) {
    const message = 'Windows keeps this name for itself, or changes it. Choose another name.';
    throw new CommandFailure('refused', message);
  }
  return resolve(file);
}
