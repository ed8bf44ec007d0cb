import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Candidate, type CopySource, type Looked, MAX_COPY_BYTES } from './file-copy.ts';
import { readOwnFile } from './own-file.ts';

/** Entries of one folder that are looked at. */
const MAX_ENTRIES = 5000;
const MAX_LIST_BYTES = 1_048_576;

/** Where this user's programs keep their files. */
export interface Homes {
  home: string;
  /** `XDG_DATA_HOME` and `XDG_CONFIG_HOME`, or their defaults. */
  dataHome: string;
  configHome: string;
}

const names = async (folder: string) => (await readdir(folder).catch(() => [])).slice(0, MAX_ENTRIES);
const timeOf = (path: string) =>
  lstat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** Returns true if a stored path is the one that was asked for, or lies below it. Case does not count on Windows. */
function isAsked(stored: string, asked: string): boolean {
  const [way] = relative(asked, stored).split(sep);
  return way !== '..' && !isAbsolute(relative(asked, stored));
}

function candidate(
  source: CopySource,
  path: string,
  file: string,
  base: string,
  savedAt: number | undefined,
): Candidate {
  return { source, kind: 'version', path, savedAt, where: file, read: () => readOwnFile(file, base) };
}

/** Returns the files below a folder as `/a/b`, or an empty text for a file itself. Links are left out. */
async function filesBelow(path: string): Promise<string[]> {
  const status = await lstat(path).catch(() => undefined);
  if (status?.isDirectory() !== true) return [''];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .slice(0, MAX_ENTRIES)
    .map(({ parentPath, name }) => join(parentPath, name).slice(path.length));
}

/** Returns the trash folders of freedesktop.org's specification: the user's own, and those of the volume of a path. */
async function trashFolders(
  existing: string,
  { dataHome }: Homes,
): Promise<{ trash: string; top: string }[]> {
  const folders: { trash: string; top: string }[] = [{ trash: join(dataHome, 'Trash'), top: sep }];
  let top = existing;
  const device = await stat(top).then(
    ({ dev }) => dev,
    () => undefined,
  );
  while (device !== undefined && top !== dirname(top)) {
    const above = await stat(dirname(top)).catch(() => undefined);
    if (above?.dev !== device) break;
    top = dirname(top);
  }
  const uid = process.getuid?.() ?? 0;
  folders.push({ trash: join(top, '.Trash', String(uid)), top }, { trash: join(top, `.Trash-${uid}`), top });
  return folders;
}

/** Looks in the desktops' trash on Linux. A deleted folder is one entry, so files in it are found, too. */
export async function trashCopies(path: string, existing: string, homes: Homes): Promise<Looked> {
  const candidates: Candidate[] = [];
  const folders = await trashFolders(existing, homes);
  for (const { trash, top } of folders) {
    for (const name of await names(join(trash, 'info'))) {
      // `...trashinfo` would name the trash itself.
      if (!/[^.].*\.trashinfo$/.test(name)) continue;
      const info = await readOwnFile(join(trash, 'info', name), trash, MAX_LIST_BYTES).catch(() => undefined);
      const [, encoded] = /^Path=(.*)$/m.exec(info?.toString('utf8') ?? '') ?? [];
      if (encoded === undefined) continue;
      const stored = decoded(encoded);
      const original = stored.startsWith(sep) ? stored : join(top, stored);
      const [, deleted = ''] = /^DeletionDate=(.*)$/m.exec(info!.toString('utf8')) ?? [];
      const deletedAt = Date.parse(deleted);
      const kept = join(trash, 'files', name.slice(0, -'.trashinfo'.length));
      const inside = path.startsWith(original + sep) ? path.slice(original.length) : '';
      if (!isAsked(original, path) && inside === '') continue;
      const savedAt = Number.isNaN(deletedAt) ? undefined : deletedAt;
      if (inside === '') {
        for (const below of await filesBelow(kept))
          candidates.push(candidate('trash', original + below, kept + below, trash, savedAt));
      } else candidates.push(candidate('trash', path, kept + inside, trash, savedAt));
    }
  }
  return { candidates, places: folders.length, named: [], failures: [] };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** VS Code and its forks keep each saved version below `User/History`. */
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf', 'Antigravity', 'Kiro', 'Trae'];

/** Looks in the local histories of VS Code and its forks. */
export async function editorHistories(path: string, { home, configHome }: Homes): Promise<Looked> {
  const bases = [configHome, join(home, 'Library', 'Application Support'), process.env.APPDATA ?? ''];
  const candidates: Candidate[] = [];
  let places = 0;
  for (const base of bases.filter((each) => each !== '')) {
    for (const editor of EDITORS) {
      const history = join(base, editor, 'User', 'History');
      const folders = await names(history);
      if (folders.length > 0) places += 1;
      for (const folder of folders) {
        const list = await readOwnFile(join(history, folder, 'entries.json'), history, MAX_LIST_BYTES).catch(
          () => undefined,
        );
        for (const { original, id, timestamp } of entriesOf(list)) {
          if (!isAsked(original, path)) continue;
          candidates.push(
            candidate('editor_history', original, join(history, folder, id), history, timestamp),
          );
        }
      }
    }
  }
  return { candidates, places, named: [], failures: [] };
}

/** Reads the list of one file's versions. Entries that name another folder are left out. */
function entriesOf(list: Buffer | undefined): { original: string; id: string; timestamp: number }[] {
  try {
    const { resource, entries } = JSON.parse(list?.toString('utf8') ?? '{}') as {
      resource?: unknown;
      entries?: unknown;
    };
    if (typeof resource !== 'string' || !resource.startsWith('file:') || !Array.isArray(entries)) return [];
    const original = fileURLToPath(resource);
    return entries.flatMap(({ id, timestamp }: { id?: unknown; timestamp?: unknown }) =>
      typeof id === 'string' && typeof timestamp === 'number' && basename(id) === id && id !== 'entries.json'
        ? [{ original, id, timestamp }]
        : [],
    );
  } catch {
    return [];
  }
}

/** Looks for the backups that editors write beside a file. Swap files of vim have a format of their own, so they are named. */
export async function backupFiles(path: string): Promise<Looked> {
  const [folder, name] = [dirname(path), basename(path)];
  const beside = [`${name}~`, `#${name}#`, `${name}.bak`, `${name}.orig`, `${name}.save`];
  const candidates: Candidate[] = [];
  const named: string[] = [];
  for (const each of beside) {
    const file = join(folder, each);
    const savedAt = await timeOf(file);
    if (savedAt !== undefined) candidates.push(candidate('backup_file', path, file, folder, savedAt));
  }
  const swaps = (await names(folder)).filter((each) => each.startsWith(`.${name}.sw`));
  if (swaps.length > 0) named.push('vim has a swap file of it. Open the file with: vim -r');
  const idea = join(folder, '.idea');
  if ((await timeOf(idea)) !== undefined)
    named.push('A JetBrains program was used here. Look there under Local History → Show History.');
  return { candidates, places: 1, named, failures: [] };
}

/** Characters of the hash of a path that Claude Code uses as a name. */
const HASH_LENGTH = 16;

/** Looks in Claude Code's history of files: `file-history/<session>/<hash of the path>@v<version>`. */
export async function agentHistories(path: string, { home }: Homes): Promise<Looked> {
  const base = join(process.env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'file-history');
  const hash = createHash('sha256').update(path).digest('hex').slice(0, HASH_LENGTH);
  const candidates: Candidate[] = [];
  const sessions = await names(base);
  for (const session of sessions) {
    for (const file of await names(join(base, session))) {
      if (!file.startsWith(`${hash}@v`)) continue;
      const kept = join(base, session, file);
      candidates.push(candidate('agent_history', path, kept, base, await timeOf(kept)));
    }
  }
  return { candidates, places: sessions.length > 0 ? 1 : 0, named: [], failures: [] };
}

/** Looks for programs of this user that still have the deleted file open. Linux alone tells. */
export async function openFiles(path: string): Promise<Looked> {
  const candidates: Candidate[] = [];
  for (const pid of (await names('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${pid}/fd`;
    for (const descriptor of await names(folder)) {
      const target = await readlink(join(folder, descriptor)).catch(() => '');
      if (target !== `${path} (deleted)`) continue;
      candidates.push({
        source: 'open_file',
        kind: 'version',
        path,
        savedAt: undefined,
        where: `${folder}/${descriptor}`,
        read: () => readDescriptor(join(folder, descriptor)),
      });
    }
  }
  return { candidates, places: candidates.length > 0 ? 1 : 0, named: [], failures: [] };
}

async function readDescriptor(file: string): Promise<Buffer> {
  const held = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = await held.stat();
    // A file with a name is there, and is another one.
    const isLost = status.isFile() && status.nlink === 0 && status.uid === process.getuid?.();
    if (!isLost || status.size > MAX_COPY_BYTES) throw new Error('no deleted file of this user');
    const content = Buffer.alloc(status.size);
    const { bytesRead } = await held.read(content, 0, status.size, 0);
    if (bytesRead !== status.size) throw new Error('it changes');
    return content;
  } finally {
    await held.close();
  }
}
