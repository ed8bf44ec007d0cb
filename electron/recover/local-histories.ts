import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SearchNote } from '../../shared/recover.ts';
import { type Candidate, fileCandidate, isAsked, type Looked } from './file-copy.ts';
import { filesBelow, namesIn, timeOf } from './files-below.ts';
import { foldersAbove } from './git-places.ts';
import type { Homes } from './homes.ts';
import { baseOf, isUnlinked, MAX_COPY_BYTES, readOwnFile } from './own-file.ts';

const MAX_LIST_BYTES = 1_048_576;

/** Looks in the local histories of VS Code and its forks, which keep each saved version below `User/History`. */
export async function editorHistories(path: string, { home, editors }: Homes): Promise<Looked> {
  const candidates: Candidate[] = [];
  const notes: SearchNote[] = [];
  let places = 0;
  for (const history of editors.map((editor) => join(editor, 'History'))) {
    const folders = await namesIn(history);
    if (folders.length === 0) continue;
    places += 1;
    const base = baseOf(history, home);
    if (!(await isUnlinked(history, base))) notes.push({ note: 'source_linked' });
    for (const folder of folders) {
      const file = join(history, folder, 'entries.json');
      const list = await readOwnFile(file, base, MAX_LIST_BYTES).catch(() => undefined);
      for (const { original, id, timestamp } of entriesOf(list))
        if (isAsked(original, path))
          candidates.push(
            fileCandidate('editor_history', original, join(history, folder, id), base, timestamp),
          );
    }
  }
  return { candidates, places, notes };
}

/** Reads the list of one file's versions. Entries that name another folder are left out. */
function entriesOf(list: Buffer | undefined): { original: string; id: string; timestamp: number }[] {
  try {
    const { resource, entries }: Record<string, unknown> = JSON.parse(list?.toString('utf8') ?? '{}');
    if (typeof resource !== 'string' || !Array.isArray(entries)) return [];
    // The address of another computer throws.
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

/** Folders that a package manager or a compiler fills. */
const MADE_AGAIN = /[\\/](?:node_modules|\.venv|venv|target|__pycache__)[\\/]/;

/** Looks for the backups that editors write beside a file. Programs with a format of their own are named. */
export async function backupFiles(path: string, { editors }: Homes): Promise<Looked> {
  const [folder, name] = [dirname(path), basename(path)];
  const beside = [`${name}~`, `#${name}#`, `${name}.bak`, `${name}.orig`, `${name}.save`];
  const candidates: Candidate[] = [];
  for (const each of beside) {
    const file = join(folder, each);
    const savedAt = await timeOf(file);
    if (!Number.isNaN(savedAt)) candidates.push(fileCandidate('backup_file', path, file, folder, savedAt));
  }
  const swaps = (await namesIn(folder)).filter((each) => each.startsWith(`.${name}.sw`));
  const [cursor = ''] = editors.filter((editor) => basename(dirname(editor)) === 'Cursor');
  const isThere = async (file: string) => !Number.isNaN(await timeOf(file));
  const ideas = await Promise.all(foldersAbove(path).map((above) => isThere(join(above, '.idea'))));
  const known: [note: SearchNote['note'], applies: boolean][] = [
    ['vim_swap', swaps.length > 0],
    ['jetbrains', ideas.includes(true)],
    ['cursor', await isThere(join(cursor, 'globalStorage', 'state.vscdb'))],
    ['package_manager', MADE_AGAIN.test(path)],
    ['time_machine', process.platform === 'darwin'],
    ['previous_versions', process.platform === 'win32'],
  ];
  const notes = known.filter(([, applies]) => applies).map(([note]) => ({ note }));
  return { candidates, places: 1, notes };
}

/** Characters of the hash of a path that Claude Code uses as a name. */
const HASH_LENGTH = 16;

/** Looks in Claude Code's history of files: `file-history/<session>/<hash of the path>@v<version>`. */
export async function agentHistories(path: string, { home }: Homes): Promise<Looked> {
  const histories = join(process.env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'file-history');
  const base = baseOf(histories, home);
  const hash = createHash('sha256').update(path).digest('hex').slice(0, HASH_LENGTH);
  const candidates: Candidate[] = [];
  const sessions = await namesIn(histories);
  for (const session of sessions) {
    for (const file of await namesIn(join(histories, session))) {
      if (!file.startsWith(`${hash}@v`)) continue;
      const kept = join(histories, session, file);
      candidates.push(fileCandidate('agent_history', path, kept, base, await timeOf(kept)));
    }
  }
  return { candidates, places: sessions.length > 0 ? 1 : 0, notes: [] };
}

/** Looks in the folders `.snapshots` that snapper makes where the user may read them: `.snapshots/<number>/snapshot`. */
export async function visibleSnapshots(path: string): Promise<Looked> {
  const candidates: Candidate[] = [];
  let places = 0;
  for (const above of foldersAbove(path)) {
    const numbers = await namesIn(join(above, '.snapshots'));
    if (numbers.length > 0) places += 1;
    for (const number of numbers) {
      const kept = join(above, '.snapshots', number, 'snapshot', relative(above, path));
      const status = await lstat(kept).catch(() => undefined);
      const files = status?.isDirectory() === true ? await filesBelow(kept) : status ? [kept] : [];
      for (const file of files)
        candidates.push(
          fileCandidate('snapshot', path + file.slice(kept.length), file, above, await timeOf(file)),
        );
    }
  }
  return { candidates, places, notes: [] };
}

const DELETED = ' (deleted)';

/** Looks for programs of this user that still have a deleted file open. Linux alone tells. */
export async function openFiles(path: string): Promise<Looked> {
  const candidates: Candidate[] = [];
  for (const pid of (await namesIn('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${pid}/fd`;
    for (const descriptor of await namesIn(folder)) {
      const file = join(folder, descriptor);
      const target = await readlink(file).catch(() => '');
      const original = target.endsWith(DELETED) ? target.slice(0, -DELETED.length) : '';
      if (!isAsked(original, path)) continue;
      const found = fileCandidate('open_file', original, file, folder, Number.NaN);
      candidates.push({ ...found, read: () => readDescriptor(file) });
    }
  }
  return { candidates, places: candidates.length > 0 ? 1 : 0, notes: [] };
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
