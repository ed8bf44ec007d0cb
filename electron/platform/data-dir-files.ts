import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The file names of a data directory. A folder with other files belongs to another program: Plinth does not use
 * it and does not change the modes of its files.
 */

/** Plinth's own files, with the suffixes that SQLite, a rewrite or damage adds to their names. */
const OWN_FILES =
  /^(?:host\.lock|settings\.json|settings\.last-good\.json|shell\.json|vault\.key|runtime\.json|console\.json|runtime\.secret|alive\.json|receipts\.db|control\.sock|probe\.tmp|open\.html|service\.xml)(?:[.-].*)?$/;
const OWN_FOLDERS = ['logs', 'bridges', 'window'];
/** Names that operating systems create in folders. */
const OF_NOBODY = ['.DS_Store', '.localized', 'desktop.ini', 'Thumbs.db', 'lost+found'];
/** Every used data directory contains both files, and no other folder does. */
const MARKS = ['host.lock', 'receipts.db'];

const isOwnFile = (name: string): boolean => OWN_FILES.test(name);
const isExpected = (name: string): boolean =>
  isOwnFile(name) || OWN_FOLDERS.includes(name) || OF_NOBODY.includes(name);

/** Returns true when a folder is a data directory, is empty enough to become one, or does not exist. */
export function canBeDataDir(folder: string): boolean {
  if (!existsSync(folder)) return true;
  return MARKS.every((name) => existsSync(join(folder, name))) || readdirSync(folder).every(isExpected);
}

/** Removes other users' access to Plinth's own files. A copy or a restored backup can have granted it. */
export function closeOwnFilesToOthers(folder: string): void {
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !isOwnFile(entry.name)) continue;
    const file = join(folder, entry.name);
    const { mode } = statSync(file);
    if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700);
  }
}
