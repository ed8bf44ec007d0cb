import { createHash } from 'node:crypto';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { configOf, type Places, type Repository, withGitFolder, withRepository } from '../git/repository.ts';
import { GitRefused } from '../git/run-git.ts';
import { isAsked } from './file-copy.ts';
import { namesIn } from './files-below.ts';
import type { Homes } from './homes.ts';
import { baseOf, isUnlinked, readOwnFile } from './own-file.ts';

/** A file that names another folder holds a path. */
const MAX_POINTER_BYTES = 8192;
/** Some agents have a repository for each task. Those of the last tasks are opened. */
const MAX_REPOSITORIES = 20;

/** Calls a function while a repository is open. */
export type OpenRepository = <T>(use: (repository: Repository) => Promise<T>) => Promise<T>;

/** Returns the folders above a path, the nearest first. */
export function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

async function folderNamedBy(file: string): Promise<string> {
  const text = await readOwnFile(file, dirname(file), MAX_POINTER_BYTES).catch(() => '');
  return dirname(text.toString().trimEnd());
}

/** Finds the linked working tree or the submodule of a repository that a path was in, and that may be gone. */
export async function removedTree(
  { root, commonDir }: Repository,
  path: string,
): Promise<OpenRepository | undefined> {
  const open =
    (places: Places): OpenRepository =>
    (use) =>
      withGitFolder(places, undefined, use);
  const worktrees = join(commonDir, 'worktrees');
  for (const name of await namesIn(worktrees)) {
    const gitDir = join(worktrees, name);
    const tree = await folderNamedBy(join(gitDir, 'gitdir'));
    if (isAbsolute(tree) && tree !== root && isAsked(path, tree))
      return open({ root: tree, gitDir, commonDir });
  }
  for (const folder of [path, ...foldersAbove(path)].filter((each) => isAsked(each, root) && each !== root)) {
    // A submodule's git folder has the name of its first place.
    const gitDir = join(commonDir, 'modules', relative(root, folder));
    const head = await lstat(join(gitDir, 'HEAD')).catch(() => undefined);
    if (head?.isFile() === true) return open({ root: folder, gitDir, commonDir: gitDir });
  }
  return undefined;
}

/**
 * Opens the repository around a folder. A removed working tree can have been beside its repository, so the folder of this
 * process is tried, too.
 */
export const repositoryAround =
  (folder: string): OpenRepository =>
  async (use) => {
    try {
      return await withRepository(folder, use);
    } catch (error) {
      if (!(error instanceof GitRefused) || error.fault !== 'no_repository') throw error;
      return withRepository(process.cwd(), use).catch((beside: unknown) => {
        throw beside instanceof GitRefused ? error : beside;
      });
    }
  };

/** Extensions of VS Code that keep checkpoints, with the folder above each of their repositories. */
const EXTENSIONS: [extension: string, folder: string, inside: string][] = [
  ['saoudrizwan.claude-dev', 'checkpoints', '.git'],
  ['rooveterinaryinc.roo-cline', 'tasks', 'checkpoints/.git'],
  ['kilocode.kilo-code', 'tasks', 'checkpoints/.git'],
];

async function agentGitFolders({ home, dataHome, editors }: Homes): Promise<string[]> {
  const below = async (folder: string, inside: string) =>
    (await namesIn(folder)).map((name) => join(folder, name, inside));
  const found = [
    await below(join(home, '.gemini', 'history'), '.git'),
    await below(join(home, '.qwen', 'history'), '.git'),
  ];
  // Earlier versions of OpenCode have one folder less.
  const snapshots = await below(join(dataHome, 'opencode', 'snapshot'), '');
  found.push(snapshots);
  for (const folder of snapshots) found.push(await below(folder, ''));
  for (const editor of editors)
    for (const [extension, folder, inside] of EXTENSIONS)
      found.push(await below(join(editor, 'globalStorage', extension, folder), inside));
  return found.flat();
}

/** Returns the working tree of an agent's git folder: its configuration names it, or the folder has its hash as a name. */
async function rootOf(gitDir: string, folders: readonly string[]): Promise<string | undefined> {
  const [, quoted] = /^[ \t]*worktree[ \t]*=(.+)$/im.exec(await configOf(gitDir)) ?? [];
  if (quoted !== undefined)
    return resolve(gitDir, quoted.trim().replaceAll(/^"|"$/g, '').replaceAll('\\\\', '\\'));
  const name = basename(dirname(gitDir));
  return folders.find((folder) => createHash('sha256').update(folder).digest('hex') === name);
}

/** Returns the repositories in which agents keep states of the working trees that a path is in. */
export async function agentRepositories(
  path: string,
  homes: Homes,
  own: OpenRepository,
): Promise<OpenRepository[]> {
  const found: { root: string; gitDir: string; usedAt: number }[] = [];
  const folders = [path, ...foldersAbove(path)];
  for (const named of await agentGitFolders(homes)) {
    const head = await lstat(join(named, 'HEAD')).catch(() => undefined);
    if (head?.isFile() !== true) continue;
    // The home folder itself can be behind a link.
    const gitDir = await realpath(named);
    if (!(await isUnlinked(named, baseOf(named, homes.home)))) continue;
    const root = await rootOf(gitDir, folders);
    if (root !== undefined && isAsked(path, root)) found.push({ root, gitDir, usedAt: head.mtimeMs });
  }
  if (found.length === 0) return [];
  const lender = await own(async ({ commonDir }) => join(commonDir, 'objects')).catch(() => undefined);
  return found
    .sort((a, b) => b.usedAt - a.usedAt)
    .slice(0, MAX_REPOSITORIES)
    .map(
      ({ root, gitDir }) =>
        (use) =>
          withGitFolder({ root, gitDir, commonDir: gitDir }, lender, use),
    );
}
