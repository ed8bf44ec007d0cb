import { lstat, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type FileCopy, type Looked, readCopies } from './file-copy.ts';
import { withGitCopies } from './git-copies.ts';
import {
  agentHistories,
  backupFiles,
  editorHistories,
  type Homes,
  openFiles,
  trashCopies,
} from './other-copies.ts';

/** What was found for one path. */
export interface FoundCopies {
  path: string;
  /** Whether something is there now. */
  isThere: boolean;
  copies: FileCopy[];
  /** Places in which Plinth looked. */
  places: number;
  /** Copies that could not be read to their end. */
  unread: number;
  named: string[];
  failures: string[];
}

function homesOf(): Homes {
  const home = homedir();
  const { XDG_DATA_HOME, XDG_CONFIG_HOME } = process.env;
  return {
    home,
    dataHome: XDG_DATA_HOME || join(home, '.local', 'share'),
    configHome: XDG_CONFIG_HOME || join(home, '.config'),
  };
}

/** Returns the nearest folder at or above a path that exists. */
async function existingFolder(path: string): Promise<string> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  return isFolder || path === dirname(path) ? path : existingFolder(dirname(path));
}

const newestFirst = (a: FileCopy, b: FileCopy) =>
  Number(a.kind === 'may_be') - Number(b.kind === 'may_be') || (b.savedAt ?? 0) - (a.savedAt ?? 0);

/** True if this process is root's and the place is another user's. Root would read what that user may not give away. */
export async function isForeign(path: string): Promise<boolean> {
  const { uid } = await lstat(await existingFolder(path));
  return process.getuid?.() === 0 && uid !== 0;
}

/** Looks for copies of a file, or of the files below a folder. It writes nothing, and keeps nothing of what it reads. */
export async function findCopies(
  path: string,
  wanted: ReadonlySet<string> = new Set(),
): Promise<FoundCopies> {
  const homes = homesOf();
  const isThere = (await lstat(path).catch(() => undefined)) !== undefined;
  const existing = await existingFolder(path);
  const folder = await realpath(existing);
  // A path through a link has two forms. Other programs stored either of them.
  const real = join(folder, path.slice(existing.length));
  const looked = await Promise.all<Looked>(
    [...new Set([path, real])].flatMap((each) => [
      trashCopies(each, folder, homes),
      editorHistories(each, homes),
      agentHistories(each, homes),
      openFiles(each),
    ]),
  );
  looked.push(await backupFiles(real));
  return withGitCopies(folder, real, async (ofGit) => {
    const all = [ofGit, ...looked];
    const { copies, unread } = await readCopies(
      all.flatMap(({ candidates }) => candidates),
      wanted,
    );
    return {
      path,
      isThere,
      copies: copies.sort(newestFirst),
      places: all.reduce((sum, { places }) => sum + places, 0),
      unread,
      named: all.flatMap(({ named }) => named),
      failures: all.flatMap(({ failures }) => failures),
    };
  });
}
