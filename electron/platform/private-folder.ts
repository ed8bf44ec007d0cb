import { lstatSync, mkdirSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

/** The reason why a folder is not safe from other users of this computer. */
export type FolderFault =
  | 'missing'
  | 'not_a_folder'
  | 'symbolic_link'
  | 'other_owner'
  | 'open_to_others'
  | 'unsafe_parent';

const SYMBOLIC_LINKS_FOLLOWED = 40;
const OTHERS_ANY = 0o077;
const OTHERS_WRITE = 0o022;
/** The mode bit of a folder such as /tmp, in which only the owner of an entry can rename or remove it. */
const STICKY = 0o1000;
const ROOT = 0;

const statusOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Returns true when only root and this user can replace `path` or a folder above it. */
function isSafeFromOthers(path: string, user: number, linksLeft = SYMBOLIC_LINKS_FOLLOWED): boolean {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep).filter(Boolean);
  let reached = root;
  for (const [index, name] of ['', ...names].entries()) {
    reached = join(reached, name);
    const status = statusOf(reached);
    if (status === undefined || (status.uid !== user && status.uid !== ROOT)) return false;
    if (status.isSymbolicLink()) {
      if (linksLeft === 0) return false;
      const target = resolve(dirname(reached), readlinkSync(reached));
      return isSafeFromOthers(join(target, ...names.slice(index)), user, linksLeft - 1);
    }
    if ((status.mode & OTHERS_WRITE) !== 0 && (status.mode & STICKY) === 0) return false;
  }
  return true;
}

/**
 * Returns the reason why a folder cannot be trusted with a private socket or with code, or undefined when it
 * can. A trusted folder is a real folder of this user, closed to others (0700), and only this user and root can
 * replace it or a folder above it. On Windows the access rights of the user's profile apply instead.
 */
export function privateFolderFault(folder: string): FolderFault | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  if (!isAbsolute(folder)) return 'unsafe_parent';
  const status = statusOf(folder);
  if (status === undefined) return 'missing';
  if (status.isSymbolicLink()) return 'symbolic_link';
  if (!status.isDirectory()) return 'not_a_folder';
  if (status.uid !== user) return 'other_owner';
  if ((status.mode & OTHERS_ANY) !== 0) return 'open_to_others';
  return isSafeFromOthers(dirname(folder), user) ? undefined : 'unsafe_parent';
}

/** Returns the path, or the nearest folder above it that exists. */
export function nearestExisting(path: string): string {
  let nearest = path;
  while (statusOf(nearest) === undefined && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return nearest;
}

/**
 * Creates a missing private folder (0700) with its parents. Returns its fault, as {@link privateFolderFault}
 * does. It never changes an existing folder: other users may have planted files in it.
 */
export function makeTrustedFolder(folder: string): FolderFault | undefined {
  const fault = privateFolderFault(folder);
  if (fault !== 'missing') return fault;
  const user = process.geteuid?.();
  if (user !== undefined && !isSafeFromOthers(nearestExisting(folder), user)) return 'unsafe_parent';
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return privateFolderFault(folder);
}

const explanations: Record<FolderFault, string> = {
  missing: 'does not exist',
  not_a_folder: 'is not a folder',
  symbolic_link: 'is a symbolic link',
  other_owner: 'belongs to another user',
  open_to_others: 'can be opened by other users',
  unsafe_parent: 'is inside a folder that other users can change',
};

/** Returns the fault as the end of a sentence whose subject is the folder. */
export const explainFolderFault = (fault: FolderFault): string => explanations[fault];
