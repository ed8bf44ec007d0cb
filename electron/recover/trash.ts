import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, parse, relative, sep } from 'node:path';
import type { SearchNote } from '../../shared/recover.ts';
import { type Candidate, fileCandidate, isAsked, type Looked } from './file-copy.ts';
import { filesBelow, namesIn } from './files-below.ts';
import type { Homes } from './homes.ts';
import { baseOf, isUnlinked, readOwnFile } from './own-file.ts';

const MAX_LIST_BYTES = 1_048_576;

/** An entry of a trash: one file, or a folder with all that is below it. */
interface Trashed {
  original: string;
  kept: string;
  /** In milliseconds, or NaN. */
  deletedAt: number;
}

/** Returns the copies of a path, or of what was below it, in one entry. A deleted folder is one entry. */
async function copiesIn(
  { original, kept, deletedAt }: Trashed,
  path: string,
  base: string,
): Promise<Candidate[]> {
  const add = (of: string, file: string) => fileCandidate('trash', of, file, base, deletedAt);
  if (path !== original && isAsked(path, original)) return [add(path, join(kept, relative(original, path)))];
  if (!isAsked(original, path)) return [];
  const status = await lstat(kept).catch(() => undefined);
  if (status?.isDirectory() !== true) return [add(original, kept)];
  return (await filesBelow(kept)).map((file) => add(original + file.slice(kept.length), file));
}

interface TrashFolder {
  trash: string;
  /** Paths that are not absolute begin there. */
  top: string;
  base: string;
}

/** Returns the trash folders of freedesktop.org's specification: the user's own, and those of the volume of a path. */
async function trashFolders(existing: string, { home, dataHome }: Homes): Promise<TrashFolder[]> {
  let top = existing;
  const device = (await stat(top).catch(() => undefined))?.dev;
  while (device !== undefined && top !== dirname(top)) {
    const above = await stat(dirname(top)).catch(() => undefined);
    if (above?.dev !== device) break;
    top = dirname(top);
  }
  const uid = process.getuid?.() ?? 0;
  return [
    { trash: join(dataHome, 'Trash'), top: sep, base: baseOf(dataHome, home) },
    { trash: join(top, '.Trash', String(uid)), top, base: top },
    { trash: join(top, `.Trash-${uid}`), top, base: top },
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Looks in the desktops' trash on Linux. */
export async function linuxTrash(path: string, existing: string, homes: Homes): Promise<Looked> {
  const candidates: Candidate[] = [];
  const folders = await trashFolders(existing, homes);
  const notes: SearchNote[] = [];
  for (const { trash, top, base } of folders) {
    const names = await namesIn(join(trash, 'info'));
    if (names.length > 0 && !(await isUnlinked(join(trash, 'info'), base)))
      notes.push({ note: 'source_linked' });
    for (const name of names) {
      // `...trashinfo` would name the trash itself.
      if (!name.endsWith('.trashinfo') || /^\.*$/.test(name.slice(0, -'.trashinfo'.length))) continue;
      const info = await readOwnFile(join(trash, 'info', name), base, MAX_LIST_BYTES).catch(() => '');
      const [, encoded] = /^Path=(.*)$/m.exec(info.toString()) ?? [];
      if (encoded === undefined) continue;
      const [, deleted = ''] = /^DeletionDate=(.*)$/m.exec(info.toString()) ?? [];
      const stored = decoded(encoded);
      const original = stored.startsWith(sep) ? stored : join(top, stored);
      const kept = join(trash, 'files', name.slice(0, -'.trashinfo'.length));
      candidates.push(...(await copiesIn({ original, kept, deletedAt: Date.parse(deleted) }, path, base)));
    }
  }
  return { candidates, places: folders.length, notes };
}

/** Windows counts tenths of microseconds since 1601. */
const [EPOCH_1601_MS, TICKS_A_MS] = [11_644_473_600_000, 10_000];
/** Version, size and time, of eight bytes each. Version 2 has the length of the path after them. */
const [VERSION_1, VERSION_2, PATH_1, PATH_2] = [1, 2, 24, 28];
const TIME_AT = 16;

/** Reads a file `$I…` of Windows' recycle bin. Returns undefined for another format. */
function recycled(info: Buffer): Omit<Trashed, 'kept'> | undefined {
  const version = info.length > PATH_2 ? info.readInt32LE(0) : 0;
  if (version !== VERSION_1 && version !== VERSION_2) return undefined;
  const [original = ''] = info.toString('utf16le', version === VERSION_1 ? PATH_1 : PATH_2).split('\0');
  const deletedAt = Number(info.readBigInt64LE(TIME_AT)) / TICKS_A_MS - EPOCH_1601_MS;
  return original === '' ? undefined : { original, deletedAt };
}

/** Looks in Windows' recycle bin of the path's volume: `$Recycle.Bin\<user>\$I…` names what `$R…` contains. */
export async function windowsTrash(
  path: string,
  bin = join(parse(path).root, '$Recycle.Bin'),
): Promise<Looked> {
  const candidates: Candidate[] = [];
  const users = await namesIn(bin);
  for (const folder of users.map((name) => join(bin, name))) {
    for (const name of (await namesIn(folder)).filter((each) => each.startsWith('$I'))) {
      const info = await readOwnFile(join(folder, name), folder, MAX_LIST_BYTES).catch(() => undefined);
      const entry = info && recycled(info);
      if (entry === undefined) continue;
      const kept = join(folder, `$R${name.slice(2)}`);
      candidates.push(...(await copiesIn({ ...entry, kept }, path, folder)));
    }
  }
  return { candidates, places: users.length > 0 ? 1 : 0, notes: [] };
}

/** Looks in the trash of macOS for the name alone: it keeps no original path in the open. */
export async function macTrash(path: string, { home }: Homes): Promise<Looked> {
  const trash = join(home, '.Trash');
  const status = await lstat(trash).catch(() => undefined);
  if (status?.isDirectory() !== true) return { candidates: [], places: 0, notes: [] };
  const refused = await readdir(trash).then(
    () => false,
    () => true,
  );
  const { name, ext } = parse(path);
  // A second file of this name gets the time before its extension.
  const isNamed = (each: string) =>
    each === basename(path) || (each.startsWith(`${name} `) && each.endsWith(ext));
  const files = (await namesIn(trash)).filter(isNamed).map((each) => join(trash, each));
  const candidates = files.map((file) => ({
    ...fileCandidate('trash', path, file, home, Number.NaN),
    kind: 'may_be' as const,
  }));
  return { candidates, places: 1, notes: refused ? [{ note: 'mac_trash_unread' }] : [] };
}
