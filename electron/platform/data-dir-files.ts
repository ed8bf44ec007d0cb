import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The names of a data directory. A folder with other files in it is somebody else's: Plinth neither moves in nor
 * changes the modes of what it finds.
 */

/** Files of Plinth's own, and what SQLite, a rewrite or damage adds to their names. */
const OWN_FILES =
  /^(?:host\.lock|settings\.json|settings\.last-good\.json|shell\.json|vault\.key|runtime\.json|runtime\.secret|receipts\.db|control\.sock|probe\.tmp)(?:[.-].*)?$/;
const OWN_FOLDERS = ['logs', 'bridges', 'window'];
/** Names that operating systems put into folders of themselves. */
const OF_NOBODY = ['.DS_Store', '.localized', 'desktop.ini', 'Thumbs.db', 'lost+found'];
/** Together these two are in every data directory that was ever in use, and nowhere else. */
const MARKS = ['host.lock', 'receipts.db'];

const isOwnFile = (name: string): boolean => OWN_FILES.test(name);
const isExpected = (name: string): boolean =>
  isOwnFile(name) || OWN_FOLDERS.includes(name) || OF_NOBODY.includes(name);

/** True when a folder is a data directory, or empty enough to become one. One that is not there yet is. */
export function canBeDataDir(folder: string): boolean {
  if (!existsSync(folder)) return true;
  return MARKS.every((name) => existsSync(join(folder, name))) || readdirSync(folder).every(isExpected);
}

/** Takes from Plinth's own files what others may do with them; a copy or a restored backup may have given it. */
export function closeOwnFilesToOthers(folder: string): void {
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !isOwnFile(entry.name)) continue;
    const file = join(folder, entry.name);
    const { mode } = statSync(file);
    if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700);
  }
}
