import { lstatSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { HooksOff } from '../../../shared/bridge.ts';
import { isWithin } from '../../../shared/path-below.ts';
import { readSettings } from '../configuration/settings-reading.ts';
import type { HarnessEnvironment } from '../harnesses/harness.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgePlace } from './bridge-places.ts';

/** The longest time in which the projects of the record are looked at. */
const LOOK_MS = 1000;
/** Folders of file systems that other computers or programs serve. They can keep a reader waiting without an end. */
const SERVED_FOLDER =
  /^\S+ (\S+) (?:nfs|cifs|smb|ncp|9p|autofs|afs|coda|ceph|gluster|lustre|davfs|fuse(?!blk))/gm;
/** The places of such folders on systems without a list of them. Windows takes both slashes. */
const SERVED_PLACE = /^(?:\/Volumes|\/Network|\/net)\/|^[\\/]{2}/;

/**
 * Returns the file that keeps a harness's hooks off in a folder, or everywhere if none is given. `isKnown` is false for
 * a file that cannot be read, or that `mayRead` excludes.
 */
export function hooksOffIn(
  place: BridgePlace,
  folder?: string,
  mayRead: (path: string) => boolean = () => true,
): HooksOff | undefined {
  const { environment, harness, home } = place;
  const { name, hookSwitches } = HARNESSES[harness];
  for (const { path, off, isManaged = false } of hookSwitches?.(environment, folder) ?? []) {
    const settings = mayRead(path) ? readSettings(path) : 'not_known';
    const value = typeof settings === 'object' ? off(settings) : settings;
    if (value === false) return undefined;
    if (value === undefined) continue;
    const isGeneral = folder === undefined || hooksOffIn(place)?.file === path;
    return { name, home, folder: isGeneral ? null : folder, file: path, isKnown: value === true, isManaged };
  }
  return undefined;
}

/** Returns a function that is true for paths on a disk of this computer, without links, outside others' homes. */
export function ownPaths({ home, systemRoot = '/' }: HarnessEnvironment): (path: string) => boolean {
  let served: string[] = [];
  try {
    const mounts = readFileSync(join(systemRoot, 'proc/self/mounts'), 'utf8');
    served = [...mounts.matchAll(SERVED_FOLDER)].map(([, folder = '']) => folder.replaceAll('\\040', ' '));
  } catch {
    // Only Linux has this list.
  }
  const homes = dirname(home);
  const isOthers = (path: string) =>
    homes !== dirname(homes) && isWithin(path, homes) && !isWithin(path, home);
  // A link is not followed: what it leads to would be touched before its place is known.
  const hasLink = (path: string): boolean =>
    path !== dirname(path) &&
    (hasLink(dirname(path)) || lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true);
  const isServed = (path: string) =>
    SERVED_PLACE.test(path) || served.some((folder) => isWithin(path, folder));
  return (path) => {
    try {
      return isAbsolute(path) && !isOthers(path) && !isServed(path) && !hasLink(path);
    } catch {
      return false;
    }
  };
}

/** The files in projects that keep hooks off, and the number of projects that were not looked at. */
export interface ProjectsLook {
  off: HooksOff[];
  notSeen: number;
}

/** Looks at the settings of projects for all connected harnesses. */
export async function lookAtProjects(
  places: readonly BridgePlace[],
  folders: readonly string[],
): Promise<ProjectsLook> {
  const look: ProjectsLook = { off: [], notSeen: 0 };
  const until = performance.now() + LOOK_MS;
  const readers = places.map((place) => ({ place, isOwn: ownPaths(place.environment) }));
  for (const folder of folders) {
    await otherWork();
    const isSeen = performance.now() < until && readers.every(({ isOwn }) => isOwn(folder));
    if (!isSeen) look.notSeen += 1;
    for (const { place, isOwn } of isSeen ? readers : []) {
      const found = hooksOffIn(place, folder, isOwn);
      if (found !== undefined && found.folder !== null) look.off.push(found);
    }
  }
  return look;
}
