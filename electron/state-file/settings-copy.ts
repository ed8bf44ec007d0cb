import { writePrivateFile } from '../platform/private-file.ts';
import { readOwnText, StrangeFile } from '../platform/regular-file.ts';
import { isObject, type StoredObject } from './settings-content.ts';

/** Reads the last complete copy of the settings. Returns undefined where none can be used. */
export function readSettingsCopy(path: string): StoredObject | undefined {
  let text: string;
  try {
    text = readOwnText(path);
  } catch (error) {
    const isThere = !(error instanceof StrangeFile) && (error as NodeJS.ErrnoException).code !== 'ENOENT';
    if (!isThere) return undefined;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function writeSettingsCopy(path: string, stored: StoredObject): void {
  writePrivateFile(path, `${JSON.stringify(stored, null, '\t')}\n`);
}
