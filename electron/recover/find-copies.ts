import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SearchPart } from '../../shared/recover.ts';
import { type OpenCopies, readCopies, sha256 } from './file-copy.ts';
import { type LookInGit, withGitCopies } from './git-copies.ts';
import { agentRepositories, type OpenRepository, repositoryAround } from './git-places.ts';
import { homesOf } from './homes.ts';
import {
  agentHistories,
  backupFiles,
  editorHistories,
  openFiles,
  visibleSnapshots,
} from './local-histories.ts';
import { readOwnFile } from './own-file.ts';
import { linuxTrash, macTrash, windowsTrash } from './trash.ts';

/** A search for one path, whose sources stay open. */
interface Search {
  path: string;
  /** Whether something is there now. */
  isThere: boolean;
  /** Looks in one part of the sources. The first part takes moments, the second one reads all objects of a repository. */
  look(part: SearchPart): Promise<OpenCopies>;
  /** Looks in both parts. */
  lookInAll(): Promise<OpenCopies>;
}

/** Returns the nearest folder at or above a path that exists. */
async function existingFolder(path: string): Promise<string> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  return isFolder || path === dirname(path) ? path : existingFolder(dirname(path));
}

export const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

/** True if this process is root's and the place is another user's. Root would read what that user may not give away. */
export async function isForeign(path: string): Promise<boolean> {
  const { uid } = await lstat(await existingFolder(path));
  return process.getuid?.() === 0 && uid !== 0;
}

/** Leaves out versions that are there now. In a folder, most files are: only a few of them were lost. */
async function withoutPresent(found: OpenCopies): Promise<OpenCopies> {
  const present = new Map<string, string>();
  for (const path of new Set(found.copies.map((copy) => copy.path)))
    present.set(path, await readOwnFile(path, dirname(path)).then(sha256, () => ''));
  const copies = found.copies.filter((copy) => present.get(copy.path) !== copy.sha256);
  if (copies.length === found.copies.length) return found;
  return { ...found, copies, notes: [...found.notes, { note: 'present_left_out' }] };
}

/** Opens repositories one after the other, and calls `use` while all of them are open. */
function withAll<T>(
  [first, ...rest]: readonly { open: OpenRepository; isAgents: boolean }[],
  path: string,
  use: (looks: LookInGit[]) => Promise<T>,
): Promise<T> {
  if (first === undefined) return use([]);
  return withGitCopies(first.open, path, first.isAgents, (look) =>
    withAll(rest, path, (others) => use([look, ...others])),
  );
}

/**
 * Looks for copies of a file, or of the files below a folder. It writes nothing, and keeps nothing of what it reads. `lostAt`
 * is the time of the report that it is gone, in milliseconds.
 */
export async function withCopies<T>(
  path: string,
  lostAt: number | undefined,
  use: (search: Search) => Promise<T>,
): Promise<T> {
  const homes = homesOf();
  const existing = await existingFolder(path);
  const folder = await realpath(existing);
  // A path through a link has two forms. Other programs stored either of them.
  const real = join(folder, path.slice(existing.length));
  const own = repositoryAround(folder);
  const ofAgents = await agentRepositories(real, homes, own);
  const opens = [{ open: own, isAgents: false }, ...ofAgents.map((open) => ({ open, isAgents: true }))];
  return withAll(opens, real, async (looks) => {
    const look = async (part: SearchPart) => {
      // On Windows, every user can make the folders of other systems at the top of a volume.
      const inFiles =
        part === 'unnamed'
          ? []
          : [
              ...[...new Set([path, real])].flatMap((each) => [
                ...(process.platform === 'win32'
                  ? [windowsTrash(each)]
                  : [linuxTrash(each, folder, homes), openFiles(each), visibleSnapshots(each)]),
                editorHistories(each, homes),
                agentHistories(each, homes),
              ]),
              macTrash(real, homes),
              backupFiles(real, homes),
            ];
      const looked = await Promise.all(inFiles);
      for (const lookInGit of looks) looked.unshift(...(await lookInGit(part)));
      const found = await readCopies(looked, lostAt);
      return existing === path ? withoutPresent(found) : found;
    };
    const lookInAll = async () => {
      const [named, unnamed] = [await look('named'), await look('unnamed')];
      return {
        copies: [...named.copies, ...unnamed.copies],
        places: named.places + unnamed.places,
        unread: named.unread + unnamed.unread,
        notes: [...named.notes, ...unnamed.notes],
      };
    };
    return use({ path, isThere: await isThere(path), look, lookInAll });
  });
}
