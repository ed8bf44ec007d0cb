import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Entries of one folder, and of all folders below one, that are looked at. */
export const MAX_ENTRIES = 5000;

/** Returns the time at which a file last changed, or NaN. */
export const timeOf = async (path: string): Promise<number> =>
  (await lstat(path).catch(() => undefined))?.mtimeMs ?? Number.NaN;

/** Returns the names in a folder, as far as it can be read. A link to a folder is none. */
export async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    if (!(await lstat(folder)).isDirectory()) return [];
    for await (const { name } of await opendir(folder)) if (names.push(name) >= MAX_ENTRIES) break;
  } catch {
    // What is gone by now, or is not this user's, has no names.
  }
  return names.sort();
}

/** Returns the paths of the regular files below a folder. Links are left out. */
export async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [folder];
  for (let looked = 0; folders.length > 0 && looked < MAX_ENTRIES; ) {
    const at = folders.pop()!;
    for (const name of await namesIn(at)) {
      looked += 1;
      const status = await lstat(join(at, name)).catch(() => undefined);
      if (status?.isDirectory() === true) folders.push(join(at, name));
      else if (status?.isFile() === true) files.push(join(at, name));
    }
  }
  return files;
}
