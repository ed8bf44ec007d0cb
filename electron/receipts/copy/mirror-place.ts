import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../platform/private-file.ts';
import { CopyUnusable } from '../repair/record-rows.ts';

const MIRROR_FOLDER = 'plinth-mirror';
const MIRROR_FILE = 'record.db';

/** Returns the file of the mirror in a folder that the user chose. It has a folder of its own there. */
export const mirrorFile = (folder: string): string => join(folder, MIRROR_FOLDER, MIRROR_FILE);

/** Creates the private folder of a mirror. The folder that the user chose stays as it is, and must exist. */
export function makeMirrorFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw new CopyUnusable('missing');
  makePrivateFolder(dirname(mirrorFile(folder)));
}

/** Returns facts about the place of a mirror. */
export function placeOf(file: string) {
  const [own, folder] = [statSync(file), statSync(dirname(file))];
  const isOpenToOthers = process.platform !== 'win32' && (own.mode & folder.mode & 0o077) !== 0;
  return {
    /** The volume, by the number of its device. */
    device: folder.dev,
    /** True if the volume keeps no permissions, so that other users of this computer can read the mirror. */
    isOpenToOthers,
  };
}
